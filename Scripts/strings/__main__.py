"""Writes what is generated from the catalogues in Strings/: types for the page, functions for Swift.

    python3 Scripts/strings            write it
    python3 Scripts/strings --check    refuse what differs from it, catalogues that are not complete, and unused keys
"""

import sys
from pathlib import Path

import catalogue
import problems
import swift
import typescript
import uses


def main(arguments):
    root = Path(__file__).resolve().parents[2]
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    try:
        areas, faults = catalogue.read_areas(catalogue.folder_of(root))
        faults += catalogue.twice(areas["page"])
        if faults:
            raise catalogue.Fault("\n".join(faults))
        files = typescript.files(areas["page"], {area.name for area in areas["venueConsoles"]}) | swift.files(areas["swift"])
        if arguments:
            faults += uses.unused_of_page(root, areas["page"])
            faults += uses.unused_of_swift(root, areas["swift"])
            faults += problems.without_words(root, areas["page"])
            faults += stale(root, files)
        if faults:
            raise catalogue.Fault("\n".join(faults))
    except catalogue.Fault as fault:
        sys.exit(str(fault))
    if not arguments:
        write(root, files)


def stale(root, files):
    for name, text in files.items():
        path = root / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            yield f"{name}: differs from the catalogues; `make strings` writes it"
    for path in sorted((root / swift.FOLDER).glob("*.swift")):
        if str(path.relative_to(root)) not in files:
            yield f"{path.relative_to(root)}: of no catalogue any more"


def write(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(name)


main(sys.argv[1:])
