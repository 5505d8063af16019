import { el, setText } from "../dom";
import { type Key, t } from "../i18n";
import { icon, type IconName } from "../icons";

/** A sentence that a reader should not miss; `warn` is to be known before going on, `bad` is wrong or dangerous. */
export function notice(
  picture: IconName, text: string, tone: "plain" | "warn" | "bad" = "plain", name = "",
): HTMLElement {
  return el("p", { class: `notice notice-${tone} ${name}`.trim() }, icon(picture), el("span", {}, text));
}

/** Tells when the browser has no network at all; single requests and streams tell of their own troubles. */
export function networkBanner(words: Key): HTMLElement {
  const text = el("span");
  const banner = el("div", { class: "network", role: "status", hidden: navigator.onLine }, icon("offline"), text);
  const follow = (): void => {
    banner.hidden = navigator.onLine;
    setText(text, navigator.onLine ? "" : t(words));
  };
  window.addEventListener("online", follow);
  window.addEventListener("offline", follow);
  follow();
  return banner;
}
