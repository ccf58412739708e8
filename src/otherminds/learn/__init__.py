"""Models of players, learned from the games they played.

| module | subject |
|---|---|
| `records` | games to learn from: matches, stores, files of people's games |
| `rule_lists` | lists of rules that decide as the players of Hanabi games did |
| `type_counts` | how often each type of action is chosen |
| `value_priors` | what types of actions are worth, as a prior of a search |

Any stored tournament is a training set, and so are games that people played:

>>> from otherminds import load, play_match
>>> from otherminds.agents import hanabi
>>> players = [hanabi.iggi, hanabi.piers]
>>> matches = [play_match(load("hanabi"), players, seed=seed) for seed in range(5)]
>>> decisions = decisions_of(Record.of(match, seats=[0]) for match in matches)
>>> learned = learn_rules(decisions, restarts=3, generations=100, seed=1)
>>> learned.agreement > 0.8
True
>>> learned.policy.name
'rules'
"""

from otherminds.learn.records import Record, records_of_store
from otherminds.learn.rule_lists import Decisions, LearnedRules, ceiling, decisions_of, learn_rules
from otherminds.learn.type_counts import count_types, learn_types
from otherminds.learn.value_priors import value_prior

__all__ = [
    "Decisions",
    "LearnedRules",
    "Record",
    "ceiling",
    "count_types",
    "decisions_of",
    "learn_rules",
    "learn_types",
    "records_of_store",
    "value_prior",
]
