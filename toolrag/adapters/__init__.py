"""One module for each vendor; nothing else imports them."""
