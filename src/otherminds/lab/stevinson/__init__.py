"""Stevinson's experiments with type-based opponent modelling in Othello.

docs/sources/stevinson.md lists the claims, the readings chosen and what was found.

| module | subject |
|---|---|
| `arms` | agents, opponents and budgets |
| `measures` | numbers of his that are read off stored games |
| `people` | claims about people, from recorded games |
| `legacy` | the defects of the published program, as arms |
| `claims` | S1 to S26 |
| `controls` | C: what the gain is due to |
| `defects` | L: S6, S11 and S14 with the defects |
| `robust` | R: types that survive being wrong, and what each part of that earns |
| `figures` | the plots of the report |
| `contents` | every claim, in the order of the source, and its figures |
"""
