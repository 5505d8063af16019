"""The tutorial's commands, run as they stand in Docs/tutorial.md, so that a newcomer never meets one that fails."""

import os
import pathlib
import re
import subprocess
import sys

import pytest
from conftest import ROOT, wait_for_port

PAGE = ROOT / "Docs" / "tutorial.md"
BLOCK = re.compile(r"((?:^<!-- [^\n]* -->\n)*)^```(sh|text)\n(.*?)^```\n", re.DOTALL | re.MULTILINE)


def blocks() -> list[tuple[list[str], str, str]]:
    """The remarks, the kind and the text of each code block before the part that needs hardware."""
    page, separator, _ = PAGE.read_text().partition("\n## 8. On a Raspberry Pi\n")
    assert separator, "the part that is not run has another heading"
    return [(re.findall(r"<!-- (.*?) -->", notes), kind, text) for notes, kind, text in BLOCK.findall(page)]


def seen(line: str, output: str) -> bool:
    """Whether a line of the output is like `line`, in which … stands for anything and a space for some."""
    pattern = r"\s+".join(re.escape(word).replace("…", ".*") for word in line.split())
    return any(re.fullmatch(pattern, candidate.strip()) for candidate in output.splitlines())


class Machine:
    """Runs the blocks in order, with ports and a folder of its own."""

    def __init__(self, cerca: pathlib.Path, folder: pathlib.Path, free_port, start):
        self.names = {".build/release/cerca": str(cerca), ".build/tutorial": str(folder / "tutorial"),
                      ".venv/bin/python": sys.executable}
        self.names |= {port: str(free_port()) for port in ("9402", "9403", "9404", "9405", "8080")}
        self.start = start
        self.running: dict[str, subprocess.Popen] = {}
        self.output = ""

    def here(self, text: str) -> str:
        return re.sub("|".join(map(re.escape, self.names)), lambda found: self.names[found[0]], text)

    def leave_running(self, text: str) -> None:
        self.running[text] = self.start("bash", "-c", self.here(text), cwd=ROOT, stdout=subprocess.DEVNULL)
        for port in re.findall(r"(?:-hci_port|--port) (\d+)", self.here(text)):
            wait_for_port(int(port))

    def stop(self, words: str) -> None:
        [text] = [text for text in self.running if words in text]
        # As Ctrl-C does: to the whole group of the terminal.
        process = self.running.pop(text)
        os.killpg(process.pid, 2)
        process.wait(60)

    def run(self, text: str) -> None:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", self.here(text)], cwd=ROOT, capture_output=True, text=True, timeout=120,
            env=os.environ | {"LC_ALL": "C.UTF-8"})
        assert done.returncode == 0, f"{text}\n{done.stderr}"
        self.output = done.stdout


def test_every_step_of_the_tutorial_works(cerca, tmp_path, free_port, start):
    machine = Machine(cerca, tmp_path, free_port, start)
    ran = 0
    for notes, kind, text in blocks():
        for note in notes:
            if note.startswith("stop: "):
                machine.stop(note.removeprefix("stop: "))
        if kind == "text":
            for line in text.splitlines():
                assert seen(line, machine.output), f"no line like {line!r} in\n{machine.output}"
            for note in notes:
                word = note.removeprefix("never: ")
                assert word == note or word not in machine.output, machine.output
        elif "built" in notes:
            # What is built is the command under test: that the verbs exist is all that is left to ask.
            subprocess.run(["make", "--dry-run", *re.findall(r"^make (\S+)$", text, re.MULTILINE)], cwd=ROOT,
                           check=True, stdout=subprocess.DEVNULL)
        elif "leave running" in notes:
            machine.leave_running(text)
        else:
            machine.run(text)
        ran += 1
    assert ran == len(re.findall(r"^```(?:sh|text)$", PAGE.read_text().split("\n## 8. ")[0], re.MULTILINE)) > 10


@pytest.mark.parametrize("line, output, expected", [
    ("… entered 100.1", "19:46:19  entered  100.1", True),
    ("… entered 100.1", "19:46:19  entered  100.12", False),
    ("… proved Almendra (visit …)", "19:46:21  proved   Almendra (visit 01a2)", True),
    ("… proved Almendra (visit …)", "19:46:21  rejected Almendra", False),
])
def test_lines_are_compared_and_not_only_looked_for(line, output, expected):
    assert seen(line, output) == expected
