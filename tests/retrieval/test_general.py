"""Which tools search the web, and which only say so of something else."""

import pytest

from toolrag.domain.tool import Tool
from toolrag.retrieval.general import is_general


@pytest.mark.parametrize(
    ("server", "name", "description"),
    [
        ("", "web_search", ""),
        ("google-search", "search", "Run a query."),
        ("brave", "find", "Searches the public web for pages."),
        ("", "lookup", "Search for information on the internet."),
        ("", "pesquisa", "Pesquisa páginas na web."),
        ("", "sousuo", "在互联网上搜索网页。"),
    ],
)
def test_it_searches_the_web(server: str, name: str, description: str) -> None:
    assert is_general(Tool(name, description, server=server or None))


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("search_orders", "Search the orders of the shop."),
        ("create_website", "Create a page of the web site."),
        ("search_files", "Search files by name."),
        ("webhook_search", "List webhooks."),
    ],
)
def test_it_does_not(name: str, description: str) -> None:
    assert not is_general(Tool(name, description))
