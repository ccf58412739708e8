"""The command line. Every error is one sentence on standard error and exit code 2.

Ctrl-C is one sentence and exit code 130.
"""

from __future__ import annotations

import importlib
import sys

import click

from otherminds import __version__
from otherminds._core import unknown_name
from otherminds.errors import OthermindsError

__all__ = ["Interrupted", "cli", "main"]

# Which module holds which command. A command's module is imported when the command is used:
# statistics and plots take a second to import, and every worker process imports this module.
_HOMES = {
    "agents": "basics",
    "analyse": "analysis",
    "bench": "basics",
    "demo": "arena",
    "games": "basics",
    "learn": "learning",
    "match": "table",
    "perft": "basics",
    "play": "table",
    "recognise": "recognition",
    "replay": "table",
    "report": "arena",
    "reproduce": "claims",
    "solve": "solving",
    "tournament": "arena",
}


class Interrupted(click.ClickException):
    """Ctrl-C, where there is more to say than that."""

    exit_code = 130


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return sorted(_HOMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _HOMES:
            return None
        home = importlib.import_module(f"otherminds.cli.{_HOMES[cmd_name]}")
        command: click.Command = getattr(home, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _HOMES and not args[0].startswith("-"):
            raise click.UsageError(unknown_name("command", args[0], sorted(_HOMES)), ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=_Commands)
@click.version_option(__version__, prog_name="otherminds")
def cli() -> None:
    """Agents that plan in games where nobody sees everything.

    Example: otherminds demo
    """


def main() -> None:
    """What the command ``otherminds`` runs."""
    try:
        cli(standalone_mode=False)
    except click.ClickException as error:
        click.echo(f"otherminds: {error.format_message()}", err=True)
        sys.exit(error.exit_code if isinstance(error, Interrupted) else 2)
    except OthermindsError as error:
        click.echo(f"otherminds: {error}", err=True)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("otherminds: interrupted.", err=True)
        sys.exit(130)
    except BrokenPipeError:  # somebody piped us into head
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        click.echo(f"otherminds: {error}.", err=True)
        sys.exit(2)
