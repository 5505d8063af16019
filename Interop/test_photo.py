"""The photo of an account: what a stranger's tools find in it, what bombs cost the server, and the page in Chromium."""

import base64
import json
import pathlib
import re
import struct
import subprocess
import time
import zlib

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import ROOT
from exchange import Exchange
from playwright.sync_api import expect
from test_web import DESK, PHONE, SMALL_TARGETS, assert_fits  # noqa: F401

PASSWORD = "walks among shops"
PATH = "/api/account/photo"


@pytest.fixture(scope="module")
def server(cerca, tmp_path_factory):
    """One server for all tests."""
    arguments = ["--web", ROOT / "Web" / "dist", "--no-rate-limits"]
    with Exchange(cerca, tmp_path_factory.mktemp("photo"), arguments=arguments) as running:
        yield running


@pytest.fixture
def ana(server, request):
    """Somebody new, who is signed in."""
    client = httpx.Client(base_url=server.base, timeout=60)
    address = re.sub(r"\W", "", request.node.name) + "@example.org"
    answer = client.post("/api/accounts", json={"email": address, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    client.headers["Authorization"] = f"Bearer {answer.json()['token']}"
    client.cookies.clear()
    return client


@pytest.fixture(scope="module")
def camera(browser):  # noqa: F811
    """A function that gives a photo of some edges as Chromium encodes it: red above, blue below."""
    page = browser.new_page()

    def take(width: int, height: int, media_type: str = "image/jpeg") -> bytes:
        return base64.b64decode(page.evaluate("""async ([width, height, type]) => {
            const canvas = document.createElement('canvas');
            [canvas.width, canvas.height] = [width, height];
            const drawing = canvas.getContext('2d');
            drawing.fillStyle = 'rgb(220, 20, 20)'; drawing.fillRect(0, 0, width, height / 2);
            drawing.fillStyle = 'rgb(20, 20, 220)'; drawing.fillRect(0, height / 2, width, height / 2);
            return canvas.toDataURL(type, 0.9).split(',')[1];
        }""", [width, height, media_type]))

    yield take
    page.close()


def png(width: int, height: int, data: bytes, interlaced: int = 0) -> bytes:
    def chunk(name: bytes, content: bytes) -> bytes:
        checked = name + content
        return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, interlaced)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def resized(jpeg: bytes, width: int, height: int) -> bytes:
    """A JPEG whose frame says other edges."""
    frame = jpeg.index(b"\xff\xc0")
    return jpeg[:frame + 5] + struct.pack(">HH", height, width) + jpeg[frame + 9:]


def told(photo: bytes, folder: pathlib.Path) -> dict:
    """What exiftool finds, but for what it says of the file."""
    path = folder / "photo.jpg"
    path.write_bytes(photo)
    read = subprocess.run(["exiftool", "-json", "-G", "-a", "-u", path], capture_output=True, check=True)
    found = json.loads(read.stdout)[0]
    return {name: value for name, value in found.items() if not name.startswith(("SourceFile", "ExifTool:", "System:"))}


def test_of_what_a_camera_wrote_nothing_is_left(ana, camera, tmp_path):
    sent = tmp_path / "sent.jpg"
    for kind in ("image/jpeg", "image/png", "image/webp"):
        sent = sent.with_suffix("." + kind.split("/")[1])
        sent.write_bytes(camera(1200, 800, kind))
        subprocess.run(
            ["exiftool", "-q", "-overwrite_original", "-n", "-Orientation=6", "-GPSLatitude=39.47", "-GPSLatitudeRef=N",
             "-GPSLongitude=0.37", "-GPSLongitudeRef=W", "-Model=SECRETCAMERA", "-XMP:Creator=SECRETNAME", sent],
            check=True)
        if kind != "image/webp":
            before = told(sent.read_bytes(), tmp_path)
            assert any("GPSLatitude" in name for name in before) and any("Model" in name for name in before)
        answer = ana.put(PATH, content=sent.read_bytes() + b"PK\x03\x04<script>SECRETTAIL</script>")
        assert answer.status_code == 200, (kind, answer.text)
        for size, edges in (("large", [341, 512]), ("small", [64, 96])):
            photo = ana.get(f"{PATH}/{answer.json()['photo']}/{size}").content
            assert b"SECRET" not in photo
            found = told(photo, tmp_path)
            assert {name.split(":")[0] for name in found} <= {"File", "JFIF", "Composite"}, found
            assert not re.search("GPS|Orientation|Model|Creator|Exif|XMP|Warning|Trailer", json.dumps(found)), found
            assert [found["File:ImageWidth"], found["File:ImageHeight"]] == edges


def memory(process: int, which: str) -> int:
    """Bytes of memory that a process has (VmRSS), or has ever had (VmHWM)."""
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search(rf"{which}:\s+(\d+) kB", status).group(1)) * 1024


def test_bombs_are_refused_and_take_little_memory(server, ana, camera, record_property):
    jpeg = camera(64, 64)
    assert ana.put(PATH, content=jpeg).status_code == 200
    before = memory(server.process.pid, "VmRSS")
    nothing = zlib.compressobj(9)
    # As much of nothing as 8 MiB hold: 8 GB.
    full = b"".join([nothing.compress(bytes(1 << 24)) for _ in range(24)] + [nothing.flush()])
    bombs = {
        "JPEG, 60,000 by 60,000": (resized(jpeg, 60_000, 60_000), "photos.too_large"),
        "PNG, 60,000 by 60,000": (png(60_000, 60_000, full), "photos.too_large"),
        "PNG, 60,000 by 60,000, interlaced": (png(60_000, 60_000, full, 1), "photos.too_large"),
        "PNG, too long": (png(16_385, 2, full), "photos.too_large"),
        "JPEG, 8000 by 5000, ends too early": (resized(jpeg, 8000, 5000), "photos.broken"),
        "PNG of a text of 400 MB": (png(64, 64, zlib.compress(bytes(64 * 193)))[:-12] + b"".join(
            [struct.pack(">I", len(full) + 3), b"zTXt", b"a\0\0", full,
             struct.pack(">I", zlib.crc32(b"zTXta\0\0" + full))]) + png(1, 1, b"")[-12:], None),
    }
    for name, (bomb, code) in bombs.items():
        assert len(bomb) < 8 << 20
        begun = time.monotonic()
        answer = ana.put(PATH, content=bomb)
        record_property(name, f"{(time.monotonic() - begun) * 1000:.0f} ms")
        assert answer.json().get("code") == code, (name, answer.text)
    # The largest photos that are taken, all of nothing, plain and interlaced: 40 megapixels each.
    rows = zlib.compress(bytes((6300 * 3 + 1) * 6300))
    answer = ana.put(PATH, content=png(6300, 6300, rows))
    assert answer.status_code == 200, answer.text
    grown = memory(server.process.pid, "VmHWM") - before
    record_property("grown", f"{grown / 1e6:.0f} MB")
    assert grown < 100e6, grown


def test_a_photo_in_the_page(server, browser, camera, tmp_path):  # noqa: F811
    photo, broken, text = tmp_path / "photo.webp", tmp_path / "broken.jpg", tmp_path / "letter.jpg"
    photo.write_bytes(camera(900, 600, "image/webp"))
    jpeg = camera(60, 60)
    broken.write_bytes(jpeg[:200])
    text.write_text("This is a letter.")
    faults = []
    context = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]}, locale="en-GB", base_url=server.base)
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if "Content Security" in message.text else None)
    page.goto("/#/me")
    page.locator(".segmented").get_by_role("button", name="Create account").click()
    page.get_by_role("textbox", name="E-mail").fill("page@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.locator("form button[type=submit]").click()
    page.goto("/#/me")
    part = page.locator(".security-photo")
    expect(part).to_contain_text("You have no photo.")

    for file in (text, broken):
        part.locator("input[type=file]").set_input_files(file)
        expect(part.get_by_role("alert")).to_contain_text("not a photo that can be read here")

    # What goes over the network is no larger than it need be, and not the file.
    part.locator("input[type=file]").set_input_files(photo)
    expect(part.get_by_role("img")).to_have_attribute("aria-label", "This is how it will look.")
    part.get_by_role("button", name="Cancel").click()
    expect(part).to_contain_text("You have no photo.")
    part.locator("input[type=file]").set_input_files(photo)
    with page.expect_request(lambda request: request.method == "PUT") as sent:
        part.get_by_role("button", name="Use this photo").click()
    assert sent.value.url.endswith(PATH)
    image = part.get_by_role("img", name="Your photo")
    expect(image).to_be_visible()
    assert image.evaluate("async image => { await image.decode(); return image.naturalWidth }") in (96, 512)
    for size in (PHONE, DESK):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for scheme in ("light", "dark"):
            # Without motion, so that no colour is looked at on its way to another.
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert_fits(page)
            assert page.evaluate(SMALL_TARGETS.replace(", input'", "'")) == []
            assert Axe().run(page, context=".security-photo").violations_count == 0
    page.reload()
    expect(image).to_be_visible()
    part.get_by_role("button", name="Remove the photo").click()
    page.locator("dialog [data-confirm=yes]").click()
    expect(part).to_contain_text("You have no photo.")
    context.close()
    assert faults == []
