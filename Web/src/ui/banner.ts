import { el, setText } from "../dom";
import { icon } from "../icons";
import { type Key, t } from "../i18n";

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
