"""Many matches, their results, and what may be concluded from them."""
