"""The command line. Every error is one sentence on standard error and exit code 2.

Ctrl-C is one sentence and exit code 130. Other packages add commands by entry points in the group
``otherminds.commands``, each the name of a command and where its ``click.Command`` stands.
"""

from __future__ import annotations

import importlib
import os
import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import click

from otherminds import __version__
from otherminds._core import unknown_name
from otherminds.contracts import OthermindsError

__all__ = ["Interrupted", "cli", "main"]

# Which module holds which command. A command's module is imported when the command is used:
# statistics and plots take a second to import, and every worker process imports this module.
_HOMES = {
    "agents": "catalogue",
    "ah2ac2": "ah2ac2",
    "analyse": "analysis",
    "bench": "basics",
    "check": "checking",
    "demo": "arena",
    "engine": "engine",
    "games": "basics",
    "gtp": "othello_engine",
    "hanab-live": "hanab_live",
    "host": "hosting",
    "jsettlers": "catan_servers",
    "learn": "learning",
    "match": "matches",
    "merge": "arena",
    "nboard": "othello_engine",
    "perft": "basics",
    "pioneers": "catan_servers",
    "play": "play",
    "recognise": "recognition",
    "replay": "matches",
    "report": "arena",
    "solve": "solving",
    "table": "table",
    "teach": "teaching",
    "tournament": "arena",
    "watch": "watching",
}


_NAMES = {"check": "check_file", "hanab-live": "hanab_live"}
"""Commands whose function has another name."""


class Interrupted(click.ClickException):
    """Ctrl-C, where there is more to say than that."""

    exit_code = 130


@cache
def _added() -> dict[str, EntryPoint]:
    """The commands of other packages; none can take the place of ours."""
    found = entry_points(group="otherminds.commands")
    return {entry.name: entry for entry in found if entry.name not in _HOMES}


class _Broken(click.Command):
    """Stands in for a command that cannot be loaded, so that the others can be listed and run."""

    def __init__(self, entry: EntryPoint, reason: str) -> None:
        super().__init__(entry.name, help="Cannot be loaded.", add_help_option=False)
        self.ignore_unknown_options = self.allow_extra_args = True
        package = f" of the package {entry.dist.name}" if entry.dist else ""
        self._sentence = f"The command {entry.name}{package} cannot be loaded: {reason}."

    def invoke(self, ctx: click.Context) -> Any:
        del ctx
        raise click.ClickException(self._sentence)


def _load(entry: EntryPoint) -> click.Command:
    try:
        command = entry.load()
    except (Exception, SystemExit) as error:  # importing runs the module
        return _Broken(entry, f"{error}".rstrip(".") or type(error).__name__)
    if not isinstance(command, click.Command):
        return _Broken(entry, f"{entry.value} is not a click.Command")
    return command


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return sorted([*_HOMES, *_added()])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name in _HOMES:
            home = importlib.import_module(f"otherminds.cli.{_HOMES[cmd_name]}")
            command: click.Command = getattr(home, _NAMES.get(cmd_name, cmd_name))
            return command
        return _load(_added()[cmd_name]) if cmd_name in _added() else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Every command with its whole first sentence, which click would cut at one line."""
        found = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (name, command.get_short_help_str(limit=200))
                    for name, command in found
                    if command
                ]
            )

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            raise click.UsageError(unknown_name("command", args[0], known), ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=_Commands)
@click.version_option(__version__, prog_name="otherminds")
def cli() -> None:
    """Agents that plan in games where nobody sees everything.

    Example: otherminds demo
    """


def _in_our_words(message: str) -> str:
    """What click says of numbers, as the rest of the package says it."""
    return message.replace("is not a valid integer", "is not a whole number").replace(
        "is not a valid float", "is not a number"
    )


def main() -> None:
    """What the command ``otherminds`` runs.

    The working directory is searched for the modules of games and agents that are named by path,
    after everything that is installed; workers inherit that.
    """
    if not sys.flags.safe_path and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    from otherminds.cli.terminal import say

    try:
        cli(standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:  # who types nothing wants to know what
        click.echo(error.format_message())  # there is, which is no mistake
    except click.ClickException as error:
        say(f"otherminds: {_in_our_words(error.format_message())}", err=True)
        sys.exit(error.exit_code if isinstance(error, Interrupted) else 2)
    except OthermindsError as error:
        from otherminds.agents.spelling import in_text_spelling

        say(f"otherminds: {in_text_spelling(str(error))}", err=True)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("otherminds: interrupted.", err=True)
        sys.exit(130)
    except BrokenPipeError:  # somebody piped us into head
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        from otherminds.contracts.files import reason

        file = f"{error.filename}: " if error.filename else ""
        say(f"otherminds: {file}{reason(error)}.", err=True)
        sys.exit(2)
