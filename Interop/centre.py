"""A small venue, and the codes of its beacons worked out apart from Cerca: the second opinion on the security code."""

import hashlib
import hmac
import json
import pathlib
import struct
import subprocess
import time
import uuid

UUID = "7b44b47b-52a1-5381-90c2-f09b6838c5d4"


def document(shops: int = 4, beacons: int = 5) -> dict:
    """A venue of `shops` rooms in a row, four metres square each, with `beacons` beacons in each."""
    width = 4 * shops
    return {
        "name": "Little centre",
        "uuid": UUID,
        "timeZone": "Europe/Madrid",
        "location": {"latitude": 36.72, "longitude": -4.42},
        "plan": {"width": width, "height": 6, "walls": []},
        "shops": [
            {
                "major": 100 + shop,
                "name": f"Shop {shop}",
                "category": "books",
                "area": [[4 * shop, 2], [4 * shop + 4, 2], [4 * shop + 4, 6], [4 * shop, 6]],
            }
            for shop in range(shops)
        ],
        "beacons": [
            {
                "major": 100 + shop,
                "minor": minor,
                "x": 4 * shop + 0.5 + 3 * minor / beacons,
                "y": 3,
                "zone": "till" if minor == 0 else "window",
                "measuredPower": -59,
                "period": 60,
                "neighbours": [],
            }
            for shop in range(shops)
            for minor in range(beacons)
        ],
        "offers": [
            {
                "major": 100 + shop,
                "text": {"es": f"Regalo {shop}", "en": f"Gift {shop}"},
                "validFrom": "2020-01-01T00:00:00Z",
                "validUntil": "2035-01-01T00:00:00Z",
                "hours": {},
                "points": 10,
                "limit": None,
            }
            for shop in range(shops)
        ],
    }


def import_venue(cerca: pathlib.Path, folder: pathlib.Path, database: str, venue: dict | None = None) -> dict[str, bytes]:
    """Imports a venue and gives its keys by `MAJOR.MINOR`."""
    file, keys = folder / "venue.json", folder / "keys.json"
    file.write_text(json.dumps(venue or document()))
    subprocess.run([cerca, "venue", "import", file, "--database", database, "--keys", keys], check=True)
    assert keys.stat().st_mode & 0o777 == 0o600
    return {name: bytes.fromhex(key) for name, key in json.loads(keys.read_text()).items()}


def security_code(key: bytes, major: int, minor: int, at: float | None = None, period: int = 60) -> str:
    """The 28 hexadecimal digits that a beacon sends at an instant."""
    window = int((time.time() if at is None else at) // period)
    message = uuid.UUID(UUID).bytes + struct.pack(">HHQ", major, minor, window)
    return hmac.new(key, message, hashlib.sha256).digest()[:14].hex()


def sighting(keys: dict[str, bytes], major: int, minor: int, at: float | None = None) -> dict:
    """The body of a sighting that is true at an instant."""
    now = time.time() if at is None else at
    return {
        "uuid": UUID,
        "major": major,
        "minor": minor,
        "code": security_code(keys[f"{major}.{minor}"], major, minor, now),
        "heardAt": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now)),
    }
