"""What the page weighs in a real browser: what a first view fetches, in which form, and what it leaves for later.

CERCA_BASE_URL names a demo that already runs; CERCA_PICTURES a folder for the pictures of the gallery.
"""

import gzip
import os
import pathlib
import re
import urllib.parse
import urllib.request

import brotli
import pytest
from playwright.sync_api import Page, expect
from test_web import (  # noqa: F401
    DESK, PHONE, SMALL_TARGETS, assert_fits, base_url, contrasts, visit, wait_until,
)

DIST = pathlib.Path(__file__).resolve().parent.parent / "Web" / "dist"
LANGUAGES = ("en", "es", "it", "pt")
# Bytes of JavaScript of a first view in gzip, as sent; Leaflet comes on top where a map is opened.
BUDGET = 60_000
MAP_BUDGET = 45_000


class Visit:
    """What a page fetched: the files below its address, with the bytes that came over the wire."""

    def __init__(self, page: Page):
        self.sizes: dict[str, int] = {}
        self.encodings: dict[str, str] = {}
        self.types: dict[str, str] = {}
        page.on("requestfinished", self.finished)

    def finished(self, request) -> None:
        path = urllib.parse.urlsplit(request.url).path.removeprefix("/")
        if path.startswith("api/"):
            return
        self.sizes[path] = request.sizes()["responseBodySize"]
        headers = request.response().headers
        self.encodings[path] = headers.get("content-encoding", "")
        self.types[path] = headers.get("content-type", "")

    def scripts(self) -> dict[str, int]:
        return {path: size for path, size in self.sizes.items() if path.endswith(".js")}

    def maps(self) -> dict[str, int]:
        """Leaflet, by what only it says of itself."""
        return {path: size for path, size in self.scripts().items()
                if "leaflet" in path or b"leaflet-container" in (DIST / path).read_bytes()}


def packed(names) -> int:
    """Bytes of these files in gzip, as a browser without Brotli gets them."""
    return sum((file if file.exists() else DIST / name).stat().st_size for name in names for file in [DIST / f"{name}.gz"])


def watched(visit, path: str, **options) -> tuple[Page, Visit]:  # noqa: F811
    """A page in a fresh profile, and what it fetches."""
    page = visit("about:blank", **options)
    fetched = Visit(page)
    page.goto(path)
    expect(page.locator("main h1").first).to_be_visible()
    page.wait_for_load_state("networkidle") if "/#/centre" not in path else page.wait_for_timeout(1500)
    return page, fetched


def wait_for_map(page: Page, fetched: Visit) -> None:
    """Until the map stands, and the browser has told that its files are finished, which may come after."""
    expect(page.locator(".plan-label").first).to_be_visible()
    wait_until(page, lambda: fetched.maps() != {}, "Leaflet came over the wire")


@pytest.mark.parametrize("locale", ["en-GB", "es-MX", "it-IT", "pt-BR"])
def test_the_first_view_is_light_and_speaks_one_language(visit, locale):  # noqa: F811
    page, fetched = watched(visit, "/#/centre", locale=locale)
    wait_for_map(page, fetched)
    scripts, maps = fetched.scripts(), fetched.maps()
    own = scripts.keys() - maps.keys()
    # What came over the wire is compressed by one of both, and Brotli, which this browser reads, is no larger.
    assert 10_000 < sum(scripts[path] for path in own) <= packed(own) <= BUDGET, scripts
    assert 10_000 < sum(maps.values()) <= packed(maps) <= MAP_BUDGET, maps
    assert {fetched.encodings[path] for path, size in scripts.items() if size > 1500} <= {"br", "gzip"}, fetched.encodings
    spoken = {match[1] for path in scripts if (match := re.search(r"\.(en|es|it|pt)-", path))}
    assert spoken == {locale[:2]}


def test_leaflet_comes_when_a_map_is_opened(visit):  # noqa: F811
    page, fetched = watched(visit, "/#/offers")
    expect(page.get_by_role("heading", level=1, name="Offers")).to_be_visible()
    assert fetched.maps() == {} and not any("leaflet" in path for path in fetched.sizes)
    page.get_by_role("link", name="Centre").click()
    wait_for_map(page, fetched)
    wait_until(page, lambda: any(re.fullmatch(r"leaflet.*\.css", path) for path in fetched.sizes), "and its looks")


@pytest.mark.parametrize("path", ["/console/health", "/vault"])
def test_other_pages_bring_nothing_of_the_visitors(visit, path):  # noqa: F811
    page = visit("about:blank", expected=["404"])
    fetched = Visit(page)
    page.goto(path)
    expect(page.locator("#app main")).to_be_visible()
    page.wait_for_timeout(500)
    assert fetched.maps() == {} and not any(name.startswith("visitor") for name in fetched.sizes)
    assert packed(fetched.scripts()) <= BUDGET


def test_another_language_is_fetched_when_it_is_chosen(visit):  # noqa: F811
    page, fetched = watched(visit, "/#/me")
    assert not any(".it-" in path for path in fetched.sizes)
    page.get_by_role("button", name="Italiano").click()
    expect(page.get_by_role("heading", level=1, name="Io")).to_be_visible()
    wait_until(page, lambda: any(".it-" in path for path in fetched.sizes), "its texts came over the wire")
    assert page.evaluate("document.documentElement.lang") == "it"
    expect(page.get_by_role("button", name="Italiano")).to_be_focused()


def test_a_language_that_does_not_come_leaves_the_page_as_it_was(visit):  # noqa: F811
    page, _ = watched(visit, "/#/me", expected=["ERR_FAILED"])
    page.route(re.compile(r"\.it-[A-Z0-9]{8}\.js"), lambda route: route.abort())
    page.get_by_role("button", name="Italiano").click()
    expect(page.locator(".toast-bad")).to_be_visible()
    expect(page.get_by_role("heading", level=1, name="Me")).to_be_visible()
    expect(page.get_by_role("button", name="English")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Italiano")).to_have_attribute("aria-pressed", "false")


def test_a_view_that_does_not_come_says_so_and_can_be_tried_again(visit):  # noqa: F811
    page, _ = watched(visit, "/#/offers", expected=["ERR_FAILED"])
    gone = True
    page.route(re.compile(r"/zones-[A-Z0-9]{8}\.js"), lambda route: route.abort() if gone else route.fallback())
    page.goto("/#/zones")
    expect(page.get_by_role("alert")).to_be_visible()
    gone = False
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1, name="Risk zones")).to_be_visible()


def test_a_page_without_its_texts_says_so_in_two_languages(visit):  # noqa: F811
    page = visit("about:blank", expected=["ERR_FAILED"])
    page.route(re.compile(r"/centre\.(en|es|it|pt)-"), lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_role("alert")).to_have_text(re.compile("Cerca could not be loaded. · Cerca no se pudo cargar."))
    page.unroute_all()
    page.get_by_role("button", name="Reload · Recargar").click()
    expect(page.locator("main h1")).to_be_visible()


def ask(url: str, accepts: str | None) -> tuple[bytes, dict[str, str]]:
    request = urllib.request.Request(url, headers={} if accepts is None else {"Accept-Encoding": accepts})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read(), {name.lower(): value for name, value in answer.headers.items()}


def test_every_text_file_is_served_compressed_and_is_the_same_text(base_url):
    names = [path.relative_to(DIST).as_posix() for path in DIST.rglob("*") if path.suffix in (".js", ".css", ".html")]
    assert len(names) > 30
    for name in names:
        plain, headers = ask(f"{base_url}/{name}", None)
        assert plain == (DIST / name).read_bytes() and "content-encoding" not in headers
        hashed = re.search(r"-[A-Z0-9]{8}\.", name) is not None
        # Pages, and the workers that browsers look for, keep their names.
        assert hashed == (not name.endswith(".html") and name not in ("sw.js", "sw-off.js")), name
        assert headers["cache-control"] == ("public, max-age=31536000, immutable" if hashed else "no-cache")
        packed, headers = ask(f"{base_url}/{name}", "gzip")
        if "content-encoding" in headers:
            assert headers["content-encoding"] == "gzip" and headers["vary"] == "Accept-Encoding"
            assert gzip.decompress(packed) == plain and len(packed) < len(plain)
        else:
            assert len(plain) < 500, name


def test_brotli_is_smaller_and_the_same_text(base_url):
    page, headers = ask(f"{base_url}/", "gzip, br")
    assert headers["content-encoding"] == "br"
    assert brotli.decompress(page) == (DIST / "index.html").read_bytes()
    assert len(page) < len(ask(f"{base_url}/", "gzip")[0])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_gallery_shows_every_part_and_can_be_read(visit, size, scheme):  # noqa: F811
    # The gallery shows a failure, and what it shows is looked at as a whole.
    page = visit("/gallery", size=size, scheme=scheme)
    expect(page.get_by_role("heading", level=1, name="Gallery")).to_be_visible()
    assert_fits(page)
    ratios = contrasts(page, [
        ".button", ".button-primary:enabled", ".button-grave", ".button-text", ".field label", ".field-hint", ".field-fault",
        ".form-fault", ".segment[aria-pressed=true]", ".segment[aria-pressed=false]", ".row-title strong", ".row-note",
        ".own-tag", ".link-text strong", ".points-list li", ".numbers li", ".table th", ".table td", ".notice-plain span",
        ".notice-warn span", ".notice-bad span", ".network", ".badge-open", ".badge-connecting", ".badge-lost", ".state p",
        ".sheet p", ".sheet-category", ".section h2",
    ])
    assert {selector: ratio for selector, ratio in ratios.items() if ratio < 4.5} == {}
    small = [entry for entry in page.evaluate(SMALL_TARGETS) if not entry[0].startswith("What it")]
    assert [entry for entry in small if entry[0] not in ("on", "")] == []
    keep(page, f"gallery-{scheme}")
    page.get_by_role("button", name="Question").click()
    dialog = page.get_by_role("dialog", name="Delete the key?")
    expect(dialog).to_be_visible()
    keep(page, f"gallery-question-{scheme}", whole=False)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name="Question")).to_be_focused()
    page.get_by_role("button", name="Form", exact=True).click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Enter a name.")).to_be_visible()
    keep(page, f"gallery-form-{scheme}", whole=False)
    page.get_by_role("dialog").get_by_label("Name").fill("Nimbo")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Toasts").click()
    expect(page.locator(".toast")).to_have_count(2)
    keep(page, f"gallery-toasts-{scheme}", whole=False)
    page.get_by_role("button", name="Close").first.click()


def keep(page: Page, name: str, whole: bool = True) -> None:
    """Keeps a picture where CERCA_PICTURES says: of the whole page, however far it scrolls, or of the window."""
    folder = os.environ.get("CERCA_PICTURES")
    if not folder:
        return
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    if whole:
        page.set_viewport_size({"width": width, "height": page.evaluate("document.querySelector('main').scrollHeight")})
    page.wait_for_timeout(300)
    page.screenshot(path=f"{folder}/{name}-{width}.png")
    page.set_viewport_size({"width": width, "height": height})
