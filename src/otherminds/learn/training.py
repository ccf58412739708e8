"""Networks over action sets, taught in PyTorch and played natively.

A network scores any number of actions: one half of its first layer sees the state, the other half
the action, so that the state's half is computed once per position (Dobre 2018, 3.16 to 3.18). What
it knows of an action is its type and its parts.

| kind | how scores become chances | what is minimised |
|---|---|---|
| ``softmax`` | shares of all legal actions | the surprise at what was done |
| ``sigmoid`` | each action by itself, then shares | the same for a yes or no per action |
| ``value`` | no chances: the share of its range that each seat gets | the surprise at the returns |

Equal seeds, data and settings give equal models. A training that is killed goes on from its
checkpoint and ends with the model of one that was not.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from otherminds import _core
from otherminds.contracts import FormatError, OptionError
from otherminds.contracts.files import write_whole_bytes
from otherminds.interop.extras import needs
from otherminds.learn.positions import Positions

if TYPE_CHECKING:
    from collections.abc import Iterator

    import torch

__all__ = ["Settings", "Trained", "chances", "train", "values"]

Arrays = dict[str, npt.NDArray[np.float32]]
Progress = Callable[[int, float], object]
"""Called after each pass over the data with its number and the loss on the games kept apart."""

_NAMES = {
    "state.weight": "state",
    "state.bias": "first_bias",
    "actions.weight": "actions",
    "hidden.weight": "hidden",
    "hidden.bias": "second_bias",
    "output.weight": "output",
    "output.bias": "output_bias",
}
_TRANSPOSED = {"state", "actions", "hidden"}


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a network is taught.

    Attributes:
        kind: ``softmax``, ``sigmoid`` or ``value``.
        layers: units of the two layers.
        passes: over the data, at most.
        patience: passes without a smaller loss on the games kept apart that end the training.
        batch: decisions per step.
        rate: of learning, which falls to a tenth along a cosine.
        decay: of weights per step (AdamW).
        apart: the share of the games that decide when to stop and are not learned from.
        seed: decides everything that is drawn.
    """

    kind: str = "softmax"
    layers: tuple[int, int] = (128, 64)
    passes: int = 30
    patience: int = 4
    batch: int = 256
    rate: float = 1e-3
    decay: float = 1e-4
    apart: float = 0.1
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if self.kind not in ("softmax", "sigmoid", "value"):
            raise OptionError(
                f"A network is of the kind softmax, sigmoid or value, not {self.kind!r}."
            )
        if not all(1 <= size <= 4096 for size in self.layers):
            raise OptionError("A network has two layers of 1 to 4,096 units each.")
        whole = min(self.passes, self.patience, self.batch) >= 1
        if not whole or not 0 < self.rate <= 1 or not 0 <= self.decay < 1 or not 0 < self.apart < 1:
            raise OptionError(
                "passes, patience and batch are at least 1, rate is above 0 and at most 1, decay "
                "at least 0 and below 1, apart above 0 and below 1."
            )


@dataclass(frozen=True)
class Trained:
    """A network and how its training went.

    Attributes:
        arrays: the weights, as model files hold them.
        passes: after how many passes the best weights were reached.
        losses: the loss on the games kept apart, after each pass.
    """

    arrays: Arrays
    passes: int
    losses: tuple[float, ...]


def train(
    positions: Positions,
    settings: Settings | None = None,
    *,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Trained:
    """Teach a network.

    Args:
        positions: decisions, of at least two games.
        settings: how; `Settings` by default.
        checkpoint: a file that is written after each pass. Where it is there and belongs to this
            training, the training goes on from it; at the end it gives the model at once.
        progress: called after each pass.

    Raises:
        OptionError: PyTorch is not installed, or there are fewer than two games.
        FormatError: the checkpoint belongs to another training.
    """
    chosen = settings or Settings()
    with needs("PyTorch", "learn"):
        import torch  # noqa: F401
    if chosen.kind == "value":
        positions = positions.part(~np.isnan(positions.returns[:, 0]))
    games = np.unique(positions.matches)
    if len(games) < 2:
        raise OptionError("A network is taught by at least two finished games.")
    rng = np.random.default_rng([chosen.seed, 1])
    apart = rng.permutation(games)[: max(1, round(chosen.apart * len(games)))]
    kept_apart = np.isin(positions.matches, apart)
    run = _Training(positions.part(~kept_apart), positions.part(kept_apart), chosen)
    path = None if checkpoint is None else Path(checkpoint)
    with _one_thread():
        if path is not None and path.exists():
            run.restore(path)
        while not run.finished:
            run.one_pass()
            if path is not None:
                run.keep(path)
            if progress is not None:
                progress(len(run.losses), run.losses[-1])
        return run.trained()


@contextmanager
def _one_thread() -> Iterator[None]:
    """Sums in one order: with several threads their number would decide the last bits."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


class _OtherTrainingError(Exception):
    """A checkpoint that belongs to other games or settings."""


class _Training:
    """A training between two passes."""

    def __init__(self, learned: Positions, apart: Positions, settings: Settings) -> None:
        import torch

        self._settings = settings
        self._learned = _Batches(learned, settings.kind)
        self._apart = _Batches(apart, settings.kind)
        self.network = _network(learned, settings)
        self._optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=settings.rate, weight_decay=settings.decay
        )
        self.losses: list[float] = []
        self._best: Arrays = self._arrays()
        self._mark = _mark(learned, apart, settings)

    @property
    def finished(self) -> bool:
        """Whether patience or the passes have run out."""
        idle = len(self.losses) - 1 - int(np.argmin(self.losses)) if self.losses else 0
        return len(self.losses) >= self._settings.passes or idle >= self._settings.patience

    def one_pass(self) -> None:
        """Every decision once, in an order that the seed and the number of the pass decide."""
        number, settings = len(self.losses), self._settings
        rng = np.random.default_rng([settings.seed, 2, number])
        order = rng.permutation(len(self._learned))
        share = 0.55 + 0.45 * np.cos(np.pi * number / settings.passes)
        for group in self._optimizer.param_groups:
            group["lr"] = settings.rate * share
        self.network.train()
        for first in range(0, len(order), settings.batch):
            self._optimizer.zero_grad()
            loss = self._learned.loss(self.network, order[first : first + settings.batch])
            loss.backward()  # type: ignore[no-untyped-call]
            self._optimizer.step()
        self.network.eval()
        self.losses.append(self._apart.mean_loss(self.network))
        if self.losses[-1] <= min(self.losses):
            self._best = self._arrays()

    def trained(self) -> Trained:
        """The best weights so far, with the temperature that fits the games kept apart."""
        arrays = dict(self._best)
        if self._settings.kind != "value":
            arrays["temperature"] = np.array([self._temperature(arrays)], dtype=np.float32)
        return Trained(arrays, int(np.argmin(self.losses)) + 1, tuple(self.losses))

    def _temperature(self, arrays: Arrays) -> float:
        positions, kind = self._apart.positions, self._settings.kind
        scored = _scores(positions, arrays)
        best = min(
            (_surprise(positions, scored, kind, heat), abs(np.log(heat)), heat)
            for heat in np.geomspace(0.5, 2.0, 25)
        )
        return float(best[2])

    def keep(self, path: Path) -> None:
        """Write what is needed to go on, as arrays and JSON."""
        state = self._optimizer.state_dict()["state"]
        arrays: dict[str, Any] = {f"best.{name}": each for name, each in self._best.items()}
        for name, each in self.network.state_dict().items():
            arrays[f"now.{name}"] = each.numpy()
        for number, moments in state.items():
            for name, each in moments.items():
                arrays[f"moment.{number}.{name}"] = each.numpy()
        arrays["told"] = np.array(json.dumps({"mark": self._mark, "losses": self.losses}))
        with _bytes_of(arrays) as data:
            write_whole_bytes(path, data)

    def restore(self, path: Path) -> None:
        """Go on from what was kept."""
        import torch

        try:
            with path.open("rb") as opened, np.load(opened, allow_pickle=False) as kept:
                told = json.loads(str(kept["told"]))
                if told["mark"] != self._mark:
                    raise _OtherTrainingError
                self._best = {
                    name.removeprefix("best."): kept[name]
                    for name in kept.files
                    if name.startswith("best.")
                }
                self.network.load_state_dict(
                    {
                        name: torch.from_numpy(kept[f"now.{name}"].copy())
                        for name in self.network.state_dict()
                    }
                )
                moments: dict[int, dict[str, Any]] = {}
                for name in kept.files:
                    if name.startswith("moment."):
                        _, number, what = name.split(".")
                        found = torch.from_numpy(np.array(kept[name]))
                        moments.setdefault(int(number), {})[what] = found
            state = self._optimizer.state_dict()
            self._optimizer.load_state_dict({**state, "state": moments})
            self.losses = [float(loss) for loss in told["losses"]]
        except _OtherTrainingError:
            raise FormatError(
                f"{path} is the checkpoint of another training; remove it, or give the games and "
                "settings of that one."
            ) from None
        except (
            OSError,
            ValueError,
            LookupError,
            TypeError,
            EOFError,
            RuntimeError,
            BadZipFile,
        ) as error:
            raise FormatError(f"{path} is no checkpoint, or it is damaged; remove it.") from error

    def _arrays(self) -> Arrays:
        arrays = {}
        for name, each in self.network.state_dict().items():
            plain = each.detach().numpy().astype(np.float32).copy()
            ours = _NAMES[name]
            arrays[ours] = np.ascontiguousarray(plain.T) if ours in _TRANSPOSED else plain
        return arrays


@contextmanager
def _bytes_of(arrays: dict[str, Any]) -> Iterator[bytes]:
    import io

    with io.BytesIO() as written:
        np.savez(written, **arrays)
        yield written.getvalue()


def _mark(learned: Positions, apart: Positions, settings: Settings) -> str:
    """What tells trainings apart: the settings and every decision."""
    digest = hashlib.sha256(json.dumps(asdict(settings), sort_keys=True).encode())
    for positions in (learned, apart):
        for array in (positions.inputs, positions.legal, positions.chosen, positions.returns):
            digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def _network(positions: Positions, settings: Settings) -> torch.nn.Module:
    import torch

    inputs, (first, second) = positions.inputs.shape[1], settings.layers
    judged = settings.kind == "value"
    torch.manual_seed(settings.seed)

    class Scorer(torch.nn.Module):
        """The state's half, the action's half, a hidden layer, an output."""

        def __init__(self) -> None:
            super().__init__()
            self.state = torch.nn.Linear(inputs, first)
            if not judged:
                columns = _actions_of(positions).shape[1]
                self.actions = torch.nn.Linear(columns, first, bias=False)
            self.hidden = torch.nn.Linear(first, second)
            self.output = torch.nn.Linear(second, positions.game.seats if judged else 1)

        def forward(self, state: torch.Tensor, actions: torch.Tensor | None) -> torch.Tensor:
            one = self.state(state)
            if actions is not None:
                one = one.unsqueeze(1) + self.actions(actions)
            two = torch.relu(self.hidden(torch.relu(one)))
            found: torch.Tensor = self.output(two)
            return found if actions is None else found.squeeze(-1)

    return Scorer()


def _actions_of(positions: Positions) -> npt.NDArray[np.float32]:
    game = positions.game
    if not isinstance(game, _core.Game):
        raise OptionError(f"Networks learn native games; {game.name} is written in Python.")
    return _core.encode_actions(game)[1]


class _Batches:
    """Decisions as PyTorch takes them, filled up to the longest set of actions of a batch."""

    def __init__(self, positions: Positions, kind: str) -> None:
        import torch

        self.positions = positions
        self._kind = kind
        self._sizes = np.diff(positions.starts)
        if kind != "value":
            self._actions = torch.from_numpy(_actions_of(positions))

    def __len__(self) -> int:
        return len(self.positions)

    def loss(self, network: torch.nn.Module, rows: npt.NDArray[np.int64]) -> torch.Tensor:
        """The mean loss of some decisions."""
        import torch
        from torch.nn import functional

        positions = self.positions
        state = torch.from_numpy(positions.inputs[rows].astype(np.float32))
        if self._kind == "value":
            wanted = torch.from_numpy(positions.returns[rows])
            return functional.binary_cross_entropy_with_logits(network(state, None), wanted)
        sizes = self._sizes[rows]
        places = positions.starts[rows][:, None] + np.arange(sizes.max())[None, :]
        there = np.arange(sizes.max())[None, :] < sizes[:, None]
        legal = positions.legal[np.where(there, places, 0)]
        scores = network(state, self._actions[torch.from_numpy(legal.astype(np.int64))])
        mask = torch.from_numpy(there)
        chosen = torch.from_numpy(positions.chosen[rows].astype(np.int64))
        if self._kind == "softmax":
            return functional.cross_entropy(scores.masked_fill(~mask, -1e9), chosen)
        done = functional.one_hot(chosen, int(sizes.max())).float()
        each = functional.binary_cross_entropy_with_logits(scores, done, reduction="none")
        return (each * mask).sum() / len(rows)

    def mean_loss(self, network: torch.nn.Module) -> float:
        """Of all decisions."""
        import torch

        total = 0.0
        with torch.no_grad():
            for first in range(0, len(self), 1024):
                rows = np.arange(first, min(first + 1024, len(self)))
                total += float(self.loss(network, rows)) * len(rows)
        return total / len(self)


def _forward(one: npt.NDArray[Any], arrays: Arrays) -> npt.NDArray[np.float32]:
    two = np.maximum(np.maximum(one, 0) @ arrays["hidden"] + arrays["second_bias"], 0)
    scored: npt.NDArray[np.float32] = two @ arrays["output"].T + arrays["output_bias"]
    return scored


def _scores(positions: Positions, arrays: Arrays) -> list[npt.NDArray[np.float32]]:
    """The score of each legal action of each decision."""
    halves = _actions_of(positions) @ arrays["actions"]
    found = []
    for first in range(0, len(positions), 512):
        rows = range(first, min(first + 512, len(positions)))
        states = positions.inputs[rows.start : rows.stop].astype(np.float32) @ arrays["state"]
        states += arrays["first_bias"]
        begin, end = positions.starts[rows.start], positions.starts[rows.stop]
        sizes = np.diff(positions.starts[rows.start : rows.stop + 1])
        one = np.repeat(states, sizes, axis=0) + halves[positions.legal[begin:end]]
        found += np.split(_forward(one, arrays)[:, 0], np.cumsum(sizes)[:-1])
    return found


def _shares(scores: npt.NDArray[np.float32], kind: str, heat: float) -> npt.NDArray[np.float64]:
    logs = scores.astype(np.float64)
    if kind == "sigmoid":
        logs = -np.log1p(np.exp(-np.clip(logs, -700, 700)))
    weights = np.exp((logs - logs.max()) / heat)
    shares: npt.NDArray[np.float64] = weights / weights.sum()
    return shares


def _surprise(
    positions: Positions, scored: list[npt.NDArray[np.float32]], kind: str, heat: float
) -> float:
    chosen = positions.chosen.tolist()
    said = [_shares(each, kind, heat)[place] for each, place in zip(scored, chosen, strict=True)]
    return float(-np.log(np.maximum(said, 1e-12)).mean())


def chances(positions: Positions, arrays: Arrays, kind: str) -> list[npt.NDArray[np.float64]]:
    """What a model of the kind softmax, sigmoid or frequency thinks will be done, by decision."""
    if kind == "frequency":
        found = []
        for decision in range(len(positions)):
            weights = arrays["weights"][positions.legal_of(decision)].astype(np.float64)
            weights = np.maximum(weights, 1e-12)
            found.append(weights / weights.sum())
        return found
    heat = float(arrays["temperature"][0])
    return [_shares(each, kind, heat) for each in _scores(positions, arrays)]


def values(positions: Positions, arrays: Arrays) -> npt.NDArray[np.float64]:
    """What a model of values gives each seat, as a share of the range, the deciding seat first."""
    found = []
    for first in range(0, len(positions), 1024):
        states = positions.inputs[first : first + 1024].astype(np.float32) @ arrays["state"]
        found.append(_forward(states + arrays["first_bias"], arrays))
    outputs = np.concatenate(found).astype(np.float64)
    shares: npt.NDArray[np.float64] = 1 / (1 + np.exp(-np.clip(outputs, -700, 700)))
    return shares
