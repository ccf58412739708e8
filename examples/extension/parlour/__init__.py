"""A game, an agent and a command that join Otherminds when they are installed."""
