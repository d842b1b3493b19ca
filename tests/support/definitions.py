"""One rich generator of tools, for every round trip."""

from hypothesis import strategies as st

from toolrag.domain.tool import Tool

names = st.one_of(
    st.from_regex(r"[a-zA-Z_][a-zA-Z0-9_-]{0,40}", fullmatch=True),
    st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=120).filter(
        lambda name: bool(name.strip())
    ),
)
descriptions = st.text(st.characters(blacklist_categories=["Cs"]), max_size=200)
servers = st.none() | st.from_regex(r"[a-z][a-z0-9 ._-]{0,30}", fullmatch=True)

leaves = st.one_of(
    st.fixed_dictionaries({"type": st.sampled_from(["string", "integer", "number", "boolean"])}),
    st.fixed_dictionaries(
        {"enum": st.lists(st.text(max_size=5), min_size=1, unique=True), "type": st.just("string")}
    ),
    st.just({"type": ["string", "null"]}),
    st.just({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
)
property_names = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=12)


def _objects(children: st.SearchStrategy) -> st.SearchStrategy:
    return st.one_of(
        st.fixed_dictionaries({"type": st.just("array"), "items": children}),
        st.fixed_dictionaries(
            {
                "type": st.just("object"),
                "properties": st.dictionaries(property_names, children, max_size=3),
            }
        ),
    )


schemas = st.fixed_dictionaries(
    {
        "type": st.just("object"),
        "properties": st.dictionaries(
            property_names, st.recursive(leaves, _objects, max_leaves=6), max_size=4
        ),
    },
    optional={"additionalProperties": st.booleans(), "description": st.text(max_size=20)},
)


@st.composite
def tools(draw: st.DrawFn) -> Tool:
    """Draw a tool with all that every format can carry."""
    return Tool(
        name=draw(names),
        description=draw(descriptions),
        input_schema=draw(schemas),
        server=draw(servers),
    )


def catalogues(max_size: int = 12) -> st.SearchStrategy[list[Tool]]:
    """Return lists of tools, no id twice."""
    return st.lists(tools(), min_size=1, max_size=max_size, unique_by=lambda tool: tool.id)
