"""Sentences are in the spelling of the place where the person is."""

from __future__ import annotations

import re
import sys

import pytest

import otherminds as om
from otherminds import cli, search
from otherminds.agents import parse_player
from otherminds.agents.spelling import in_text_spelling
from otherminds.search.schema import refusals

pytestmark = pytest.mark.slow  # Python only

CLASSES = [name for name in search.__all__ if name[0].isupper()]
INSIDE = re.compile(rf"(?<![.?!]) \b(?:{'|'.join(CLASSES)}|True|False|None)\b")

SAID = {
    "search(hidden=worlds(count=0), iterations=5)": (
        "The count of Worlds must be a whole number from 1 to 1,000,000, not 0.",
        "The count of worlds must be a whole number from 1 to 1,000,000, not 0.",
    ),
    "search(iterations=0)": (
        "The iterations of Search must be a whole number from 1 to 4,000,000,000, or None, not 0.",
        "The iterations of search must be a whole number from 1 to 4,000,000,000, or none, not 0.",
    ),
    "search(tree=tree(loop='x'), iterations=5)": (
        "'x' is not a known loop of Tree; accepted: closed, open.",
        "'x' is not a known loop of tree; accepted: closed, open.",
    ),
    "search(hidden=vpi, iterations=5)": (
        "hidden must be Nothing(), Worlds(), InformationSets(), Particles() or BeliefTree(), "
        "not vpi.",
        "hidden must be nothing, worlds, information_sets, particles or belief_tree, not vpi.",
    ),
    "search(others=types(random, prior=[0]), iterations=5)": (
        "The prior of Types needs a weight above 0.",
        "The prior of types needs a weight above 0.",
    ),
    "exhaustive": (
        "leduc hides facts from its seats: plan from what a seat knows by "
        "Search(hidden=InformationSets()), or look at everything by Exhaustive(peek=True).",
        "leduc hides facts from its seats: plan from what a seat knows by "
        "search(hidden=information_sets), or look at everything by exhaustive(peek=true).",
    ),
}


@pytest.mark.parametrize("text", SAID)
def test_a_sentence_in_both_places(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    in_python, in_text = SAID[text]
    with pytest.raises(om.OptionError) as refused:
        parse_player(text, om.load("leduc"))
    assert str(refused.value) == in_python
    monkeypatch.setattr(
        sys, "argv", ["otherminds", "match", "leduc", "--agents", f"{text}, random"]
    )
    with pytest.raises(SystemExit):
        cli.main()
    assert capsys.readouterr().err == f"otherminds: {in_text}\n"


def test_no_refusal_has_the_spelling_of_python_on_the_command_line() -> None:
    left = [in_text_spelling(refusal.sentence) for refusal in refusals()]
    assert [sentence for sentence in left if INSIDE.search(sentence)] == []


def test_names_are_listed_once_in_the_spelling_of_today() -> None:
    for text in ("serch(iterations=5)", "search(hidden=world, iterations=5)"):
        with pytest.raises(om.OptionError) as refused:
            parse_player(text, om.load("leduc"))
        found = re.search(r"accepted: (.*?)\. Did", str(refused.value))
        assert found
        names = found[1].split(", ")
        assert len(set(names)) == len(names)
        assert "type_distribution" in names
        assert not {"typedistribution", "informationsets"} & set(names)
