"""The named players of Catan. All of them play the hidden game from what their seat sees."""

from __future__ import annotations

from otherminds.contracts import Policy

__all__ = [
    "jsettlers_fast",
    "jsettlers_mix",
    "jsettlers_smart",
    "people",
    "stac",
    "stac_2015",
    "stac_original",
    "turn_typed",
    "typed",
    "value",
]

typed = Policy("typed")
"""Draws a kind of action first, then one of that kind: random play in which offers are no flood."""

turn_typed = Policy("turn_typed")
"""Draws a kind of action in the midst of its turn, and any action elsewhere (Dobre 2018)."""

people = Policy("people")
"""Draws a kind of action as often as people choose it in the midst of its turn (Dobre 2018)."""

value = Policy("value")
"""Makes the move after which its position looks best."""

stac = Policy("stac")
"""Plans by building time and trades for its plan (Guhe and Lascarides 2014)."""

stac_2015 = Policy("stac_2015")
"""Stac as in the experiments of 2015: few offers, quick growth."""

stac_original = Policy("stac_original")
"""What Stac was compared with: the older plans with the new opening."""

jsettlers_fast = Policy("jsettlers_fast")
"""The fast robot of JSettlers (Thomas 2004)."""

jsettlers_smart = Policy("jsettlers_smart")
"""The smart robot of JSettlers, which weighs who would win when."""

jsettlers_mix = Policy("jsettlers_mix")
"""In 7 games of 10 the fast robot, else the smart one."""
