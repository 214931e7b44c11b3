#!/usr/bin/env python3
"""Plays the traditional games in lockstep with OpenSpiel, an independent implementation.

    tests/lockstep/lockstep.py [--games N] [--seed S] [--profile dev|release] [--built DIR] [--no-speed] [GAME ...]

Both programs get the same deal. At every decision the two sets of legal actions must be the same; one of them is chosen at
random and given to both. At the end both must give the same returns. Then both play random games by themselves for as
long, and the decisions that they make in a second are compared.

OpenSpiel (PyPI: open_spiel) is installed into a virtual environment under `target/lockstep` on the first run.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OPEN_SPIEL = "open_spiel==2.0.2"


def in_environment():
    """Runs this script again in a virtual environment that has OpenSpiel."""
    folder = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "lockstep"
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    if subprocess.run([python, "-c", "import pyspiel"], capture_output=True).returncode != 0:
        subprocess.run([python, "-m", "pip", "install", "--quiet", OPEN_SPIEL], check=True)
    os.execv(python, [str(python), *sys.argv])


try:
    import pyspiel
except ImportError:
    in_environment()

sys.path.insert(0, str(Path(__file__).resolve().parent))
from bridge import Bridge, Divergence  # noqa: E402
from games import GAMES  # noqa: E402


def build(profile):
    """Builds what is needed of Cardwright, and says where it lies."""
    command = ["cargo", "build", "--quiet", "--profile", profile, "-p", "suite", "--bin", "lockstep"]
    subprocess.run(command, cwd=ROOT, check=True)
    subprocess.run([*command[:5], "--bin", "cardwright"], cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return target / ("debug" if profile == "dev" else profile)


def play(kind, game, bridge, rng):
    """Plays one game of OpenSpiel's in lockstep; the number of its decisions."""
    ours = kind(bridge, rng)
    state = game.new_initial_state()
    decisions = 0
    ours.begin()
    while not state.is_terminal():
        if state.is_chance_node():
            action = ours.chance(state)
            if action not in state.legal_actions():
                raise Divergence(f"OpenSpiel does not know the deal {action} in\n{state}")
            state.apply_action(action)
            continue
        legal = {action: state.action_to_string(action) for action in state.legal_actions()}
        offered = ours.legal(state)
        common = ours.agreed(set(legal), set(offered), state)
        if not common:
            raise Divergence(
                f"OpenSpiel: {sorted(legal.values())}\nCardwright: {sorted(map(str, offered))}\n{state}\n{bridge.shown()}"
            )
        action = rng.choice(sorted(common))
        ours.choose(action, offered.get(action))
        state.apply_action(action)
        decisions += 1
    ours.compare(state.returns())
    return decisions


def lockstep(name, kind, bridge, games, seed):
    """Plays many games in lockstep."""
    game = pyspiel.load_game(kind.OPEN_SPIEL)
    kind.COUNTED.clear()
    bridge.leave()
    began, decisions = time.time(), 0
    for number in range(games):
        try:
            decisions += play(kind, game, bridge, random.Random(f"{name} {seed + number}"))
        except (Divergence, RuntimeError) as problem:
            sys.exit(f"{name}, seed {seed + number}: the two differ\n{problem}")
    print(f"{name}: {games} games, {decisions} decisions in lockstep, {time.time() - began:.1f} s, no difference")
    print(f"    {kind.OPEN_SPIEL}")
    for note in kind.DIFFERENCES:
        print(f"    {note}")
    for what, times in kind.COUNTED.items():
        print(f"    {times} times: {what}")


def speed(name, kind, command, seconds):
    """Decisions a second of both, by themselves: OpenSpiel's own loop in C++, and `cardwright sim` with one thread."""
    game = pyspiel.load_game(kind.OPEN_SPIEL)
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    per_game = random_decisions(game)
    games, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        for _ in range(20):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, games)
            games += 1
    theirs = games * per_game / (time.perf_counter() - began)
    ours = simulated(command, kind, seconds)
    print(f"{name}: OpenSpiel {theirs:,.0f}, Cardwright {ours:,.0f} decisions a second; {theirs / ours:.1f} times")


def random_decisions(game, games=200):
    """How many decisions a game of OpenSpiel's has on average, if they are taken at random."""
    rng, decisions = random.Random(1), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
    return decisions / games


def simulated(command, kind, seconds):
    """Decisions a second of `cardwright sim`, in about as much time."""
    rate, games = 0, 50
    while True:
        arguments = [command, "sim", kind.PACK, "--seats", str(kind.PLAYERS), "--threads", "1", "--games", str(games)]
        began = time.perf_counter()
        output = subprocess.run(arguments, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        rate = int(re.search(r"(\d+) decisions/s", output).group(1))
        took = time.perf_counter() - began
        if took >= seconds / 2:
            return rate
        games = int(games * min(20, max(2, seconds / max(took, 0.01))))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", choices=["dev", "release"], default="release")
    parser.add_argument("--built", type=Path, metavar="DIR", help="where `lockstep` and `cardwright` lie, already built")
    parser.add_argument("--seconds", type=float, default=5, help="how long each program plays by itself")
    parser.add_argument("--no-speed", action="store_true")
    arguments = parser.parse_args()
    programs = arguments.built or build(arguments.profile)
    names = arguments.names or list(GAMES)
    with Bridge(programs / "lockstep") as bridge:
        for name in names:
            lockstep(name, GAMES[name], bridge, arguments.games, arguments.seed)
    if not arguments.no_speed:
        for name in names:
            speed(name, GAMES[name], programs / "cardwright", arguments.seconds)


if __name__ == "__main__":
    main()
