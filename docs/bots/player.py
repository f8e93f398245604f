#!/usr/bin/env python3
"""Plays whole games: python3 player.py TITLE [options of `grognard bot`]. Needs grognard on the path."""
import json
import random
import subprocess
import sys


class Umpire:
    def __init__(self, *arguments):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(["grognard", "bot", *arguments], stdin=pipe, stdout=pipe, text=True)

    def hear(self):
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def say(self, **words):
        print(json.dumps(words), file=self.process.stdin, flush=True)


def decide(umpire, question):
    """Mostly what the computer would do; now and then anything that is allowed."""
    if random.random() < 0.8:
        umpire.say(suggest=True)
        return umpire.hear()["answer"]
    return random.choice(question["options"])["key"]


umpire = Umpire(*sys.argv[1:])
while message := umpire.hear():
    if message["type"] == "ask":
        umpire.say(answer=decide(umpire, message["question"]))
    elif message["type"] == "refused":
        sys.exit(message["refusal"]["reason"])
    elif message["type"] == "end":
        print(f"Game {message['game']}: {message['end']['words']}")
sys.exit(umpire.process.wait())
