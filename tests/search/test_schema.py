"""An option exists once: Python, texts and documentation are held to what the core declares."""

from __future__ import annotations

import inspect
import math
import re
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

import otherminds as om
from otherminds import search
from otherminds.agents import parse_player, player_text
from otherminds.search.bandits import Bandit
from otherminds.search.hidden import Hidden
from otherminds.search.others import Others, Posterior
from otherminds.search.planner import Planner
from otherminds.search.policies import policy_spec
from otherminds.search.rollouts import Rollout
from otherminds.search.schema import AnswerSchema, OptionSchema, schema

ENTRIES = list(schema().values())
PAGES = Path(__file__).parents[2] / "docs" / "questions"
LISTS = ("README.md", "docs/api/search.md")
"""Files that list the answers to all questions."""
PAGE_OF = {"planner": "tree", "posterior": "others"}


def class_of(entry: AnswerSchema) -> Any:
    return getattr(search, entry.name)


def entries(*, but: tuple[str, ...] = ()) -> pytest.MarkDecorator:
    chosen = [entry for entry in ENTRIES if entry.name not in but]
    return pytest.mark.parametrize("entry", chosen, ids=lambda entry: entry.name)


def python_default(option: OptionSchema, value: Any) -> Any:
    """A default of Python as the schema has it."""
    if option.kind == "answer" and value is not None:
        return type(value).__name__
    if option.kind == "policy" and value is not None:
        return policy_spec(value)["policy"]
    return value


@entries()
def test_python_has_the_options_of_the_core_in_their_order(entry: AnswerSchema) -> None:
    own = [field.name for field in fields(class_of(entry))]
    if entry.name == "Quirks":  # it has those of belief games as well
        own = own[: len(entry.options)]
    assert own == [option.name for option in entry.options]


@entries()
def test_python_has_the_defaults_of_the_core(entry: AnswerSchema) -> None:
    by_name = {field.name: field for field in fields(class_of(entry))}
    for option in entry.options:
        field = by_name[option.name]
        assert (field.default is MISSING) == option.required, option.name
        if not option.required:
            ours = python_default(option, field.default)
            assert ours == option.default, option.name
            assert isinstance(ours, bool) == isinstance(option.default, bool), option.name


@entries()
def test_docstrings_name_every_option_and_choice(entry: AnswerSchema) -> None:
    told = inspect.getdoc(class_of(entry)) or ""
    if entry.question in ("rollout", "posterior", "quirks"):
        told += inspect.getdoc(search.Uniform) or ""
    told += inspect.getdoc(search.Policies) or ""
    for option in entry.options:
        if entry.question != "posterior":
            assert re.search(rf"\b{option.name}\b", told), option.name
        for choice in option.choices:
            assert choice in told, f"{option.name}: {choice}"


QUESTIONS = {
    "planner": Planner,
    "hidden": Hidden,
    "others": Others,
    "bandit": Bandit,
    "rollout": Rollout,
    "posterior": Posterior,
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_python_has_the_answers_of_the_core(question: str) -> None:
    kind = QUESTIONS[question]
    exported = [getattr(search, name) for name in search.__all__]
    classes = [made for made in exported if isinstance(made, type) and issubclass(made, kind)]
    own = {made.__name__ for made in classes if made is not kind}
    assert own == {entry.name for entry in schema().answers(question)}


@pytest.mark.parametrize("question", ["hidden", "others", "bandit", "rollout"])
def test_lists_of_answers_have_those_of_the_core(question: str) -> None:
    root = PAGES.parents[1]
    places = [search.__doc__ or "", *((root / name).read_text() for name in LISTS)]
    for entry in schema().answers(question):
        for place in places:
            assert re.search(rf"`{entry.name}`|search\.{entry.name}\b", place), entry.name


# ---- ranges ----


def outside(option: OptionSchema) -> list[Any]:
    """Numbers just outside what an option accepts."""
    step = 1 if option.kind == "whole number" else 1e-6
    kind = int if option.kind == "whole number" else float
    found: list[Any] = []
    if option.least is not None:
        found.append(kind(option.least) if option.above else kind(option.least - step))
    if option.most is not None and option.most < 1e12:
        found.append(kind(option.most) if option.below else kind(option.most + step))
    if option.kind == "number":
        found += [math.nan, math.inf]
    return found


def planner_with(entry: AnswerSchema, given: dict[str, Any]) -> Any:
    """A planner whose answer of that name has these options."""
    for option in entry.options:
        if option.required:
            made = {"policies": "random", "types": ["random"], "evaluation": "disks"}
            given.setdefault(option.name, made[option.kind])
    made = class_of(entry)(**given)
    if entry.question == "planner":
        return made
    if entry.question == "quirks":
        return om.Search(quirks=made, iterations=5)
    if entry.question == "posterior":
        return om.Search(others=om.Types(["random"], posterior=made), iterations=5)
    return om.Search(**{entry.question: made}, iterations=5)


NUMBERS = [
    (entry, option)
    for entry in ENTRIES
    for option in entry.options
    if option.kind in ("number", "whole number")
]


@pytest.mark.parametrize(
    ("entry", "option"), NUMBERS, ids=[f"{entry.name}.{option.name}" for entry, option in NUMBERS]
)
def test_numbers_out_of_range_are_refused_in_a_sentence(
    entry: AnswerSchema, option: OptionSchema
) -> None:
    cases = outside(option)
    assert cases, "every number has a range"
    if entry.name != "Quirks":  # which are written only where they differ from their defaults
        cases.append(True)
    for value in (*cases, "many"):
        with pytest.raises(om.OptionError) as error:
            planner_with(entry, {option.name: value})
        told = str(error.value)
        assert told.startswith(f"The {option.name} of {entry.name} must be"), told
        assert told.endswith(".")
        assert ", not " in told


@entries()
def test_choices_that_there_are_not_are_refused_in_a_sentence(entry: AnswerSchema) -> None:
    for option in entry.options:
        if not option.choices:
            continue
        for value in ("perhaps", 1.5, None):
            if value is None and option.optional:
                continue
            with pytest.raises(om.OptionError, match=option.name):
                planner_with(entry, {option.name: value})


# ---- texts ----


def made_if_allowed(entry: AnswerSchema, given: dict[str, Any]) -> Any:
    try:
        return planner_with(entry, given)
    except om.OptionError:
        return None


@entries(but=("Quirks",))
def test_every_option_is_written_and_read_back(entry: AnswerSchema) -> None:
    game = om.load("othello")
    for option in entry.options:
        value: Any
        if option.kind == "boolean":
            value = not option.default
        elif option.kind == "choice":
            value = next(choice for choice in option.choices if choice != option.default)
        elif option.kind in ("number", "whole number"):
            whole = option.kind == "whole number"
            low = option.least or 0.0
            value = int(low) + 1 if whole else low + 0.5
            if value == option.default:
                value = int(low) + 2 if whole else low + 0.25
        else:
            continue
        planner = made_if_allowed(entry, {option.name: value})
        if planner is None:
            continue  # it needs another option as well
        text = player_text(planner)
        assert f"{option.name}=" in text
        if "next_best" not in text:  # which Othello refuses
            assert parse_player(text, game) == planner


# ---- documentation ----


MARK = re.compile(r"#+ .*?`(\w+)`|\*\*`(\w+)`\*\*|# (The tree)$")


def tables(page: str) -> dict[str, list[list[str]]]:
    """The tables of options of a page by the planner or answer that they are about."""
    found: dict[str, list[list[str]]] = {}
    subject, inside = "", False
    for line in (PAGES / f"{page}.md").read_text().splitlines():
        if mark := MARK.match(line):
            subject = "Tree" if mark[3] else mark[1] or mark[2]
        if line == "| option | default | meaning |" and subject not in found:
            inside = True
            found[subject] = []
        elif inside and line.startswith("| "):
            found[subject].append([cell.strip() for cell in line.strip("|").split("|", 2)])
        elif not line.startswith("|---"):
            inside = False
    return found


def written(option: OptionSchema) -> str:
    """A default as the pages write it."""
    if option.required:
        return ""
    if option.name == "exploration":
        return "√2"
    if option.kind == "answer" and option.default is not None:
        return f"`{option.default}()`"
    if option.kind == "policy" and option.default is not None:
        return "`TypeDistribution()`"
    if isinstance(option.default, bool) or option.default is None:
        return f"`{option.default}`"
    if isinstance(option.default, str):
        return f'`"{option.default}"`'
    if option.kind == "options":
        return "none"
    return f"{option.default:,}" if isinstance(option.default, int) else f"{option.default:g}"


@entries(but=("Quirks", "Search"))
def test_pages_have_the_options_of_the_core(entry: AnswerSchema) -> None:
    options = [option for option in entry.options if entry.question != "planner" or is_own(option)]
    if not options:
        return
    rows = tables(PAGE_OF.get(entry.question, entry.question)).get(entry.name)
    assert rows is not None, f"there is no table of the options of {entry.name}"
    told: list[OptionSchema] = []
    for names, default, meaning in rows:
        named = [
            option for name in names.split(", ") for option in options if f"`{option.name}`" == name
        ]
        told += named
        if like := re.match(r"as in `(\w+)`", meaning):
            assert [option for option in schema()[like[1]].options if option in named] == named
            continue
        assert len(named) == 1, names
        assert default == written(named[0]), names
        missing = [
            c for c in named[0].choices if f'"{c}"' not in default + meaning and c not in meaning
        ]
        assert not missing, names
    assert told == options


def is_own(option: OptionSchema) -> bool:
    """Whether an option is a planner's own, not a question or the budget."""
    return option.kind != "answer" and option.name not in ("iterations", "seconds", "quirks")
