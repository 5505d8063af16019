import type { VaultPageVault } from "../api";
import { el, fill, setText } from "../dom";
import { plural, t } from "../i18n";
import { icon } from "../icons";
import type { Scope } from "../observable";
import { span } from "./words";

/**
 * How long a vault waits after failures, counting down; `over` is called when it may be tried again.
 *
 * The time is the desk's: this only counts what it said, so that a page that slept shows no attempt too early.
 */
export function lockoutNotice(scope: Scope, vault: VaultPageVault, over: () => void): HTMLElement {
  const place = el("div", { class: "lockout" });
  if (vault.isStopped) {
    fill(place, icon("alert"), el("p", {}, t("vault.lockout.stopped")));
    place.setAttribute("role", "alert");
    return place;
  }
  const deadline = Date.now() + vault.secondsLeft * 1000;
  const clock = el("span", { class: "lockout-clock" });
  let isOver = false;
  const tick = (): void => {
    const left = Math.ceil((deadline - Date.now()) / 1000);
    if (left <= 0) {
      if (!isOver) over();
      isOver = true;
    }
    else setText(clock, countdown(left));
  };
  // The figure changes every second: a screen reader is told the span once, and not each of its seconds.
  const spoken = el(
    "p", { class: "hidden", role: "alert" }, t("vault.lockout.spoken", { span: span(vault.secondsLeft) }),
  );
  fill(
    place, icon("lock"), spoken,
    el(
      "div", { "aria-hidden": "true" },
      el("p", { class: "lockout-title" }, t("vault.lockout.title")), clock,
      el("p", { class: "quiet" }, plural("vault.lockout.failures", vault.failures)),
    ),
  );
  tick();
  scope.every(250, tick);
  return place;
}

/** Seconds as a clock: `4:09`, or `1:02:09`. */
export function countdown(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
