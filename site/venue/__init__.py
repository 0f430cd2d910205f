"""Documents and screens over the core: the same Jinja2 templates for the site, the command and the browser."""
