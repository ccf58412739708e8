"""Hostile inputs, drawn at random: one module per subject, each with a function `fuzz`.

``fuzz(count, seed)`` tries so many inputs and raises AssertionError with what is needed to repeat
the one that failed. ``FULL`` is how many ``make fuzz`` tries; `tests.fuzz.test_fuzz` tries a few. A
new subject is a new module here.
"""
