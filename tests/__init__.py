"""The tests, a module for each subject; ``python -m tests.golden`` writes the golden files anew."""
