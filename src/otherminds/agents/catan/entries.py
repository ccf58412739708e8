"""The catalogue of Catan."""

from __future__ import annotations

from otherminds.agents.catalogue import listed, recipe
from otherminds.agents.catan.belief_planners import tbmcts, tbmctsor
from otherminds.agents.catan.builds import karamalegkos, karamalegkos_random
from otherminds.agents.catan.planners import (
    guided,
    mcts,
    pilot,
    smart_settlers,
    tismcts,
    tmcts,
    tpomcp,
    tpomcp_ts_cr,
)
from otherminds.contracts import Player

__all__ = ["CATALOGUE", "best"]


def best() -> Player:
    """An honest agent for play, at about a second per move or less: `guided`."""
    return guided()


CATALOGUE = (
    recipe(best),
    recipe(guided),
    recipe(pilot, source="Dobre 2018, chapter 4"),
    recipe(tmcts, source="Dobre 2018, chapter 5"),
    recipe(mcts, source="Dobre 2018, chapter 5"),
    recipe(tismcts, source="Dobre 2018, chapter 6"),
    recipe(tpomcp, source="Dobre 2018, chapter 6"),
    recipe(tbmcts, source="Dobre 2018, chapter 6"),
    recipe(tbmctsor, source="Dobre 2018, chapter 6"),
    recipe(tpomcp_ts_cr, source="Dobre 2018, chapter 8"),
    recipe(smart_settlers, source="Szita et al. 2010; Dobre 2018, chapter 5"),
    recipe(karamalegkos, source="Karamalegkos"),
    recipe(karamalegkos_random, source="Karamalegkos"),
    *listed("stac", source="Guhe and Lascarides 2014"),
    *listed("stac_2015", source="StacSettlers, files of its experiments"),
    *listed("stac_original", source="StacSettlers, its manual"),
    *listed("jsettlers_fast", "jsettlers_smart", source="Thomas 2004"),
    *listed("jsettlers_mix", source="Thomas 2004"),
    *listed("value"),
    *listed("typed", source="Dobre 2018, chapter 5"),
    *listed("turn_typed", source="Dobre 2018, roll-outs of the program"),
    *listed("people", source="Dobre 2018, roll-outs of chapter 5"),
    *listed("random", source="Dobre 2018; Karamalegkos"),
)
