"""The browser table: play in a browser, alone or with others."""

from __future__ import annotations

import os
from pathlib import Path

import click

from otherminds.cli.terminal import Count, say
from otherminds.contracts import OptionError
from otherminds.games import game_names, game_parts, parse_game

__all__ = ["table"]

_NEEDED = {"pydantic", "starlette", "uvicorn", "websockets"}


@click.command()
@click.argument("game_text", metavar="[GAME]", required=False)
@click.option("--store", "store_path", help="Where tables and games are kept.  [default: your own]")
@click.option("--results", multiple=True, help="A results file to open matches of; repeatable.")
@click.option("--study", "studies", multiple=True, help="A protocol (.toml); repeatable.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=Count(1, 65_535), help="The port.  [default: 8747, or a free one]")
@click.option("--name", "names", multiple=True, help="Another name of this server; repeatable.")
@click.option(
    "--tables", type=Count(1, 10_000), default=200, show_default=True, help="In use at once."
)
@click.option(
    "--seconds", type=float, default=10.0, show_default=True, help="The longest search for a move."
)
@click.option("--thinkers", type=Count(1, 1024), help="Agents that think at once.")
@click.option("--allow-imports", is_flag=True, help="Let players name agents of their own by path.")
@click.option("--no-page", is_flag=True, help="Do not open the page.")
def table(
    game_text: str | None,
    store_path: str | None,
    results: tuple[str, ...],
    studies: tuple[str, ...],
    host: str,
    port: int | None,
    names: tuple[str, ...],
    tables: int,
    seconds: float,
    thinkers: int | None,
    allow_imports: bool,
    no_page: bool,
) -> None:
    """Play in the browser, against agents or with them, and look into their minds.

    Tables are kept: after a restart each of them is where it was. Finished games are matches of the
    results file.

    Example: otherminds table catan --seconds 2
    """
    try:
        from otherminds.web.protocols import read_protocol, shipped_protocols
        from otherminds.web.serve import serve
        from otherminds.web.settings import ServerOptions
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in _NEEDED:
            raise
        raise OptionError(
            'The browser table needs more packages: pip install "otherminds[web]".'
        ) from error
    if not 0 < seconds <= 3600:
        raise OptionError("A search for a move takes from above 0 to 3,600 seconds.")
    for path in results:
        if not os.path.isfile(path):
            raise OptionError(f"There is no file {path}.")
    opened = None if game_text is None else _opened(game_text)
    protocols = shipped_protocols() | {
        Path(path).stem: read_protocol(Path(path)) for path in studies
    }
    kept = store_path or _own_store()
    options = ServerOptions(
        store=kept,
        opened=opened,
        games=() if opened is None or opened in game_names() else (opened,),
        results=results,
        studies=protocols,
        tables=tables,
        seconds=seconds,
        thinkers=thinkers or os.cpu_count() or 1,
        allow_imports=allow_imports,
    )

    def ready(address: str) -> None:
        say(f"The table is at {address} and kept in {kept}. Ctrl-C ends it.")

    serve(options, host=host, port=port, names=names, say=ready, show=not no_page)


def _opened(text: str) -> str:
    """The game that the page begins with."""
    name, options = game_parts(text)
    parse_game(name)  # which says what is wrong with it
    if options:
        raise OptionError(f"Name the game alone, as in {name}: its options are chosen on the page.")
    return name


def _own_store() -> str:
    """The file of whoever calls this, where the system keeps such files."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folder = Path(base) / "otherminds"
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "tables.db")
