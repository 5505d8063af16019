"""Update my position: whoever wants to know it now asks, is told while it looks, and gets an answer in words."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from test_web import DESK, PHONE, assert_fits, base_url, sign_up, visit  # noqa: F401

# What the button says, while it looks, and what it says when it hears nothing.
LANGUAGES = {
    "en-GB": ("Update my position", "Looking for where you are", "No beacon is heard here"),
    "es-ES": ("Actualizar mi posición", "Buscando dónde estás", "no se oye ninguna baliza"),
    "pt-BR": ("Atualizar minha posição", "Procurando onde você está", "Nenhum beacon é ouvido"),
    "it-IT": ("Aggiorna la mia posizione", "Cerco dove sei", "non si sente nessun beacon"),
}
ROUTE = "**/api/demo/guest/position"


def enter(page, language: str | None = None) -> None:
    sign_up(page)
    if language:
        page.evaluate("language => localStorage.setItem('cerca.language', language)", language)
        page.reload()
    page.locator(".here .button-primary").click()
    # The phone has heard something by now.
    expect(page.locator(".panel-nearest .row").first).to_be_visible()


@pytest.mark.parametrize("size, scheme", [(PHONE, "light"), (PHONE, "dark"), (DESK, "light"), (DESK, "dark")])
def test_a_press_is_answered_with_the_place_and_how_sure_it_is(visit, size, scheme, tmp_path):  # noqa: F811
    page = visit("/#/here", size=size, scheme=scheme)
    enter(page)
    answer = page.locator(".here-update [role=status]")
    expect(answer).to_have_text("")
    with page.expect_response(ROUTE) as asked:
        page.get_by_role("button", name="Update my position").click()
    located = asked.value.json()
    assert located["position"].keys() == {"x", "y"} and located["doubt"] > 0 and located["place"]["zone"]
    expect(answer).to_have_text(re.compile(r"^\S.*, give or take [\d.]+ m\.$"))
    # The plan shows that place, near enough to read names.
    names = page.locator(".plan-label-name").filter(visible=True)
    assert max(names.evaluate_all("all => all.map(one => parseFloat(getComputedStyle(one).fontSize))")) >= 10
    assert_fits(page)
    assert Axe().run(page).response["violations"] == []
    box = page.get_by_role("button", name="Update my position").bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44
    page.screenshot(path=tmp_path / "position.png")


@pytest.mark.parametrize("locale", LANGUAGES)
def test_it_says_that_it_looks_and_that_nothing_is_heard(visit, locale, tmp_path):  # noqa: F811
    press, looking, nothing = LANGUAGES[locale]
    page = visit("/#/here", size=PHONE)
    enter(page, locale[:2])
    held = []
    page.route(ROUTE, lambda route: held.append(route))
    button, answer = page.get_by_role("button", name=press), page.locator(".here-update [role=status]")
    button.click()
    expect(answer).to_contain_text(looking)
    expect(button).to_be_disabled()
    assert len(held) == 1
    held[0].fulfill(json={"place": {}})
    expect(answer).to_contain_text(nothing)
    expect(button).to_be_enabled()
    assert_fits(page)
    page.screenshot(path=tmp_path / "nothing.png")


def test_a_server_that_fails_leaves_no_answer_and_the_button_works_again(visit):  # noqa: F811
    page = visit("/#/here", size=PHONE, expected=["503"])
    enter(page)
    problem = {"type": "about:blank", "title": "The server is too busy", "status": 503, "code": "request.overloaded"}
    page.route(ROUTE, lambda route: route.fulfill(
        status=503, content_type="application/problem+json", body=json.dumps(problem)))
    button = page.get_by_role("button", name="Update my position")
    button.click()
    expect(page.get_by_role("status").or_(page.get_by_role("alert")).filter(has_text="busy").first).to_be_visible()
    expect(page.locator(".here-update [role=status]")).to_have_text("")
    page.unroute(ROUTE)
    button.click()
    expect(page.locator(".here-update [role=status]")).to_contain_text("give or take")


def test_only_a_guest_has_a_phone_to_ask(visit):  # noqa: F811
    page = visit("/#/me", size=PHONE, expected=["401", "404"])
    ask = "fetch('/api/demo/guest/position', {method: 'POST', headers: {'X-Cerca': '1'}}).then(a => a.status)"
    assert page.evaluate(ask) == 401
    sign_up(page)
    assert page.evaluate(ask) == 404
