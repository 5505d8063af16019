import * as api from "../../api";
import type { MarketAsset, MarketPortfolio, PortfolioRange } from "../../api";
import { ask, Failure } from "../../client";
import { el, fill, setText, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { Resource } from "../../remote";
import { notice } from "../../ui/banner";
import { segmented } from "../../ui/menu";
import { emptyState, failedState, loadingState } from "../../ui/states";
import { table } from "../../ui/table";
import { Decimal } from "../../numbers/decimal";
import { change as percentage } from "../numbers/format";
import { dayOf, periodLabel, shortTime } from "../numbers/instants";
import { settings } from "../settings/settings";
import { signedIn } from "../signedin";
import type { View, ViewInput } from "../view";
import { freshness } from "./freshness";
import { lineChart } from "./linechart";
import { counterOf, money, signedAmount } from "./money";
import { type Performance, performance } from "./performance";
import { subpage } from "./subpage";

const ranges: readonly PortfolioRange[] = ["day", "week", "month", "year", "all"];

/** How often the last point is asked for again, in milliseconds. */
const age = 30_000;

/** What all was worth over time, and how that was come by. */
export const portfolioView: View = (input) =>
  subpage("portfolio", t("wallet.portfolio"), "wallet", signedIn(input, t("wallet.sign"), () => content(input)));

async function portfolio(range: PortfolioRange): Promise<MarketPortfolio> {
  const { counter } = settings.value;
  if (counter === null) return ask((options) => api.marketPortfolio(range, {}, options));
  try {
    return await ask((options) => api.marketPortfolio(range, { base: counter }, options));
  } catch (error) {
    if (Failure.from(error).code !== "market.unknown_asset") throw error;
    return ask((options) => api.marketPortfolio(range, {}, options));
  }
}

function content({ context: { store }, scope }: ViewInput): HTMLElement[] {
  let range: PortfolioRange = "month";
  const told = new Resource(() => portfolio(range));
  const place = el("div", { class: "portfolio-body" });
  const choices = ranges.map((value) => ({ value, label: t(`wallet.range.${value}`) }));
  const chooser = segmented(t("wallet.range"), choices, range, (chosen) => {
    range = chosen;
    place.setAttribute("aria-busy", "true");
    void told.load();
  });
  const show = (): void => {
    const [assets, state] = [store.assets.observable.value, told.observable.value];
    if (assets.state === "failed") return fill(place, failedState(assets.failure, () => void store.assets.load()));
    if (state.state === "failed") return fill(place, failedState(state.failure, () => void told.load()));
    if (state.state === "loading" || assets.state === "loading") return fill(place, loadingState());
    const base = counterOf(assets.value, state.value.base);
    // Whoever is reading a point or the table is not interrupted.
    if (base === undefined || place.matches(":focus-within") && place.getAttribute("aria-busy") !== "true") return;
    place.removeAttribute("aria-busy");
    fill(place, ...shown(state.value, performance(state.value, range), base));
  };
  scope.watch(told.observable, show);
  scope.watch(store.assets.observable, show);
  let before = settings.value;
  scope.watch(settings, (now) => {
    if (now.counter !== before.counter) void told.load();
    else if (now !== before) show();
    before = now;
  });
  scope.every(age, () => document.visibilityState === "visible" && void told.load());
  void told.load();
  return [chooser, freshness(scope, store.connection), place];
}

function shown(told: MarketPortfolio, found: Performance, base: MarketAsset): HTMLElement[] {
  const last = found.points[found.points.length - 1];
  const [first] = found.points;
  if (last === undefined || first === undefined) {
    return [emptyState("chart", t("wallet.portfolio.empty"), t("wallet.portfolio.empty.text"))];
  }
  const rate = found.rate === null ? "" : percentage(found.rate.approximate);
  const tone = found.gain.isZero ? "same" : found.gain.isNegative ? "falls" : "rises";
  const now = money(last.value, base);
  const gain = signedAmount(found.gain.dividedBy(Decimal.of(1n), base.decimals), base);
  const sentence = t("wallet.portfolio.drawn", {
    from: day(first), to: day(last), first: money(first.value, base), last: now, gain: rate === "" ? gain : `${gain} (${rate})`,
  });
  const chart = lineChart(found.points, sentence);
  const note = el("p", { class: "portfolio-point figures", role: "status" });
  const input = el("input", { type: "range", min: 0, max: found.points.length - 1, value: found.points.length - 1, id: uniqueId("point") });
  const follow = (): void => {
    const index = Number(input.value);
    const point = found.points[index];
    if (point === undefined) return;
    chart.mark(index);
    const words = { day: day(point), value: money(point.value, base), deposits: money(point.deposits, base) };
    setText(note, t("wallet.portfolio.point", words));
    input.setAttribute("aria-valuetext", t("wallet.portfolio.point", words));
  };
  input.addEventListener("input", follow);
  follow();
  return [
    el(
      "section", { class: "portfolio-head", "aria-label": t("wallet.portfolio") },
      el("p", { class: "wallet-total figures" }, now),
      el("p", { class: `portfolio-gain figures ${tone}` }, t("wallet.portfolio.gain", { gain })),
      el("p", { class: "row-note portfolio-rate" }, rate === "" ? t("wallet.portfolio.rate.none") : t("wallet.portfolio.rate", { rate })),
    ),
    ...(told.isComplete ? [] : [notice("clock", t("wallet.portfolio.part"), "warn")]),
    ...(last.unpriced > 0 ? [notice("question", t("wallet.sum.unpriced", { count: last.unpriced }))] : []),
    el(
      "figure", { class: "portfolio-chart" },
      chart.element,
      el("div", { class: "portfolio-ends row-note" }, found.points.length > 1 && el("span", {}, day(first)), el("span", {}, day(last))),
      found.points.length > 1 && el("div", { class: "portfolio-slider" }, el("label", { class: "hidden", for: input.id }, t("wallet.portfolio.slider")), input),
      note,
      el(
        "figcaption", { class: "portfolio-key row-note" },
        el("span", { class: "key-value" }, t("wallet.portfolio.value")), el("span", { class: "key-deposits" }, t("wallet.portfolio.deposits")),
      ),
    ),
    asTable(found, base),
  ];
}

/** All points in words, newest first; made when it is opened. */
function asTable(found: Performance, base: MarketAsset): HTMLElement {
  const place = el("div", { class: "portfolio-table" });
  const details = el("details", { class: "wallet-details" }, el("summary", {}, t("wallet.portfolio.table")), place);
  details.addEventListener("toggle", () => {
    if (!details.open || place.childElementCount > 0) return;
    const rows = [...found.points].reverse().map((point) => ({
      code: point.at, head: day(point), cells: [money(point.value, base), money(point.deposits, base)],
    }));
    fill(place, table([t("wallet.portfolio.day"), t("wallet.portfolio.value"), t("wallet.portfolio.deposits")], rows));
  });
  return details;
}

/** Milliseconds and minutes of a day. */
const [dayLength, dayMinutes] = [86_400_000, 1440];

/** When a point is: the day of UTC at whose end it stands, as days are named everywhere, or for the last one now. */
function day({ at }: { at: string }): string {
  const instant = new Date(at);
  if (instant.getTime() % dayLength !== 0) return `${dayOf(instant)}, ${shortTime(instant)}`;
  return periodLabel(new Date(instant.getTime() - dayLength), dayMinutes);
}
