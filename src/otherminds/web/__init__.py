"""The browser table: a server for people who play with agents, and look into their minds.

``otherminds table`` starts it. It needs the extra ``web``; nothing else of the package does.

| module | subject |
|---|---|
| `messages` | everything that is sent; its parts: `requests`, `replies`, `shown` |
"""
