"""Takes people through a study: consent, questions, games, thanks; each under an anonymous code."""

from __future__ import annotations

import secrets
from typing import Any

from otherminds.agents import parse_player, player_text
from otherminds.contracts import OptionError
from otherminds.web.protocols import Games, Protocol, Questions
from otherminds.web.replies import Study
from otherminds.web.requests import OpenStudy, StudyNext
from otherminds.web.settings import SeatSetting, TableSettings, new_token
from otherminds.web.shown import (
    Answer,
    ConsentPage,
    GamePage,
    Question,
    QuestionsPage,
    ThanksPage,
)
from otherminds.web.store import Participant
from otherminds.web.tables import Tables

__all__ = ["StudyDesk"]

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_MOST_TABLES = 1000
"""Games of a participant; the deals of one begin where those of the one before end."""


class StudyDesk:
    """The studies of a server.

    A participant's ``step`` counts pages: 0 is consent, then each page of questions and each game.

    Args:
        tables: where the games are played.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._keeper = tables.keeper

    def open(self, asked: OpenStudy) -> Study:
        """Begin, or go on where somebody was.

        Raises:
            OptionError: there is no such study, or nobody has this token.
        """
        protocol = self._protocol(asked.study)
        if not asked.token:
            code = "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(2))
            who = self._keeper.add_participant(asked.study, new_token(), code)
            return self._shown(who, protocol)
        return self._shown(self._known(asked.token), protocol)

    def go_on(self, asked: StudyNext) -> Study:
        """Take in what a page asked for, and show the next.

        Raises:
            OptionError: something is missing or impossible.
        """
        who = self._known(asked.token)
        protocol = self._protocol(who.study)
        pages = _pages(protocol, who.number)
        if who.step == 0:
            if asked.consented is None:
                raise OptionError("Say whether you consent.")
            if not asked.consented:
                who.progress = {"declined": True}
            else:
                who.progress = {"answers": {}, "tables": []}
                who.step = 1
        elif who.step <= len(pages) and not who.progress.get("declined"):
            page = pages[who.step - 1]
            if isinstance(page, Questions):
                answers = who.progress["answers"]
                answers |= _checked(page.questions, asked.answers)
            elif not self._is_over(who):
                raise OptionError("This game is not over; you may resign.")
            who.step += 1
        self._keeper.change_participant(who)
        return self._shown(who, protocol)

    def _protocol(self, name: str) -> Protocol:
        studies = self._tables.options.studies
        if name not in studies:
            raise OptionError(
                f"There is no study {name!r} here; there are: {', '.join(studies) or 'none'}."
            )
        return studies[name]

    def _known(self, token: str) -> Participant:
        who = self._keeper.participant(token)
        if who is None:
            raise OptionError("Nobody takes part in a study by this link; begin anew.")
        return who

    def _shown(self, who: Participant, protocol: Protocol) -> Study:
        pages = _pages(protocol, who.number)
        page: Any
        if who.progress.get("declined"):
            page = ThanksPage(text=protocol.declined)
        elif who.step == 0:
            page = ConsentPage(text=protocol.consent.strip())
        elif who.step > len(pages):
            page = ThanksPage(text=protocol.thanks.strip())
        else:
            page = self._page(who, protocol, pages)
        return Study(
            token=who.token,
            code=who.code,
            title=protocol.title,
            step=who.step,
            of=len(pages) + 1,
            page=page,
        )

    def _page(self, who: Participant, protocol: Protocol, pages: list[Any]) -> Any:
        page = pages[who.step - 1]
        if isinstance(page, Questions):
            return QuestionsPage(
                title=page.title, text=page.text.strip(), questions=list(page.questions)
            )
        step, company = page
        names = _names(pages)
        before = sum(not isinstance(each, Questions) for each in pages[: who.step - 1])
        tables = who.progress["tables"]
        if before == len(tables):
            tables.append(self._open_table(who, protocol, step, company, before, names))
            self._keeper.change_participant(who)
        return GamePage(
            title=step.title,
            text=step.text.strip(),
            number=before + 1,
            of=sum(not isinstance(each, Questions) for each in pages),
            token=tables[before],
            finished=self._is_over(who),
        )

    def _is_over(self, who: Participant) -> bool:
        tables = who.progress["tables"]
        settings = self._keeper.find_table(tables[-1]) if tables else None
        return settings is not None and self._keeper.game(settings.id, 0).result is not None

    def _open_table(
        self,
        who: Participant,
        protocol: Protocol,
        step: Games,
        company: Any,
        number: int,
        names: dict[str, str],
    ) -> str:
        """A table for the participant's next game; the token of the seat."""
        game = self._tables.game(protocol.game, dict(protocol.options))
        agents = list(company.agents)
        if len(agents) == 1:
            agents *= game.seats - 1
        texts = [(names[agent], player_text(parse_player(agent, game))) for agent in agents]
        people = [
            SeatSetting(kind="person", name="you"),
            *(SeatSetting(kind="agent", name=name, player=text) for name, text in texts),
        ]
        token = new_token()
        seat = number % game.seats if step.seat == "turns" else step.seat
        deals = 0 if protocol.same_deals else who.number * _MOST_TABLES
        self._tables.open(
            TableSettings(
                id=new_token(),
                game=protocol.game,
                options=dict(protocol.options),
                people=people,
                tokens=[token, *[""] * (game.seats - 1)],
                watch=new_token(),
                seed=protocol.seed,
                clock=protocol.clock,
                minds=protocol.minds,
                take_back=protocol.take_back,
                study=who.study,
                code=who.code,
                blocks=[deals + number],
                turned=[-seat % game.seats],
            )
        )
        return token


def _names(pages: list[Any]) -> dict[str, str]:
    """What a participant calls the agents, in the order in which they come: program A, B ..."""
    companies = [page[1] for page in pages if not isinstance(page, Questions)]
    agents = dict.fromkeys(agent for company in companies for agent in company.agents)
    return {agent: f"program {_letters(place)}" for place, agent in enumerate(agents)}


def _letters(place: int) -> str:
    """A, B ... Z, AA, AB ..."""
    before, last = divmod(place, 26)
    return (_letters(before - 1) if before else "") + chr(ord("A") + last)


def _pages(protocol: Protocol, participant: int) -> list[Any]:
    """Every page after consent: `Questions`, or a step of games with who plays."""
    pages: list[Any] = []
    for step in protocol.steps:
        if isinstance(step, Questions):
            pages.append(step)
        else:
            pages += [(step, company) for company in protocol.games_of(step, participant)]
    return pages


def _checked(questions: list[Question], answers: dict[str, Answer]) -> dict[str, Answer]:
    """The answers to these questions.

    Raises:
        OptionError: one is missing, impossible, or to no question.
    """
    known = {question.id: question for question in questions}
    for name in answers:
        if name not in known:
            raise OptionError(f"There is no question {name!r} on this page.")
    for question in questions:
        given = answers.get(question.id)
        if given is None or given == "" or given == []:
            if question.required:
                raise OptionError(f"Please answer: {question.text}")
            continue
        if not _fits(question, given):
            raise OptionError(f"{given!r} is no answer to: {question.text}")
    return dict(answers)


def _fits(question: Question, given: Answer) -> bool:
    if question.kind == "text":
        return isinstance(given, str)
    if question.kind == "choice":
        return given in question.choices
    if question.kind == "choices":
        return isinstance(given, list) and set(given) <= set(question.choices)
    if isinstance(given, bool) or not isinstance(given, int | float):
        return False
    least, most = question.least, question.most
    return (least is None or given >= least) and (most is None or given <= most)
