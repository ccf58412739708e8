"""Karamalegkos's experiments with UCT, Bayesian UCT and the value of information in Catan.

docs/sources/karamalegkos.md lists the claims, the readings chosen and what was found.

| module | subject |
|---|---|
| `arms` | who sits with whom, with which budget |
| `speeds` | what is measured on the spot |
| `claims` | K1 to K23 |
| `figures` | his tables of metrics, from what was played |
| `contents` | every claim, and its figures |
"""
