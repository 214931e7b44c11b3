"""The programs in the guide run, and print what they say."""

import contextlib
import io
import os
import re

from conftest import ROOT


def test_the_programs_of_the_guide_run(monkeypatch):
    text = (ROOT / "tools/python/README.md").read_text()
    programs = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    for program in programs:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(program, "README.md", "exec"), names)  # noqa: S102
        for promised in re.findall(r"print\(.*\)  +# (.*)", program):
            assert promised in printed.getvalue()
    assert len(programs) >= 3 and os.getcwd() == str(ROOT)
