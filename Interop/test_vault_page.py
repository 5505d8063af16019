"""The page of `cerca vault open` in a real browser."""

import re

from desks import (  # noqa: F401
    HOME, ROOT_PASSWORD, SIZES, add_item, login, new_vault, open_desk, picture, visit, wait_until,
)
from playwright.sync_api import Page, expect
import pytest
from test_web import PATIENCE, PHONE, SMALL_TARGETS, assert_fits, contrasts


# The page


def fill_position(page: Page, latitude: str, longitude: str) -> None:
    page.get_by_role("button", name="By hand").click()
    page.get_by_label("Latitude").fill(latitude)
    page.get_by_label("Longitude").fill(longitude)
    page.get_by_role("button", name="Take this position").click()
    expect(page.locator(".place-map")).to_be_visible()


@SIZES
def test_the_first_vault_is_made_and_its_recovery_code_shown_once(open_desk, visit, size):
    desk = open_desk()
    page = visit(desk, size=size)
    expect(page.get_by_role("heading", level=1, name="Make a vault")).to_be_visible()
    assert "#" not in page.url and desk.token not in page.evaluate("location.href + JSON.stringify(history.state)")
    expect(page.get_by_text("It cannot: positions can be faked.")).to_be_visible()
    page.get_by_role("button", name="Make the vault").click()
    expect(page.get_by_text("Enter a name.")).to_be_visible()
    page.get_by_label("Name").fill("Ana")
    page.get_by_label("Password", exact=True).fill(ROOT_PASSWORD)
    expect(page.locator(".strength[data-score]")).to_be_visible()
    page.get_by_role("button", name="Make the vault").click()
    expect(page.get_by_text("There is no position that is accurate enough yet.")).to_be_visible()
    fill_position(page, "40.3321", "-3,7687")
    picture(page, "create")
    page.get_by_label("Cipher of the items").select_option(label="DES (weak)")
    page.get_by_role("button", name="Make the vault").click()
    expect(page.get_by_text("Say that you want the weak cipher")).to_be_visible()
    page.get_by_label("Cipher of the items").select_option(label="AES-256-GCM")
    assert_fits(page)
    page.get_by_role("button", name="Make the vault").click()
    code = page.locator(".recovery-code")
    expect(code).to_be_visible()
    groups = code.locator("span").all_inner_texts()
    assert [len(group) for group in groups] == [4] * 8
    # What wraps this machine's own keys is said where the vault is made.
    expect(page.get_by_text("This machine's keys are in a file")).to_be_visible()
    picture(page, "recovery")
    go = page.get_by_role("button", name="Go on")
    expect(go).to_be_disabled()
    page.get_by_label("I have printed it or written it down").check()
    go.click()
    expect(page.get_by_role("link", name="Bancos")).to_have_count(0)
    expect(page.get_by_role("link", name="Banks")).to_be_visible()
    assert groups[0] not in page.content()
    assert_fits(page)
    page.reload()
    expect(page.get_by_role("link", name="Banks")).to_be_visible()


@SIZES
def test_an_item_is_made_shown_changed_and_brought_back(open_desk, visit, size):
    desk = open_desk()
    page = visit(desk, size=size)
    expect(page.get_by_role("heading", level=1, name="Make a vault")).to_be_visible()
    page.get_by_label("Name").fill("Ana")
    page.get_by_label("It opens where I am now").uncheck()
    page.get_by_label("Password", exact=True).fill(ROOT_PASSWORD)
    page.get_by_role("button", name="Make the vault").click()
    page.get_by_label("I have printed it or written it down").check()
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("link", name="Web").click()
    page.get_by_role("link", name="New item").first.click()
    page.get_by_label("Title", exact=True).fill("Nube")
    page.get_by_role("textbox", name="User").fill("ana")
    page.get_by_role("button", name="Make a password").click()
    secret = page.locator("input[name=field-password]")
    expect(secret).not_to_have_value("")
    first = secret.input_value()
    page.get_by_role("button", name="Another one").click()
    expect(secret).not_to_have_value(first)
    password = secret.input_value()
    assert len(password) == 20
    page.locator("input[name=field-otp]").fill("JBSWY3DPEHPK3PXP")
    # The order by buttons and by the keyboard, and a field of one's own.
    page.get_by_role("button", name="Move Note up").click()
    page.get_by_role("textbox", name="User").press("Alt+ArrowDown")
    page.get_by_label("Add a field").select_option(label="Field of your own")
    page.get_by_label("Name of the field").fill("Sucursal")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("textbox", name="Sucursal").fill("Calle Mayor 3")
    picture(page, "edit")
    assert page.evaluate(SMALL_TARGETS) == []
    assert_fits(page)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Nube")).to_be_visible()
    labels = page.locator(".item-view .field-rows dt").all_inner_texts()
    assert labels[:2] == ["Password", "User"] and "Sucursal" in labels
    assert password not in page.content()
    page.get_by_role("button", name="Show Password").click()
    expect(page.get_by_text(password)).to_be_visible()
    page.get_by_role("button", name="Copy Password").click()
    wait_until(lambda: page.evaluate("navigator.clipboard.readText()") == password, "copied")
    expect(page.locator(".code-digits")).to_have_text(re.compile(r"^\d{6}$"))
    picture(page, "item")
    assert_fits(page)
    # A file goes in and comes out as it was.
    content = bytes(range(256)) * 40
    page.locator("input[type=file]").set_input_files({"name": "clave.bin", "mimeType": "", "buffer": content})
    with page.expect_download() as download:
        page.get_by_role("button", name="Save clave.bin").click()
    assert open(download.value.path(), "rb").read() == content and download.value.suggested_filename == "clave.bin"
    # A change, and the way back.
    page.get_by_role("link", name="Change the item").click()
    page.locator("input[name=field-password]").fill("changed-2")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("What it had before")).to_be_visible()
    page.get_by_role("button", name="Restore Password").click()
    expect(page.locator("dt", has_text="until")).to_have_count(2)
    page.get_by_role("button", name="Show Password").first.click()
    expect(page.locator(".field-rows").first.get_by_text(password)).to_be_visible()
    # The trash, and undo.
    page.get_by_role("button", name="Put into the trash").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", level=1, name="Nube")).to_be_visible()
    page.get_by_role("button", name="Put into the trash").click()
    page.get_by_role("link", name="Trash").click()
    page.get_by_role("link", name="Nube").click()
    page.get_by_role("button", name="Bring back").click()
    expect(page.get_by_role("button", name="Favourite")).to_be_visible()


@pytest.fixture
def filled(open_desk, visit):
    """A function that opens a page on a vault with some items, unlocked."""

    def prepare(*options, **page_options) -> Page:
        desk = open_desk(*options)
        client = desk.entered()
        new_vault(client)
        people = {"Ñandú": "ana@ejemplo.es", "Nube": "ana", "árbol": "a", "Oso": "o", "Zorro": "z"}
        for title, user in people.items():
            add_item(client, title, *login(user, f"clave de {title}"), ("note", None, "Un apunte sobre la nube"))
        desk.http = client
        # The browser takes over the session.
        cookie = next(iter(client.cookies.jar))
        page = visit(desk, link="about:blank", **page_options)
        page.desk = desk
        page.context.add_cookies([{"name": cookie.name, "value": cookie.value, "url": f"{desk.url}/api/vault"}])
        page.goto(f"{desk.url}/vault#/all")
        expect(page.locator(".item-row").first).to_be_visible()
        return page

    return prepare


def test_lists_are_sorted_by_the_language_and_searched_in_every_field(filled):
    page = filled()
    assert page.locator(".item-title").all_inner_texts() == ["árbol", "Nube", "Ñandú", "Oso", "Zorro"]
    page.get_by_role("searchbox").fill("ejemplo")
    expect(page.locator(".item-title")).to_have_text(["Ñandú"])
    expect(page.get_by_text("Found in: User")).to_be_visible()
    page.get_by_role("searchbox").fill("clave de oso")
    expect(page.get_by_text("Nothing found")).to_be_visible()
    page.get_by_label("In passwords and other hidden fields too").check()
    expect(page.locator(".item-title")).to_have_text(["Oso"])
    page.get_by_label("In passwords and other hidden fields too").uncheck()
    page.get_by_role("searchbox").fill("no such thing")
    expect(page.get_by_text("Nothing found")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    expect(page.locator(".item-row")).to_have_count(5)


def test_an_item_names_its_category_although_the_categories_come_later(filled):
    page = filled()
    page.get_by_role("link", name="Nube").click()
    expect(page.get_by_role("heading", level=1, name="Nube")).to_be_visible()
    waiting = []
    page.route("**/api/vault/page/categories", lambda route: waiting.append(route))
    page.reload()
    expect(page.get_by_role("heading", level=1, name="Nube")).to_be_visible()
    page.wait_for_timeout(300)
    assert waiting
    for route in waiting:
        route.continue_()
    expect(page.locator(".item-category")).to_have_text("Bancos")


def test_categories_count_exactly(filled):
    page = filled(expected=["409"])
    row = page.locator(".category-row").filter(has_text="Bancos")
    expect(row.locator(".category-count")).to_have_text("5")
    page.get_by_role("link", name="Nube").click()
    page.get_by_role("button", name="Put into the trash").click()
    expect(row.locator(".category-count")).to_have_text("4")
    page.get_by_role("button", name="New category").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("  ")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Enter a name.")).to_be_visible()
    dialog.get_by_label("Name").fill("BANCOS")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("There is already one of this name.")).to_be_visible()
    dialog.get_by_label("Name").fill("Viajes")
    dialog.get_by_role("button", name="Save").click()
    expect(page.locator(".category-name").filter(has_text="Viajes")).to_be_visible()


@SIZES
def test_the_door_opens_at_the_place_and_counts_down_after_wrong_attempts(filled, size):
    page = filled(size=size, expected=["403", "429"])
    page.get_by_role("button", name="Lock").click()
    expect(page.get_by_role("heading", level=1, name="Open the vault")).to_be_visible()
    assert "Nube" not in page.content()
    fill_position(page, "40.3321", "-3.7687")
    picture(page, "door")
    assert_fits(page)
    assert page.evaluate(SMALL_TARGETS) == []
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".panes")).to_be_visible()
    page.get_by_role("button", name="Lock").click()
    page.get_by_role("button", name="Password", exact=True).click()
    for attempt in range(3):
        page.get_by_label("Password", exact=True).fill("wrong")
        page.get_by_role("button", name="Open", exact=True).click()
        if attempt < 2:
            expect(page.get_by_text("That does not open the vault.")).to_be_visible()
            expect(page.get_by_label("Password", exact=True)).to_have_value("")
    clock = page.locator(".lockout-clock")
    expect(clock).to_be_visible()
    before = clock.inner_text()
    wait_until(lambda: clock.inner_text() != before, "the clock goes")
    picture(page, "lockout")
    expect(page.get_by_label("Recovery code")).to_be_visible()
    assert_fits(page)


def test_a_coarse_position_is_explained_and_not_taken(filled):
    page = filled(
        geolocation={"latitude": HOME[0], "longitude": HOME[1], "accuracy": 400}, permissions=["geolocation"])
    page.get_by_role("button", name="Lock").click()
    page.get_by_role("button", name="From the browser").click()
    expect(page.get_by_text("a cell of 50 m needs 25 m or better")).to_be_visible()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text("There is no position that is accurate enough yet.")).to_be_visible()
    page.context.set_geolocation({"latitude": HOME[0], "longitude": HOME[1], "accuracy": 7})
    page.get_by_role("button", name="From the browser").click()
    expect(page.get_by_text("Accurate to 7.0 m")).to_be_visible()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".panes")).to_be_visible()


def test_this_machines_own_position_opens_without_asking_the_browser(filled):
    page = filled("--position", f"{HOME[0]},{HOME[1]},{HOME[2]}")
    page.get_by_role("button", name="Lock").click()
    expect(page.locator(".place-map")).to_be_visible()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".panes")).to_be_visible()


def test_settings_change_the_cipher_the_ways_in_and_the_password(filled):
    page = filled()
    page.get_by_role("link", name="Settings").click()
    expect(page.locator(".slot-row")).to_have_count(3)
    page.get_by_label("Cipher of the items").select_option(label="RC4 (weak)")
    change = page.get_by_role("button", name="Change the cipher")
    change.click()
    expect(page.get_by_text("Say that you want the weak cipher")).to_be_visible()
    page.get_by_label("I want this weak cipher").check()
    change.click()
    expect(page.get_by_text("This vault is sealed with RC4, which is weak.")).to_be_visible()
    page.get_by_label("Cipher of the items").select_option(label="ChaCha20-Poly1305")
    change.click()
    expect(page.get_by_text("sealed with RC4, which is weak")).to_have_count(0)
    page.get_by_role("button", name="New way in").click()
    page.get_by_label("A place", exact=True).check()
    expect(page.locator(".slot-form").get_by_text("It cannot: positions can be faked.")).to_be_visible()
    page.locator(".slot-form").get_by_label("Name").fill("Oficina")
    fill_position(page, "41.1", "-4.2")
    page.get_by_role("button", name="Make it").click()
    row = page.locator(".slot-row").filter(has_text="Oficina")
    expect(row).to_be_visible()
    row.get_by_role("button", name="Remove Oficina").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(row).to_have_count(0)
    page.get_by_role("button", name="Change the password").click()
    page.get_by_label("New password").fill("another horse")
    page.locator(".slot-form").get_by_role("button", name="Change the password").click()
    expect(page.get_by_text("The password is changed.")).to_be_visible()
    picture(page, "settings")
    page.get_by_role("button", name="Lock").click()
    page.get_by_role("button", name="Password", exact=True).click()
    page.get_by_label("Password", exact=True).fill("another horse")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()
    page.goto(f"{page.desk.url}/vault#/all")
    expect(page.locator(".item-title")).to_have_count(5)


def test_the_page_hides_everything_when_the_command_ends(filled):
    # Its last answer may be that the vault is locked.
    ending = ["401", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_SOCKET_NOT_CONNECTED", "ERR_EMPTY_RESPONSE"]
    page = filled(expected=ending)
    page.get_by_role("link", name="Nube").click()
    page.desk.end()
    expect(page.get_by_role("heading", name="The vault is closed")).to_be_visible(timeout=PATIENCE)
    assert "Nube" not in page.content()


def test_a_page_without_the_link_says_how_to_open_one(open_desk, visit):
    desk = open_desk()
    page = visit(desk, link=f"{desk.url}/vault", expected=["401"])
    expect(page.get_by_role("heading", name="This page needs its link")).to_be_visible()
    expect(page.get_by_text("cerca vault open")).to_be_visible()


def test_names_and_values_cannot_carry_markup(filled):
    page = filled()
    hostile = "<img src=x onerror=alert(1)>"
    item = add_item(
        page.desk.http, hostile, ("user", None, hostile), ("url", None, "javascript:alert(1)"),
        ("text", hostile, hostile))
    page.goto(f"{page.desk.url}/vault#/item/{item['id']}")
    expect(page.get_by_role("heading", level=1, name=hostile)).to_be_visible()
    assert page.locator("main img").count() == 0
    assert page.locator("main a[href^=javascript]").count() == 0


def test_the_page_speaks_spanish_and_has_contrast_in_the_dark(filled):
    page = filled(locale="es-ES", scheme="dark", size=PHONE)
    expect(page.get_by_role("heading", level=1, name="Todos los elementos")).to_be_visible()
    page.get_by_role("link", name="Nube").click()
    expect(page.get_by_role("button", name="Mostrar Contraseña")).to_be_visible()
    found = contrasts(page, ["h1", ".field-words dt", ".field-value", ".quiet", "[data-route=items]",
                                     "[data-route=trash]", ".section h2"])
    assert {selector: round(ratio, 2) for selector, ratio in found.items() if ratio < 4.5} == {}
    assert page.evaluate(SMALL_TARGETS) == []
    assert_fits(page)


def test_the_check_finds_weak_and_reused_passwords(filled):
    page = filled()
    add_item(page.desk.http, "Uno", *login("x", "123456"))
    add_item(page.desk.http, "Dos", *login("y", "clave de Nube"))
    page.get_by_role("link", name="Check").click()
    expect(page.locator(".item-row").filter(has_text="Uno")).to_contain_text("Weak")
    expect(page.locator(".item-row").filter(has_text="Dos")).to_contain_text("Used elsewhere too")
    assert "clave de Nube" not in page.content()
