import { el } from "../../dom";
import { plural, t } from "../../i18n";
import { button } from "../../ui/button";
import { sheet } from "../../ui/sheet";
import type { Context } from "../context";
import type { Venue } from "../venue";
import { categoryName, categorySentence, zoneList } from "../words";

export interface ShopSheet {
  element: HTMLElement;
  open(major: number, note: string): void;
  close(): void;
}

/** What a shop is, over the corner of the plan; `onChange` is told which one is shown. */
export function shopSheet(
  context: Context, venue: Venue, onChange: (major: number | null) => void, onChoose: () => void,
): ShopSheet {
  const { element, open, close } = sheet(() => onChange(null));
  return {
    element, close,
    open: (major, note) => {
      const shop = venue.shop(major);
      if (shop === undefined) return;
      context.looked.notice(shop.category);
      const beacons = venue.beaconsOf(major);
      open({
        title: shop.name, note: categoryName(shop.category),
        content: [
          el("p", {}, categorySentence(shop.category)),
          el("p", { class: "quiet" }, plural("shop.beacons", beacons.length, { zones: zoneList(beacons).join(", ") })),
          note !== "" && el("p", { class: "sheet-note" }, note),
          button("plain", "shops", t("shop.choose"), onChoose),
        ],
      });
      onChange(major);
    },
  };
}
