"""Models of players, learned from the games they played.

Any stored tournament is a training set, and so are games that people played:

>>> from otherminds import load, play_match
>>> from otherminds.games import hanabi
>>> match = play_match(load("hanabi"), [hanabi.iggi, hanabi.piers], seed=1)
>>> decisions = decisions_of([Record.of(match, seats=[0])])
>>> learned = learn_rules(decisions, restarts=1, generations=20, seed=1)
>>> learned.agreement > 0.5
True
>>> learned.policy.name
'rules'
"""

from otherminds.learn.records import Record, records_of_store
from otherminds.learn.rule_lists import Decisions, LearnedRules, ceiling, decisions_of, learn_rules

__all__ = [
    "Decisions",
    "LearnedRules",
    "Record",
    "ceiling",
    "decisions_of",
    "learn_rules",
    "records_of_store",
]
