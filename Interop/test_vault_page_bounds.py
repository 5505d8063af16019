"""The page of `cerca vault open` with names and values of the greatest length."""

from desks import SIZES, add_item, new_vault, open_desk, picture, visit  # noqa: F401
from playwright.sync_api import expect
from test_web import assert_fits

# As long as a name may be, without a place to break it.
LONG = "Sehrlang" * 25
FIELD = "Sehrlang" * 12

# The texts that reach beyond the room of their pane, or lie under a button of their row.
OUTSIDE = """pane => {
    const room = pane.getBoundingClientRect()
    const buttons = [...pane.querySelectorAll(".field-row button, .view-head button, .view-head a")]
        .map(button => button.getBoundingClientRect())
    return [...pane.querySelectorAll("h1, dt, dd, p, .category-name, .item-title")].filter(text => {
        if (getComputedStyle(text).overflow === "hidden") return false
        const range = document.createRange()
        range.selectNodeContents(text)
        return [...range.getClientRects()].some(box => box.right > room.right + 1 || buttons.some(button =>
            box.left < button.right - 1 && button.left < box.right - 1
            && box.top < button.bottom - 1 && button.top < box.bottom - 1))
    }).map(text => text.className || text.tagName)
}"""


@SIZES
def test_the_longest_names_and_values_stay_in_their_place(open_desk, visit, size):
    desk = open_desk()
    client = desk.entered()
    new_vault(client)
    made = client.post("/api/vault/page/categories", json={"name": LONG, "isRemovable": False})
    assert made.status_code == 201, made.text
    item = add_item(
        client, LONG, ("user", None, LONG), ("password", None, LONG), ("url", None, f"https://example.org/{LONG}"),
        ("text", FIELD, LONG), ("concealed", FIELD, LONG))
    cookie = next(iter(client.cookies.jar))
    page = visit(desk, size=size, link="about:blank")
    page.context.add_cookies([{"name": cookie.name, "value": cookie.value, "url": f"{desk.url}/api/vault"}])
    page.goto(f"{desk.url}/vault#/item/{item['id']}")
    expect(page.get_by_role("heading", level=1, name=LONG)).to_be_visible()
    for button in page.get_by_role("button", name="Show").all():
        button.click()
    expect(page.locator(".field-words dd", has_text=LONG)).to_have_count(5)
    picture(page, "long")
    for pane in page.locator(".pane:visible").all():
        assert pane.evaluate(OUTSIDE) == []
    assert_fits(page)
    page.goto(f"{desk.url}/vault#/")
    expect(page.locator(".pane-categories")).to_be_visible()
    assert page.locator(".pane-categories").evaluate(OUTSIDE) == []
    assert_fits(page)
