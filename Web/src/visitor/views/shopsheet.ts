import { button } from "../../controls";
import { el, fill, uniqueId } from "../../dom";
import { plural, t } from "../../i18n";
import { icon } from "../../icons";
import type { Venue } from "../venue";
import { categoryName, categorySentence, zoneList } from "../words";

export interface ShopSheet {
  element: HTMLElement;
  open(major: number, note: string): void;
  close(): void;
}

/** What a shop is, over the corner of the plan; Escape closes it and gives the focus back. */
export function shopSheet(venue: Venue, onChange: (major: number | null) => void, onChoose: () => void): ShopSheet {
  const title = uniqueId("shop");
  const element = el("aside", { class: "sheet", "aria-labelledby": title, hidden: true, tabindex: -1 });
  let before: Element | null = null;

  function close(): void {
    if (element.hidden) return;
    const hadFocus = element.contains(document.activeElement);
    element.hidden = true;
    onChange(null);
    if (hadFocus && before instanceof HTMLElement) before.focus();
  }

  function open(major: number, note: string): void {
    const shop = venue.shop(major);
    if (shop === undefined) return;
    if (element.hidden) before = document.activeElement;
    const category = el("p", { class: "sheet-category" }, categoryName(shop.category));
    const beacons = venue.beaconsOf(major);
    fill(
      element,
      el(
        "header",
        { class: "sheet-head" },
        el("div", {}, el("h2", { id: title }, shop.name), category),
        el("button", { type: "button", class: "button-icon", "aria-label": t("close"), onclick: close }, icon("cross")),
      ),
      el("p", {}, categorySentence(shop.category)),
      el("p", { class: "quiet" }, plural("shop.beacons", beacons.length, { zones: zoneList(beacons).join(", ") })),
      note !== "" && el("p", { class: "sheet-note" }, note),
      button("plain", "shops", t("shop.choose"), onChoose),
    );
    element.hidden = false;
    element.focus();
    onChange(major);
  }

  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  return { element, open, close };
}
