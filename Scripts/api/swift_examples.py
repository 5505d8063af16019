"""Writes the examples of the bodies in Swift, for tests."""

from examples import examples
from openapi import compact
from swift_bodies import type_name
from swift_text import HEAD, documented


def files(table):
    """The text of the file of examples."""
    made = examples(table)
    lines = [HEAD, "\n@testable import API\n\n", documented("Every body that travels, with the JSON of its example.")]
    lines.append("let bodiesAndExamples: [(type: any APIBody.Type, json: String)] = [\n")
    for name in table.bodies:
        lines.append(f'    ({type_name(table, name)}.self, #"{compact(made[name])}"#),\n')
    return {"BodyExamples.swift": "".join(lines) + "]\n"}
