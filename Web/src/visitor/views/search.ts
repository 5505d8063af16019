import { el, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";

/** A field that finds shops; `onSearch` is told what stands in it, after each letter. */
export function searchField(onSearch: (text: string) => void): HTMLElement {
  const identifier = uniqueId("search");
  const input: HTMLInputElement = el("input", {
    id: identifier, type: "search", autocomplete: "off", placeholder: t("shops.search"),
    oninput: () => onSearch(input.value),
  });
  const label = el("label", { for: identifier, class: "hidden" }, t("shops.search"));
  return el("div", { class: "search" }, label, icon("search"), input);
}

/** Text for comparison: without case and accents. */
export function plain(text: string): string {
  return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
}
