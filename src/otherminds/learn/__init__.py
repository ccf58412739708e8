"""Models of players, learned from the games they played.

| module | subject |
|---|---|
| `reading`, `ah2ac2` | recorded games from files of every kind, by one door |
| `records` | games to learn from, and the decisions in them |
| `positions` | decisions as arrays, for networks and for other people's tools |
| `training` | networks over action sets, taught in PyTorch |
| `models`, `model_files` | models taught and judged by whole games; their files |
| `self_play` | search teaches network teaches search |
| `measures` | accuracy, cross-entropy, calibration, with intervals |
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

from otherminds.learn.measures import Fit
from otherminds.learn.model_files import Model, read_model, write_model
from otherminds.learn.models import LearnedModel, LearnedTypes, learn_model, learn_type_model
from otherminds.learn.positions import Positions, export_decisions, positions_of
from otherminds.learn.reading import BadLine, Games, read_games
from otherminds.learn.records import Decision, Record, records_of_store
from otherminds.learn.rule_lists import Decisions, LearnedRules, ceiling, decisions_of, learn_rules
from otherminds.learn.self_play import Generation, SelfPlay, teach_by_self_play
from otherminds.learn.training import Settings, Trained, train
from otherminds.learn.type_counts import count_types, learn_types
from otherminds.learn.value_priors import value_prior

__all__ = [
    "BadLine",
    "Decision",
    "Decisions",
    "Fit",
    "Games",
    "Generation",
    "LearnedModel",
    "LearnedRules",
    "LearnedTypes",
    "Model",
    "Positions",
    "Record",
    "SelfPlay",
    "Settings",
    "Trained",
    "ceiling",
    "count_types",
    "decisions_of",
    "export_decisions",
    "learn_model",
    "learn_rules",
    "learn_type_model",
    "learn_types",
    "positions_of",
    "read_games",
    "read_model",
    "records_of_store",
    "teach_by_self_play",
    "train",
    "value_prior",
    "write_model",
]
