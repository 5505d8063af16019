import { el, fill } from "../../dom";
import { t } from "../../i18n";
import { button } from "../../ui/button";
import { linkRow } from "../../ui/list";
import { section } from "../../ui/section";
import type { Context } from "../context";
import { categoryName } from "../words";
import type { Scope } from "../../observable";
import { today } from "./looking";
import { suggestions } from "./tags";

/** Shops that are near to what the reader looked at, found on this device; nothing while there are none. */
export function suggestedPart(context: Context, scope: Scope): HTMLElement {
  const place = el("div", { class: "suggested" });
  const draw = (): void => {
    const [venue, looking] = [context.venue.value, context.looked.observable.value];
    const found = venue && looking ? suggestions(venue.body.shops, looking, today()) : [];
    fill(place, venue && found.length > 0 && section(
      "ruled", t("looked.suggested"), el("p", { class: "quiet" }, t("looked.suggested.text")),
      el("ul", { class: "rows" }, ...found.map((shop) => {
        const isOn = context.choices.has(venue.body.uuid, shop.major);
        const note = t(isOn ? "looked.because" : "looked.because.off", { category: categoryName(shop.category) });
        return linkRow(isOn ? "here" : "shops", isOn ? "#/here" : `#/shops/${shop.major}`, shop.name, note);
      })),
      el("a", { class: "panel-link", href: "#/me" }, t("looked.manage")),
    ));
  };
  scope.watch(context.looked.observable, draw);
  scope.watch(context.venue.observable, draw);
  scope.watch(context.choices.resource.observable, draw);
  return place;
}

/** What this device noticed, to be seen, switched off and erased. */
export function lookedSection(context: Context, scope: Scope): HTMLElement {
  const { looked } = context;
  const list = el("p", { class: "looked-tags" });
  const toggle = el(
    "button",
    {
      type: "button", class: "shop-row", role: "switch", "data-looked": "switch",
      onclick: () => looked.setOn(looked.observable.value?.isOn !== true),
    },
    el("span", { class: "shop-name" }, t("looked.switch")), el("span", { class: "shop-category" }, t("looked.switch.text")),
    el("span", { class: "switch", "aria-hidden": "true" }),
  );
  const erase = button("plain", "trash", t("looked.erase"), () => {
    const undo = looked.erase();
    context.toasts.show({ key: "looked", icon: "trash", text: t("looked.erased"), undo: { what: t("looked.title"), run: undo } });
    toggle.focus();
  });
  scope.watch(looked.observable, (looking) => {
    const tags = looking?.looked ?? [];
    toggle.setAttribute("aria-checked", String(looking?.isOn === true));
    erase.hidden = tags.length === 0;
    fill(list, tags.length === 0 ? t("looked.none") : tags.map(({ tag }) => categoryName(tag)).join(" · "));
  });
  return section("account", t("looked.title"), el("p", { class: "quiet" }, t("looked.text")), toggle, list, erase);
}
