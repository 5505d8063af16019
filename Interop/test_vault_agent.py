"""`cerca vault` at a terminal, with its agent, and with the clipboard."""

import json
import os
import pathlib
import re
import signal
import subprocess
import time

import pytest
from vaults import HOME, PASSWORD, add, in_terminal, vault, wait_until  # noqa: F401


# ---- A terminal, the agent, the clipboard ----


def test_a_password_is_asked_for_without_being_shown(vault):
    vault.create()
    add(vault)
    shown = in_terminal(vault, ["list"], [PASSWORD])
    assert b"Correo de casa" in shown and b"[exit 0]" in shown
    assert "contraseña larga".encode() not in shown
    concealed = in_terminal(vault, ["show", "Correo de casa", "--password-file", str(vault.password)])
    assert b"s3creto" not in concealed and "••••".encode() in concealed
    revealed = in_terminal(vault, ["show", "Correo de casa", "--reveal", "--password-file", str(vault.password)])
    assert b"s3creto-viejo" in revealed


def agents(vault) -> list[int]:
    """The processes that run as an agent of this test's home."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            environment = (process / "environ").read_bytes()
        except OSError:
            continue
        if b"agent" in words and f"HOME={vault.home}".encode() in environment:
            found.append(int(process.name))
    return found


def unlock(vault, *options):
    result = vault.run("unlock", "--password-file", vault.password, *options, json_lines=True)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_the_agent_opens_the_vault_until_it_is_locked(vault):
    vault.create()
    add(vault)
    assert unlock(vault)["unlocked"]
    assert len(agents(vault)) == 1
    for _ in range(5):
        assert vault.run("list").returncode == 0
    begin = time.monotonic()
    assert vault.run("show", "Correo de casa", "--field", "password").stdout == "s3creto-viejo\n"
    assert vault.run("list", "--password-file", vault.wrong).returncode == 1, "what is given is what counts"
    status = json.loads(vault.run("unlock", "--status", json_lines=True).stdout)
    assert status["unlocked"] and 300 - (time.monotonic() - begin) - 1 <= status["secondsLeft"] <= 300
    unlock(vault)
    assert len(agents(vault)) == 1, "the second took the first one's place"
    assert json.loads(vault.run("lock", json_lines=True).stdout)["wasUnlocked"]
    assert vault.run("list").returncode == 1
    wait_until(lambda: agents(vault) == [])
    assert not list((vault.folder / "run" / "cerca").iterdir())


def test_the_agent_locks_when_it_is_idle_and_when_it_is_told_to_end(vault):
    vault.create()
    for seconds in (1, 4, 16, 64):
        begin = time.monotonic()
        unlock(vault, "--auto-lock", seconds)
        listed = vault.run("list")
        # Where the two took so long that it may have been locked in between, it is tried with more time.
        if time.monotonic() - begin < seconds:
            break
    assert listed.returncode == 0
    wait_until(lambda: agents(vault) == [], seconds=180)
    assert vault.run("list").returncode == 1
    unlock(vault)
    os.kill(agents(vault)[0], signal.SIGTERM)
    wait_until(lambda: agents(vault) == [])
    assert vault.run("list").returncode == 1
    assert not list((vault.folder / "run" / "cerca").iterdir())


def test_an_agent_that_was_killed_is_replaced(vault):
    vault.create()
    unlock(vault)
    os.kill(agents(vault)[0], signal.SIGKILL)
    wait_until(lambda: agents(vault) == [])
    assert vault.run("list").returncode == 1
    unlock(vault)
    assert vault.run("list").returncode == 0


def test_no_argument_of_any_process_holds_a_key(vault):
    vault.create()
    unlock(vault)
    words = pathlib.Path(f"/proc/{agents(vault)[0]}/cmdline").read_bytes().split(b"\0")
    assert [word for word in words if word] == [b"cerca", b"vault", b"agent"]
    status = pathlib.Path(f"/proc/{agents(vault)[0]}/limits").read_text()
    assert re.search(r"Max core file size\s+0\s+0", status)


def test_the_agent_holds_no_descriptor_of_whoever_started_it(vault):
    vault.create()
    lock = vault.folder / "a stranger's lock"
    lock.touch()
    # Without -o, flock leaves its lock to what it starts.
    unlocked = vault.run("unlock", "--password-file", vault.password, prefix=["flock", lock])
    assert unlocked.returncode == 0, unlocked.stderr
    (agent,) = agents(vault)
    assert subprocess.run(["flock", "--nonblock", lock, "true"]).returncode == 0
    held = [os.readlink(link) for link in pathlib.Path(f"/proc/{agent}/fd").iterdir()]
    assert str(lock) not in held, held
    assert vault.run("list").returncode == 0


def test_the_keys_of_the_agent_lie_in_locked_memory(vault):
    vault.create()
    unlock(vault)
    status = pathlib.Path(f"/proc/{agents(vault)[0]}/status").read_text()
    assert int(re.search(r"VmLck:\s+(\d+) kB", status)[1]) > 0, status


def test_an_item_that_asks_again_is_not_shown_by_the_agent(vault):
    vault.create()
    vault.ok("add", "--category", "Web", "--field", "password=p", "--field", "user=u", "--ask-again", "Delicado")
    unlock(vault)
    assert vault.run("show", "Delicado", "--field", "user").returncode == 0
    assert vault.run("show", "Delicado", "--field", "password").returncode == 1
    assert vault.run("show", "Delicado", "--field", "password", "--password-file", vault.password).stdout == "p\n"


def test_the_agent_tells_no_letter_of_an_item_that_asks_again(vault):
    """Whoever finds the vault open asks for the password by its beginning, letter by letter."""
    vault.create()
    secret = ["--field", "password=sw0rd-fish", "--field", "concealed:Clave=sw0rd", "--field", "user=ana"]
    vault.ok("add", "--category", "Web", *secret, "--ask-again", "Delicado")
    vault.ok("add", "--category", "Web", *secret, "Corriente")
    unlock(vault)

    def found(*words, **options):
        result = vault.run("search", *words, json_lines=True, **options)
        assert result.returncode == 0, result.stderr
        return {line["title"]: line["fields"] for line in map(json.loads, result.stdout.splitlines())}

    assert found("ana") == {"Corriente": ["user"], "Delicado": ["user"]}
    assert found("sw0rd") == {}, "nobody asked for concealed fields"
    for letter in "abcdefghijklmnopqrstuvwxyz0123456789-":
        fields = found(f"Delicado {letter}", "--concealed").get("Delicado", [])
        assert set(fields) <= {"user"}, letter
    assert found("sw0rd", "--concealed") == {"Corriente": ["password", "concealed:Clave"]}
    # A guess that is added is no way to have one confirmed either.
    vault.run("add", "--category", "Web", "--field", "password=sw0rd-fish", "Prueba")
    vault.ok("remove", "Corriente")
    audit = [json.loads(line) for line in vault.run("audit", json_lines=True).stdout.splitlines()]
    assert audit[-1]["reused"] == 0
    guess = vault.run("edit", "Delicado", "--field", "password=sw0rd-fish")
    assert guess.returncode == 1 and "unchanged" not in guess.stdout
    owner = vault.ok("search", "sw0rd", "--concealed")
    assert {line["title"] for line in owner} == {"Delicado", "Prueba"}
    assert vault.ok("audit")[-1]["reused"] == 2


@pytest.fixture
def clipboard(vault):
    """A desktop whose clipboard is a file, with an xclip that says what it was called with."""
    tools = vault.folder / "tools"
    tools.mkdir()
    board = vault.folder / "board"
    board.write_text("antes")
    program = tools / "xclip"
    program.write_text(
        "#!/bin/sh\n"
        f'echo "$@" >> {vault.folder}/calls\n'
        f'case "$*" in *-out*) cat {board} ;; *) cat > {board} ;; esac\n')
    program.chmod(0o755)
    vault.environment |= {"PATH": f"{tools}:{os.environ['PATH']}", "DISPLAY": ":99"}
    return board


def test_a_copied_password_is_cleared_after_a_while(vault, clipboard):
    vault.create()
    add(vault)
    unlock(vault)
    begin = time.monotonic()
    result = vault.run("copy", "Correo de casa", "--clear-after", 1, json_lines=True)
    assert result.returncode == 0 and time.monotonic() - begin >= 1
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {"copied": "password", "secondsLeft": 1}, {"cleared": True}]
    assert clipboard.read_text() == ""
    assert "s3creto" not in (vault.folder / "calls").read_text(), "no argument holds the secret"


def test_what_was_copied_meanwhile_is_left_alone(vault, clipboard, start):
    vault.create()
    add(vault)
    unlock(vault)
    process = start(
        vault.cerca, "vault", "copy", "Correo de casa", "--clear-after", 5, env=vault.environment,
        stderr=subprocess.DEVNULL)
    wait_until(lambda: clipboard.read_text() == "s3creto-viejo")
    clipboard.write_text("otra cosa")
    assert process.wait(60) == 0
    assert clipboard.read_text() == "otra cosa"


def test_an_interruption_clears_the_clipboard_at_once(vault, clipboard, start):
    vault.create()
    add(vault)
    unlock(vault)
    process = start(
        vault.cerca, "vault", "copy", "Correo de casa", "--clear-after", 600, env=vault.environment,
        stderr=subprocess.DEVNULL)
    wait_until(lambda: clipboard.read_text() == "s3creto-viejo")
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 0
    assert clipboard.read_text() == ""
