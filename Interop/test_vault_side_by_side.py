"""Several processes that change one vault at the same time."""

import json
import os
from concurrent.futures import ThreadPoolExecutor

from vaults import add, vault  # noqa: F401


def opened(vault):
    vault.create()
    assert vault.run("unlock", "--password-file", vault.password).returncode == 0


def edited(vault, *arguments) -> None:
    result = vault.run("edit", *arguments)
    assert result.returncode == 0, result.stderr


def shown(vault, title):
    result = vault.run("show", title, json_lines=True)
    assert result.returncode == 0, result.stderr
    item = json.loads(result.stdout)
    return {field["kind"]: field["value"] for field in item["fields"]}, item


def test_of_two_edits_of_one_item_none_is_lost(vault):
    opened(vault)
    add(vault, "Uno", user="u0", password="p0")
    with ThreadPoolExecutor(3) as pool:
        for round in range(25):
            jobs = [
                pool.submit(edited, vault, "Uno", "--field", f"user=u{round}"),
                pool.submit(edited, vault, "Uno", "--field", f"password=p{round}"),
                pool.submit(edited, vault, "Uno", "--favourite" if round % 2 else "--no-favourite"),
            ]
            for job in jobs:
                job.result()
            fields, item = shown(vault, "Uno")
            assert fields == {"user": f"u{round}", "password": f"p{round}"}, round
            assert item["favourite"] == bool(round % 2), round


def test_nobody_who_edits_beside_others_is_told_that_the_file_is_old(vault):
    opened(vault)
    for number in range(4):
        add(vault, f"Elemento {number}", user="nadie")

    def changed_and_looked(number: int) -> None:
        edited(vault, f"Elemento {number % 4}", "--field", f"user=u{number}")
        listed = vault.run("list")
        assert listed.returncode == 0, listed.stderr

    with ThreadPoolExecutor(8) as pool:
        jobs = [
            pool.submit(changed_and_looked, number)
            for number in range(500 if os.environ.get("CERCA_LONG") == "1" else 60)
        ]
        for job in jobs:
            job.result()
    for number in range(4):
        assert shown(vault, f"Elemento {number}")[0]["user"].startswith("u")
