"""A Debian 12 of its own in a folder, for tests that install the package: debootstrap makes it once, tests take copies.

What runs in it sees the folder as its root, processes of its own and a network of its own with nothing but loopback. All of
that ends with the process that was started.
"""

import fcntl
import pathlib
import subprocess
import time

from conftest import ROOT

MIRROR = "http://deb.debian.org/debian"
BASE = ROOT / ".build/debian-12"


def base() -> pathlib.Path:
    """The folder of a Debian as small as debian:12-slim, made when it is not there."""
    BASE.parent.mkdir(exist_ok=True)
    with open(BASE.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (BASE / "made").exists():
            subprocess.run(["rm", "-rf", "--one-file-system", BASE], check=True)
            subprocess.run(["debootstrap", "--variant=minbase", "bookworm", BASE, MIRROR], check=True, capture_output=True)
            # Services are started by the tests.
            policy = BASE / "usr/sbin/policy-rc.d"
            policy.write_text("#!/bin/sh\nexit 101\n")
            policy.chmod(0o755)
            (BASE / "made").write_text("")
    return BASE


class Debian:
    """A copy of it in a folder."""

    def __init__(self, folder: pathlib.Path):
        self.root = folder
        subprocess.run(["cp", "-a", "--reflink=auto", base(), folder], check=True)

    def command(self, *words, alone: bool = False, user: str | None = None, writable: list[str] | None = None,
                environment: dict[str, str] | None = None) -> list[str]:
        """What runs words in it.

        alone: in a network of its own. user: as UID:GID, without capabilities. writable: these folders and /tmp alone can be
        written, and /tmp is empty.
        """
        lines = ['mount --bind "$0" "$0"', 'mount -t proc proc "$0/proc"']
        if alone:
            lines.append("ip link set lo up")
        if writable is not None:
            lines += [f'mount --bind "$0{folder}" "$0{folder}"' for folder in writable]
            lines += ['mount -t tmpfs tmpfs "$0/tmp"', 'mount -o remount,bind,ro "$0"']
        variables = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"} | (environment or {})
        enter = ["env", "-i", *(f"{name}={value}" for name, value in variables.items()), "chroot"]
        if user:
            enter.append(f"--userspec={user}")
        spaces = ["unshare", "--mount", "--pid", "--fork", "--kill-child", *(["--net"] if alone else [])]
        return [*spaces, "sh", "-ec", "; ".join(lines) + '; root=$0; exec "$@"', str(self.root), *enter, str(self.root),
                *map(str, words)]

    def run(self, *words, check: bool = True, **options) -> subprocess.CompletedProcess:
        """Runs words in it to their end."""
        done = subprocess.run(self.command(*words, **options), capture_output=True, text=True, timeout=300)
        assert not check or done.returncode == 0, (words, done.stdout[-2000:], done.stderr[-2000:])
        return done

    def shell(self, line: str, **options) -> str:
        """What a line of the shell prints in it."""
        return self.run("sh", "-c", line, **options).stdout


def inside(process: subprocess.Popen) -> str:
    """The id of the process that `unshare` started, in whose spaces `nsenter` runs."""
    deadline = time.monotonic() + 30
    while True:
        children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        if children:
            return children[0]
        assert process.poll() is None and time.monotonic() < deadline, "nothing was started"
        time.sleep(0.05)


def fetch(process: subprocess.Popen, address: str) -> subprocess.CompletedProcess:
    """Asks an address in the network of a process, until it answers or 60 seconds are over; its exit code is curl's."""
    return subprocess.run(
        ["nsenter", "--net", "--target", inside(process), "curl", "--silent", "--show-error", "--fail", "--max-time", "20",
         "--retry", "60", "--retry-delay", "1", "--retry-connrefused", "--retry-max-time", "60", address],
        capture_output=True, text=True, timeout=120)
