"""Reading and writing: text in, text out."""
