"""A game of Cardwright that is played from here: `tests/suite/src/bin/lockstep.rs` behind a pipe."""

import json
import subprocess


class Divergence(Exception):
    """The two programs differ."""


class Bridge:
    """One process, which plays one game after another."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.position = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def ask(self, request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise Divergence(f"Cardwright has failed at {request}")
        self.position = json.loads(line)
        return self.position

    def leave(self):
        """The game that is running is not gone on with."""
        self.position = None

    def begin(self, game, players, options):
        self.ask({"begin": {"game": game, "players": players, "options": options}})

    def answer(self, prompt, *options):
        self.ask({"answer": {"number": prompt["number"], "options": list(options)}})

    def shuffle(self, rng):
        """Answers the open question to chance with a random order, and returns the names, the first one uppermost."""
        chance = self.position["chance"]
        outcomes = chance["outcomes"][:]
        rng.shuffle(outcomes)
        numbers = [outcome["number"] for outcome in outcomes]
        self.ask({"chance": {"number": chance["number"], "outcomes": numbers}})
        return [outcome["text"] for outcome in outcomes]

    def prompt(self):
        """The prompt that is open first."""
        if not self.position["prompts"]:
            raise Divergence(f"Cardwright asks nobody: {self.position['outcome']}")
        return self.position["prompts"][0]

    def options(self):
        """What may be chosen in that prompt: the number of each option by what it is."""
        return {said(option): number for number, option in enumerate(self.prompt()["options"])}

    def attribute(self, player, name):
        return self.position["players"][player]["attributes"][name]

    def cards(self, zone, player=None):
        """The names of the cards in a zone of the game, or of a player by number."""
        owner = None if player is None else "ABCDEFGHIJ"[player]
        for found in self.position["zones"]:
            if found["zone"]["zone"] == zone and found["zone"].get("owner") == owner:
                return found["cards"]
        return []

    def shown(self):
        return json.dumps(self.position["prompts"], indent=1)


def said(option):
    """What an option is: the name of a card, a word, or `pass`."""
    choice = option["choice"]
    kind = choice["kind"]
    if kind == "pass":
        return "pass"
    if kind == "word":
        return choice["word"]
    # A use of a card reads "A plays Jack of Clubs".
    return option["text"].split(" plays ")[-1]
