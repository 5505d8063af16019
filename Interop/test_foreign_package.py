"""Libraries of this package in a package of somebody else's, without Foundation.

CERCA_LONG=1 builds such a package from nothing, with all that the package manager fetches for it, which takes minutes.
"""

import json
import os
import pathlib
import re
import subprocess

import pytest
from conftest import ROOT

LONG = os.environ.get("CERCA_LONG") == "1"
LIBRARIES = ["Basics", "Beacons", "Proximity"]
# What C's library of mathematics has and the C library has not.
MATHEMATICS = re.compile(
    r"^(a?(sin|cos|tan)h?|atan2|cbrt|ceil|erfc?|exp[2m1]*|floor|fma|fmod|hypot|log(2|10|1p)?|[lt]gamma|nearbyint|pow|"
    r"remainder|rint|round|sqrt|trunc)f?$")


def examples() -> str:
    """The examples of the documentation as one program; where a test would unwrap, a program traps."""
    page = (ROOT / "Docs/libraries.md").read_text()
    texts = [re.search(rf"<!-- example: {name} -->\n```swift\n(.*?)```", page, re.S)[1] for name in LIBRARIES]
    lines = [line for text in texts for line in text.splitlines()]
    imports = sorted({line for line in lines if line.startswith("import ")})
    body = ["do {\n" + re.sub(r"(?m)^import .*$", "", text) + "\n}" for text in texts]
    # What a test requires, a program unwraps.
    program = re.sub(r"try #require\((.*)\)(?=\n)", r"\1!", "\n".join(imports + body))
    assert "Foundation" not in program
    return program


def build_folder() -> pathlib.Path:
    for folder in (".build/tests/*-linux-gnu/release", ".build/modules/*-linux-gnu/debug", ".build/*-linux-gnu/debug"):
        found = sorted(ROOT.glob(f"{folder}/Proximity.build"))
        if found:
            return found[0].parent
    pytest.skip("the modules are not built")


def test_each_library_that_calls_mathematics_asks_for_its_library():
    manifest = json.loads(subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    linking = {
        target["name"] for target in manifest["targets"]
        if any(setting["kind"].get("linkedLibrary", {}).get("_0") == "m" for setting in target["settings"])
    }
    calling = set()
    for target in manifest["targets"]:
        objects = list((build_folder() / f"{target['name']}.build").glob("*.o"))
        if target["type"] != "regular" or not objects:
            continue
        symbols = subprocess.run(["nm", "-u", *objects], capture_output=True, text=True).stdout.split()
        if any(MATHEMATICS.match(symbol) for symbol in symbols):
            calling.add(target["name"])
    assert {"Proximity", "Exposure"} <= calling
    ours = {target["name"] for target in manifest["targets"] if target["type"] == "regular"} - {"CPhotos"}
    assert calling & ours <= linking, calling - linking


def test_the_documented_examples_link_without_foundation(tmp_path):
    """The program with the objects that the package manager would give the linker, and what the manifest asks for."""
    folder = build_folder()
    (tmp_path / "main.swift").write_text(examples())
    objects = [file for name in LIBRARIES for file in (folder / f"{name}.build").glob("*.o")]
    built = subprocess.run(
        ["swiftc", "-swift-version", "6", "main.swift", "-I", folder / "Modules", *objects, "-lm", "-o", "mine"],
        cwd=tmp_path, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr[-3000:]
    said = subprocess.run([tmp_path / "mine"], capture_output=True, text=True, check=True).stdout
    assert "shop 100, -59 dBm at one metre" in said and "2026-11-22T14:00:01.000Z" in said, said


@pytest.mark.skipif(not LONG, reason="takes minutes; CERCA_LONG=1 runs it")
def test_a_foreign_package_builds_with_the_documented_examples(tmp_path):
    package = tmp_path / "mine"
    (package / "Sources/mine").mkdir(parents=True)
    products = ", ".join(f'.product(name: "{name}", package: "{ROOT.name}")' for name in LIBRARIES)
    (package / "Package.swift").write_text(f"""// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "mine", dependencies: [.package(path: "{ROOT}")],
    targets: [.executableTarget(name: "mine", dependencies: [{products}])])
""")
    (package / "Sources/mine/main.swift").write_text(examples())
    built = subprocess.run(["swift", "build"], cwd=package, capture_output=True, text=True)
    assert built.returncode == 0, (built.stdout + built.stderr)[-3000:]
    said = subprocess.run([package / ".build/debug/mine"], capture_output=True, text=True, check=True).stdout
    assert "shop 100, -59 dBm at one metre" in said, said
