"""secret-parameter: a secret that the model has to know.

What it does: flags a parameter whose name ends in password, secret, api_key, token, private_key or
cvv and that the model fills in. Cursors, page, next and CSRF tokens, counts of tokens and ids of
secrets are none; a tool whose own subject is the secret (create_user, rotate_key) is information.
Why is this bad: what the model fills in stands in the conversation, in logs and at the provider.
Bad: {"name": "read_mail", "description": "Read the inbox.", "inputSchema": {"type": "object",
       "properties": {"api_key": {"type": "string", "description": "Key of the account."}}}}
Good: {"name": "read_mail", "description": "Read the inbox.", "inputSchema": {"type": "object"}}
How to fix: take it from the server's configuration or from the user's session.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from toolrag.domain.finding import Severity
from toolrag.lint.definition import Definition, shown
from toolrag.lint.rule import Context, Found, Rule, each
from toolrag.lint.schema import kinds
from toolrag.text.words import split_identifier, stem, words

_SECRETS: Final = frozenset({"password", "passwd", "passphrase", "secret", "cvv", "cvc", "apikey"})
_PAIRS: Final[Mapping[str, frozenset[str]]] = {
    "key": frozenset({"api", "private", "secret", "access"}),
    "token": frozenset(
        "access auth bearer session refresh bot api oauth personal secret user".split()
    ),
}
_HARMLESS: Final = frozenset(
    """
    next page cursor continuation sync csrf max min client idempotency device push
    confirmation start resume progress approval nextpage state partial
    """.split()
)
_MANAGING: Final = frozenset(
    stem(w) for w in """
    create add set update reset rotate change register login secret user credential
    connect authenticate sign encrypt decrypt validate verify
    """.split()
)  # fmt: skip


def _check(definition: Definition, context: Context) -> Iterator[Found]:
    for name, schema in definition.parameters.items():
        parts = words(split_identifier(name))
        if not _is_secret(parts) or kinds(schema) & {"integer", "number", "boolean"}:
            continue
        about = {stem(word) for word in words(split_identifier(definition.name))}
        managing = bool(about & (_MANAGING | {stem(p) for p in parts}))
        message = f"{definition.label}: the model has to fill in the secret {shown(name)}."
        severity: Severity = "info" if managing else "warning"
        yield Found(definition, message, definition.parameter_at(name), severity=severity)


def _is_secret(parts: list[str]) -> bool:
    if _HARMLESS & set(parts[:-1]):
        return False
    last, before = (parts[-1], parts[-2] if len(parts) > 1 else "") if parts else ("", "")
    return last in _SECRETS or parts == ["token"] or before in _PAIRS.get(last, ())


RULE = Rule("secret-parameter", "parameters", "warning", __doc__, each(_check))
