"""Writes Swift, TypeScript and OpenAPI from the table in API/; with --check it only says what differs.

    python3 Scripts/api [--check]
"""

import sys
from pathlib import Path

import openapi
import swift_bodies
import swift_examples
import swift_routes
import typescript
from model import Table, TableError
from swift_text import ACCESS, HEAD, laid_out, literal

root = Path(__file__).resolve().parent.parent.parent


def generated(table):
    """Every file that is made from the table, by its path."""
    version = (root / "VERSION").read_text(encoding="utf-8").strip()
    document = openapi.document(table, version)
    swift = {"Version.swift": (
        f"{HEAD}\n/// What this program is, as the file VERSION says.\n{ACCESS} enum CercaVersion {{\n"
        f"    /// The version, such as `1.2.3`.\n    {ACCESS} static let text = {literal(version)}\n}}\n")}
    swift |= swift_bodies.files(table) | swift_routes.files(table)
    paths = [root / "Sources/API/Generated" / name for name in swift]
    texts = list(swift.values())
    for name, text in swift_examples.files(table).items():
        paths.append(root / "Tests/APITests/Generated" / name)
        texts.append(text)
    made = dict(zip(paths, laid_out(texts, root / ".swift-format")))
    # A text as long as this one is not worth laying out.
    text = openapi.in_lines(document)
    assert '"""#' not in text and "\\#" not in text
    made[root / "Sources/API/Generated/OpenAPIDocument.swift"] = (
        f"{HEAD}\n/// The OpenAPI document of the server.\n{ACCESS} enum OpenAPIDocument {{\n"
        f"    /// The document, JSON.\n    {ACCESS} static let text = #\"\"\"\n"
        + "".join(f"        {line}\n" for line in text.split("\n")) + '        """#\n}\n')
    made[root / "Web/src/api.ts"] = typescript.module(table)
    made[root / "Docs/openapi.json"] = openapi.indented(document) + "\n"
    return made


def main():
    try:
        made = generated(Table(root / "API"))
    except TableError as error:
        sys.exit(f"api: {error}")
    folders = {path.parent for path in made if path.parent.name == "Generated"}
    dead = [path for folder in folders for path in folder.glob("*.swift") if path not in made]
    differing = [
        path for path, text in made.items() if not path.exists() or path.read_text(encoding="utf-8") != text
    ] + dead
    if "--check" in sys.argv:
        for path in differing:
            print(f"{path.relative_to(root)}: differs from what API/ says; run make api", file=sys.stderr)
        sys.exit(1 if differing else 0)
    for path in differing:
        if path in dead:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(made[path], encoding="utf-8")
        print(path.relative_to(root))


main()
