"""Games written in Python, small enough to read in one go: start here to write your own."""
