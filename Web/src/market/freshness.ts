import { el, setText } from "../dom";
import { locale, t } from "../i18n";
import { icon } from "../icons";
import type { Observable, Scope } from "../observable";
import type { Connection } from "./live/connection";

/** How long ago something was, in seconds up to two minutes and in minutes after that. */
export function age(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [value, unit] = seconds < 120 ? [seconds, "second"] : [Math.floor(seconds / 60), "minute"];
  return new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay: "short" }).format(value);
}

/** Whether numbers are too old to be taken for the present; not at the beginning, when they have just been fetched. */
export function isOld({ state }: Connection): boolean {
  return state === "slow" || state === "lost";
}

/** How old live numbers are, beside them; what changes each second is not read aloud each second. */
export function freshness(scope: Scope, connection: Observable<Connection>): HTMLElement {
  const ago = el("span", { "aria-hidden": "true" });
  const words = el("span", { class: "hidden", role: "status" });
  const element = el("span", { class: "freshness" }, el("span", { class: "freshness-dot" }), ago, words);
  const draw = (): void => {
    const { value } = connection;
    element.dataset["state"] = value.state;
    const since = "since" in value ? age(Date.now() - value.since) : "";
    setText(ago, since === "" ? t(`market.live.${value.state}`) : t("market.live.ago", { age: since }));
    setText(words, value.state === "live" ? "" : t(`market.live.${value.state}`));
  };
  scope.watch(connection, draw);
  scope.every(1000, draw);
  return element;
}

/** Milliseconds for which a lost connection is not worth a banner: most come back at once. */
const forgiven = 1000;

/** Tells over every view that the connection is lost, and for a moment that it is back. */
export function liveBanner(scope: Scope, connection: Observable<Connection>): HTMLElement {
  const text = el("span");
  const mark = el("span", { class: "live-banner-mark" });
  const banner = el("div", { class: "network live-banner", role: "status", hidden: true }, mark, text);
  let timer: number | undefined;
  const show = (tone: "lost" | "back", words: string): void => {
    banner.dataset["state"] = tone;
    mark.replaceChildren(icon(tone === "lost" ? "offline" : "check"));
    setText(text, words);
    banner.hidden = false;
  };
  scope.watch(connection, (value) => {
    window.clearTimeout(timer);
    const wasShown = !banner.hidden;
    if (value.state === "lost") {
      if (!wasShown || banner.dataset["state"] !== "lost") {
        timer = window.setTimeout(() => show("lost", t("market.live.lostBanner")), forgiven);
      }
    } else if (value.state === "back" && wasShown) show("back", t("market.live.backBanner"));
    else banner.hidden = true;
  });
  scope.add(() => window.clearTimeout(timer));
  return banner;
}
