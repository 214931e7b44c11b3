"""The examples do what they say."""

import re
import subprocess
import sys
from pathlib import Path

from conftest import ROOT

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def test_training_beats_random_play():
    command = [sys.executable, EXAMPLES / "train_poker.py", "--packs", ROOT, "--games", "8000", "--measured", "2000"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    random, trained = re.findall(r"\((.*)% to (.*)%\)", told)
    assert float(random[0]) < 50 < float(random[1]), told
    assert float(trained[0]) > float(random[1]), told
