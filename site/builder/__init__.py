"""The generator of the site: pages, printed documents, the browser's bundle and what makes it work offline."""
