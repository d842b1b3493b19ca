"""Pure text work: words and terms, languages, and the text that stands for a tool."""
