"""A program that plays any game by random legal moves: program('python3 random_mover.py')."""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "begin":
        choose = random.Random(message["seed"]).choice
    elif message["type"] == "act":
        move = choose(message["legal"])
        print(json.dumps({"action": move["action"]}), flush=True)
