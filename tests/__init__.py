"""The tests, a folder for each room; ``python -m tests.golden`` writes the golden files anew."""
