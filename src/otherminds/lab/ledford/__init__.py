"""Ledford's experiments with belief planners in Cluedo.

docs/sources/ledford.md lists the claims, the readings chosen and what was found.

| module | subject |
|---|---|
| `arms` | players, tables and numbers of games |
| `suggestions` | what stored games tell of suggestions |
| `measures` | numbers of games, and statistics over them |
| `shape` | what searches cost, and the shape of their trees |
| `baseline` | L1 to L4, L14, L15: players that do not search |
| `planners` | L5 to L9, L16 to L18: planners against the Heuristic |
| `conduct` | L10 to L13: suggestions, lengths and ends of games |
| `beyond` | B: what the thesis asks for, and what does better |
| `figures` | the plots and tables of the report |
| `contents` | every claim, in the order of the source, and its figures |
"""
