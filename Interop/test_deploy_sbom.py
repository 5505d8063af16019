"""The bill of materials: it is one by CycloneDX's own schema, and names what is resolved, linked, loaded and served."""

import json
import re
import subprocess

import pytest
from conftest import ROOT
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator


@pytest.fixture(scope="module")
def bill(cerca, tmp_path_factory) -> str:
    file = tmp_path_factory.mktemp("sbom") / "cerca.cdx.json"
    subprocess.run([ROOT / "Scripts/sbom", cerca, file], check=True, capture_output=True, timeout=120)
    return file.read_text()


def test_it_is_sound_by_the_schema(bill):
    validator = JsonStrictValidator(SchemaVersion.V1_5)
    assert validator.validate_str(bill) is None
    broken = json.loads(bill)
    broken["components"][0]["type"] = "spoon"
    assert validator.validate_str(json.dumps(broken)) is not None


def test_it_names_everything_that_is_linked_or_served(bill, cerca):
    components = {each["name"]: each for each in json.loads(bill)["components"]}
    pins = dict(line.split() for line in (ROOT / "Scripts/packages.txt").read_text().splitlines()[1:])
    assert {name: components[name]["version"] for name in pins} == pins
    for name in ("libsodium23", "libsqlite3-0", "libssl3", "libc6"):
        assert components[name]["scope"] == "required" and components[name]["purl"].startswith("pkg:deb/debian/")
    assert components["libpq5"]["scope"] == "optional" and components["libsystemd0"]["scope"] == "optional"
    assert components["esbuild"]["scope"] == "excluded" and "libjs-leaflet" in components
    chart = components["lightweight-charts"]
    assert chart["hashes"][0]["content"] in (ROOT / "Web/requirements-charts.txt").read_text()
    swift = subprocess.run(["swift", "--version"], check=True, capture_output=True, text=True).stdout
    assert components["swift-runtime"]["version"] == re.search(r"Swift version (\S+)", swift)[1]


def test_the_same_build_has_the_same_bill(bill, cerca, tmp_path):
    again = tmp_path / "again.json"
    subprocess.run([ROOT / "Scripts/sbom", cerca, again], check=True, capture_output=True, timeout=120)
    assert again.read_text() == bill
