import { el, setText } from "../dom";
import { type Key, t } from "../i18n";
import { icon, type IconName } from "../icons";
import type { Observable } from "../observable";

/** A sentence that a reader should not miss; `warn` is to be known before going on, `bad` is wrong or dangerous. */
export function notice(
  picture: IconName, text: string, tone: "plain" | "warn" | "bad" = "plain", name = "",
): HTMLElement {
  return el("p", { class: `notice notice-${tone} ${name}`.trim() }, icon(picture), el("span", {}, text));
}

/**
 * Tells when the browser has no network at all, or when `isAway` says that what is shown is not from the server; single
 * requests and streams tell of their own troubles.
 */
export function networkBanner(words: Key, isAway?: Observable<boolean>): HTMLElement {
  const text = el("span");
  const banner = el("div", { class: "network", role: "status", hidden: navigator.onLine }, icon("offline"), text);
  const follow = (): void => {
    banner.hidden = navigator.onLine && isAway?.value !== true;
    setText(text, banner.hidden ? "" : t(words));
  };
  window.addEventListener("online", follow);
  window.addEventListener("offline", follow);
  isAway?.subscribe(follow);
  follow();
  return banner;
}

/** Something that the reader may take or leave, over the page. */
export function offerBanner(text: string, action: string, take: () => void): HTMLElement {
  const button = el("button", { type: "button", class: "button-text", onclick: take }, action);
  return el("div", { class: "network news", role: "status" }, icon("refresh"), el("span", {}, text), button);
}
