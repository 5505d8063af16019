"""Runs a command with the system calls that a unit of systemd leaves it, where no systemd runs.

    /usr/bin/python3 service_filter.py UNIT COMMAND [ARGUMENT…]

Debian's python3-seccomp makes the filter; which calls a set such as @system-service has, `systemd-analyze` says. Of the
unit's lines these are followed: SystemCallFilter, SystemCallErrorNumber, RestrictAddressFamilies, MemoryDenyWriteExecute and
NoNewPrivileges, which the filter itself asks for.
"""

import errno
import functools
import os
import re
import socket
import subprocess
import sys

import seccomp

WRITE, EXECUTE = 2, 4


@functools.cache
def members(name: str) -> frozenset[str]:
    """The calls of a set such as @system-service, those of the sets within it included; of a call, itself."""
    if not name.startswith("@"):
        return frozenset([name])
    lines = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], check=True, capture_output=True, text=True).stdout.splitlines()
    # After colours and its own name come a sentence and the members, a line each.
    words = [re.sub(r"\x1b\[[0-9;]*m", "", line).strip() for line in lines]
    return frozenset().union(*(members(word) for word in words[1:] if word and not word.startswith("#")))


def lines(unit: str, name: str) -> list[str]:
    """The values that a unit gives a setting, in their order."""
    with open(unit) as file:
        return [line.split("=", 1)[1].strip() for line in file if line.startswith(f"{name}=")]


def allowed(unit: str) -> set[str]:
    """The calls that a unit allows: each list adds, each list after ~ takes away."""
    calls = set(members("@default"))
    for value in lines(unit, "SystemCallFilter"):
        named = frozenset().union(*map(members, value.removeprefix("~").split()))
        calls = calls - named if value.startswith("~") else calls | named
    return calls


def main() -> None:
    unit, command = sys.argv[1], sys.argv[2:]
    calls = allowed(unit)
    assert "read" in calls and "mount" not in calls, "the sets were not understood"
    error = getattr(errno, lines(unit, "SystemCallErrorNumber")[-1])
    filter = seccomp.SyscallFilter(defaction=seccomp.ERRNO(error))
    families = [getattr(socket, family) for value in lines(unit, "RestrictAddressFamilies") for family in value.split()]
    conditions = {"socket": [[seccomp.Arg(0, seccomp.EQ, family)] for family in families]}
    if lines(unit, "MemoryDenyWriteExecute") == ["yes"]:
        both = WRITE | EXECUTE
        conditions["mmap"] = [[seccomp.Arg(2, seccomp.MASKED_EQ, both, some)] for some in (0, WRITE, EXECUTE)]
        conditions["mprotect"] = [[seccomp.Arg(2, seccomp.MASKED_EQ, EXECUTE, 0)]]
        calls.discard("pkey_mprotect")
    for call in sorted(calls):
        for condition in conditions.get(call, [[]]):
            try:
                filter.add_rule(seccomp.ALLOW, call, *condition)
            except (RuntimeError, ValueError):
                pass  # a call of another architecture, or one that is younger than the library
    filter.load()
    os.execv(command[0], command)


main()
