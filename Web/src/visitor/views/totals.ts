import type { DemoTotals } from "../../api";
import { el, fill, setText } from "../../dom";
import { metres, number, percent } from "../../format";
import { type Key, t } from "../../i18n";
import { resultName, verdict } from "../words";

export interface TotalsStrip {
  element: HTMLElement;
  show(totals: DemoTotals): void;
}

/** The figures of the day so far. */
export function totalsStrip(): TotalsStrip {
  const figures = new Map<string, HTMLElement>();
  const share = el("span");
  const figure = (name: string, label: Key): HTMLElement => {
    const value = el("dd", { "data-figure": name }, "–");
    figures.set(name, value);
    return el("div", { class: "figure" }, el("dt", {}, t(label), name === "accepted" && share), value);
  };
  const element = el(
    "dl",
    { class: "figures", "aria-label": t("totals.title") },
    figure("sightings", "totals.sightings"),
    figure("accepted", "totals.accepted"),
    figure("refused", "totals.refused"),
    figure("offers", "totals.offers"),
    figure("mean", "totals.mean"),
    figure("p90", "totals.p90"),
  );
  const put = (name: string, text: string): void => {
    const place = figures.get(name);
    if (place !== undefined) setText(place, text);
  };
  return {
    element,
    show(totals) {
      const refused = Object.values(totals.rejected).reduce((sum, count) => sum + count, 0);
      put("sightings", number(totals.sightings));
      put("accepted", number(totals.accepted));
      setText(share, ` · ${percent(totals.accepted, totals.sightings)}`);
      put("refused", number(refused));
      put("offers", number(totals.offers));
      put("mean", metres(totals.positionError.mean));
      put("p90", metres(totals.positionError.p90));
    },
  };
}

export interface RefusalBars {
  element: HTMLElement;
  show(rejected: Record<string, number>): void;
}

/** Refusals by reason as bars, most frequent first. */
export function refusalBars(): RefusalBars {
  const list = el("ul", { class: "bars" });
  const none = el("p", { class: "quiet" }, t("refusals.none"));
  const element = el(
    "section",
    { class: "refusals", "aria-labelledby": "refusals-title" },
    el("h2", { id: "refusals-title" }, t("refusals.title")),
    none,
    list,
  );
  const bars = new Map<string, Bar>();
  return {
    element,
    show(rejected) {
      const entries = Object.entries(rejected).filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
      none.hidden = entries.length > 0;
      const most = entries[0]?.[1] ?? 1;
      for (const [code, count] of entries) {
        const kept = bars.get(code) ?? bar(code);
        bars.set(code, kept);
        kept.show(count, count / most);
      }
      const order = entries.map(([code]) => bars.get(code)?.element);
      const changed = order.length !== list.children.length || order.some((row, i) => list.children[i] !== row);
      if (changed) fill(list, ...order);
    },
  };
}

interface Bar {
  element: HTMLElement;
  show(count: number, share: number): void;
}

function bar(code: string): Bar {
  const filling = el("span", { class: `bar-fill bar-${verdict(code)}` });
  const figure = el("span", { class: "bar-count" });
  return {
    element: el(
      "li",
      { class: "bar-row", "data-code": code },
      el("span", { class: "bar-label" }, resultName(code)),
      el("span", { class: "bar", "aria-hidden": "true" }, filling),
      figure,
    ),
    show(count, share) {
      filling.style.width = `${Math.max(share * 100, 1)}%`;
      setText(figure, number(count));
    },
  };
}
