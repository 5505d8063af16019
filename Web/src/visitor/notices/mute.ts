import { el, fill, setText } from "../../dom";
import { t } from "../../i18n";
import type { Context } from "../context";
import { isMuted } from "./notices";

/** Whether the reader is told of a shop's offers, in the page and on all devices: a switch, once the rules are known. */
export function muteSwitch(context: Context, venue: string, major: number): HTMLElement {
  const place = el("div");
  const note = el("span", { class: "shop-category" });
  const toggle = el(
    "button", { type: "button", class: "shop-row", role: "switch", "data-mute": major, onclick: () => void change() },
    el("span", { class: "shop-name" }, t("notice.tell")), note, el("span", { class: "switch", "aria-hidden": "true" }),
  );
  const show = (isTold: boolean): void => {
    toggle.setAttribute("aria-checked", String(isTold));
    setText(note, t(isTold ? "notice.tell.yes" : "notice.tell.no"));
  };

  async function change(): Promise<void> {
    const isTold = toggle.getAttribute("aria-checked") === "true";
    show(!isTold);
    try {
      await (await context.notices.load()).mute(venue, major, isTold);
    } catch (error) {
      show(isTold);
      context.report(error);
    }
  }

  // Without an answer there is nothing to switch, and Security says the same.
  context.notices.load().then((notices) => notices.standing()).then((rules) => {
    show(!isMuted(rules, venue, major));
    fill(place, toggle);
  }).catch(() => undefined);
  return place;
}
