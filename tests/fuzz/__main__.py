"""``python -m tests.fuzz [SUBJECT ...] [--count N] [--seed S]``: all subjects at full size."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import time

import tests.fuzz


def subjects() -> list[str]:
    found = (module.name for module in pkgutil.iter_modules(tests.fuzz.__path__))
    return [name for name in found if name != "__main__" and not name.startswith("test_")]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("subject", nargs="*", choices=[[], *subjects()], default=[])
    parser.add_argument("--count", type=int, help="inputs per subject; by default its full size")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    for subject in given.subject or subjects():
        module = importlib.import_module(f"tests.fuzz.{subject}")
        start = time.monotonic()
        count = given.count or module.FULL
        print(f"{subject}: ", end="", flush=True)
        told = module.fuzz(count, given.seed)
        print(f"{count:,} inputs, {told}, {time.monotonic() - start:.0f} seconds", flush=True)


if __name__ == "__main__":
    main()
