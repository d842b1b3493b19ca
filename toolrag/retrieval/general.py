"""Tools that fit almost any question: those that search the web.

No request for news or a restaurant reads like "search the web", and it is what such a request needs
where nothing more special fits.
"""

import re
from typing import Final

from toolrag.domain.tool import Tool
from toolrag.text.words import fold, split_identifier

# What finds the candidates by their terms, in the languages that are told apart below.
GENERAL_QUERY: Final = "web search internet google pesquisa buscar 网络 搜索 互联网"
MOST_GENERAL: Final = 3
LOOKED_AT: Final = 20

_WHERE: Final = r"(?:web|internet|online|google|bing|duckduckgo|brave|tavily)\b"
_SEARCHING: Final = r"\b(?:search\w*|pesquis\w+|busc\w+|look\w* up)"
_GENERAL: Final = re.compile(
    rf"{_SEARCHING}(?:\W+\w+){{0,4}}?\W+{_WHERE}|\b{_WHERE}(?:\W+\w+){{0,2}}?\W+{_SEARCHING}"
    r"|(?:网络|互联网|网上|全网|联网).{0,6}(?:搜索|检索|查找)|(?:搜索|检索).{0,6}(?:网络|互联网|网页)"
)
_FIRST: Final = 200


def is_general(tool: Tool) -> bool:
    """Tell whether a tool searches the web, by its name and the beginning of its description."""
    names = f"{split_identifier(tool.server or '')} {split_identifier(tool.name)}"
    return bool(_GENERAL.search(fold(f"{names}. {tool.description[:_FIRST]}")))
