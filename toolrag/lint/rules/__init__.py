"""One rule, one file; `toolrag.lint.registry` lists them all."""
