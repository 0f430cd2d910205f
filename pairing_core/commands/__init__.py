"""What the command ``losovna`` does, one file a command, and the edge that they share."""
