import * as api from "../../api";
import type { FigureCell, FigureDay, FigureName, ReportCube, ShopFigures, ShopQuarters } from "../../api";
import { type Child, el, uniqueId } from "../../dom";
import { download } from "../../download";
import { dayName, dayShort, number } from "../../format";
import { known, plural, t } from "../../i18n";
import { notice } from "../../ui/banner";
import { button, working } from "../../ui/button";
import { field } from "../../ui/field";
import { doorCount } from "../../numbers/rules";
import { segmented, select } from "../../ui/menu";
import { numberField } from "../../ui/numberfield";
import { section } from "../../ui/section";
import { emptyState } from "../../ui/states";
import type { ShopContext } from "../../venueconsole/context";
import { consolePage, steady, tooFewState } from "../../venueconsole/page";
import { between, changeInWords, charted, defined, written } from "./parts";
import {
  comparedPeriod, type Comparison, dayAfter, dayIn, difference, hoursOf, type Period, quartersOf,
  releasedPeriod, valueOf,
} from "./reckoning";

/** The figures in the order in which somebody reads them. */
const order: readonly FigureName[] = [
  "visitors", "passers_by", "capture", "bounce", "engagement", "returning", "proved_visitors", "stays", "coverage", "people",
];

const lengths = ["7", "28", "91"] as const;
type Length = (typeof lengths)[number];
const comparisons: readonly Comparison[] = ["before", "year", "none"];

/** What the address says after the page's name: `28/before`. */
function readRest(rest: string): { length: Length; comparison: Comparison } {
  const [first, second] = rest.split("/");
  return {
    length: lengths.find((one) => one === first) ?? "28",
    comparison: comparisons.find((one) => one === second) ?? "before",
  };
}

/** The figures of a period, and those of the one that it is compared with. */
interface Compared {
  now: ShopFigures;
  before: ShopFigures | null;
}

/** Who came: each figure with its interval and its meaning, compared with another time. */
export function visitorsPage(context: ShopContext): HTMLElement {
  const { venue } = context.venue;
  const { major } = context.shop;
  const { length, comparison } = readRest(context.rest);
  const period = releasedPeriod(dayIn(context.timeZone, new Date(context.now())), Number(length));
  const other = comparedPeriod(period, comparison);
  const value = context.fetched(async (options): Promise<Compared> => {
    const [now, before] = await Promise.all([
      api.shopFigures(venue, major, { ...period }, options),
      other === null ? null : api.shopFigures(venue, major, { ...other }, options),
    ]);
    return { now, before };
  });
  return consolePage(
    t("figures.visitors.title"), t("figures.visitors.lead"),
    choices(context, length, comparison),
    notice("clock", t("figures.visitors.period", { first: dayName(period.firstDay), last: dayName(period.lastDay) })),
    steady(context, value, (compared) => figuresPart(context, compared, period)),
    section("ruled", t("figures.hours.title"), hoursPart(context)),
    section("ruled", t("figures.door.title"), doorPart(context, () => void value.load())),
  );
}

function choices(context: ShopContext, length: Length, comparison: Comparison): HTMLElement {
  const go = (to: Length, other: Comparison): void => context.go("visitors", `${to}/${other}`);
  const days = segmented<Length>(
    t("figures.length"),
    [{ value: "7", label: t("figures.length.7") }, { value: "28", label: t("figures.length.28") },
      { value: "91", label: t("figures.length.91") }],
    length, (chosen) => go(chosen, comparison));
  const names: Record<Comparison, string> = {
    before: length === "7" ? t("figures.compare.week") : t("figures.compare.before"),
    year: t("figures.compare.year"), none: t("figures.compare.none"),
  };
  const list = select(
    t("figures.compare"), comparisons.map((value) => ({ value, label: names[value] })), comparison,
    (chosen) => go(length, comparisons.find((one) => one === chosen) ?? "none"));
  return el("div", { class: "figure-choices" }, days, list.element);
}

function figuresPart(context: ShopContext, { now, before }: Compared, period: Period): HTMLElement {
  const released = now.days.filter((day) => day.isReleased);
  const shown = order.flatMap((name) => {
    const found = valueOf(now.totals, name);
    return found === null ? [] : [found];
  });
  if (shown.length === 0) {
    return emptyState("shops", t("figures.visitors.empty"), t("figures.visitors.emptyText"));
  }
  const disputed = now.days.reduce((sum, day) => sum + day.disputed, 0);
  return el(
    "div", { class: "work-list" },
    disputed > 0 && notice("alert", plural("figures.today.disputed", disputed), "warn"),
    released.length < now.days.length && notice(
      "clock", t("figures.visitors.released", { count: number(released.length), all: number(now.days.length) })),
    el("ul", { class: "figure-list" }, ...shown.map((figure) => {
      const change = before === null ? null
        : changeInWords(figure.name, difference(figure, valueOf(before.totals, figure.name)));
      return el(
        "li", { class: "figure", "data-figure": figure.name },
        defined(t(`figures.name.${figure.name}`), t(`figures.meaning.${figure.name}`)),
        el("p", { class: "figure-value" }, written(figure.name, figure.value)),
        el("p", { class: "figure-note" }, between(figure)),
        el("p", { class: "figure-note" }, figure.exactness === "exact" ? t("figures.exact") : t("figures.noised")),
        change !== null && el("p", { class: "figure-note figure-change" }, change),
      );
    })),
    valueOf(now.totals, "coverage") === null && notice("eyeOff", t("figures.visitors.noCoverage")),
    section("ruled", t("figures.days.title"), daysChart(now.days)),
    cubePart(now.cells, "dwell", t("figures.dwell.title"), t("figures.dwell.meaning")),
    cubePart(now.cells, "recency", t("figures.recency.title"), t("figures.recency.meaning")),
    saveTable(context, period),
  );
}

function daysChart(days: readonly FigureDay[]): HTMLElement {
  const rows = days.map((day) => ({ day, figure: valueOf(day.figures, "visitors") }));
  return charted(
    rows.map(({ day, figure }) =>
      ({ label: dayShort(day.day, "month"), value: figure?.value ?? null, low: figure?.low, high: figure?.high })),
    [t("figures.day"), t("figures.visitors"), t("figures.least"), t("figures.most"), t("figures.name.proved_visitors")],
    rows.map(({ day, figure }) => {
      const proved = valueOf(day.figures, "proved_visitors");
      const write = (value: number | null | undefined): string => (value == null ? "–" : number(Math.round(value)));
      return {
        code: day.day, head: dayName(day.day),
        cells: [write(figure?.value), write(figure?.low), write(figure?.high), write(proved?.value)],
      };
    }),
    true,
  );
}

/** The cells of a cube over the period; where the noise is larger than all of them, that there are too few. */
function cubePart(all: readonly FigureCell[], cube: ReportCube, title: string, meaning: string): HTMLElement {
  const cells = all.filter((cell) => cell.cube === cube);
  const people = cells.reduce((sum, { value }) => sum + value, 0);
  const noise = Math.hypot(...cells.map(({ low, high }) => (high - low) / 2));
  const name = (cell: string): string => known(`figures.cell.${cell}`) ?? cell;
  const content: Child = cells.length === 0 || people <= noise
    ? tooFewState(t("figures.tooFew"))
    : charted(
      cells.map(({ cell, value, low, high }) => ({ label: name(cell), value, low, high })),
      [title, t("figures.people"), t("figures.least"), t("figures.most")],
      cells.map(({ cell, value, low, high }) =>
        ({ code: cell, head: name(cell), cells: [number(value), number(low), number(high)] })),
      true);
  return section("ruled", title, el("p", { class: "quiet" }, meaning), content);
}

/** How busy each hour of one day was, exactly, of those who let the shop know of visits. */
function hoursPart(context: ShopContext): HTMLElement {
  const today = dayIn(context.timeZone, new Date(context.now()));
  const place = el("div", { class: "work-list" });
  const input = el("input", { id: uniqueId("day"), type: "date", max: dayAfter(today, -1) });
  input.value = dayAfter(today, -1);
  const show = (): void => {
    const chosenDay = input.value;
    if (!/^\d{4}-\d{2}-\d{2}$/.test(chosenDay)) return;
    const value = context.fetched((options) =>
      api.shopQuarters(context.venue.venue, context.shop.major, { chosenDay }, options));
    place.replaceChildren(steady(context, value, (quarters) => hoursChart(context, quarters)));
  };
  input.addEventListener("change", show);
  show();
  return el("div", { class: "work-list" }, field(t("figures.hours.day"), input, "").element, place);
}

function hoursChart(context: ShopContext, quarters: ShopQuarters): HTMLElement {
  const hours = hoursOf(quartersOf(quarters, context.timeZone));
  if (hours.length === 0) return el("p", { class: "quiet" }, t("figures.hours.none"));
  return charted(
    hours.map(({ label, visitors }) => ({ label, value: visitors })), [t("figures.hour"), t("figures.visitors")],
    hours.map(({ label, visitors }) => ({ code: label, head: `${label}:00`, cells: [number(visitors)] })), false,
    el("p", { class: "quiet" }, t("figures.hours.meaning")),
  );
}

/** What was counted at the door, which says for how many people a visitor with the application stands. */
function doorPart(context: ShopContext, changed: () => void): HTMLElement {
  const { venue } = context.venue;
  const { major } = context.shop;
  const today = dayIn(context.timeZone, new Date(context.now()));
  const day = el("input", { id: uniqueId("day"), type: "date", max: today });
  day.value = dayAfter(today, -1);
  const dayField = field(t("figures.door.day"), day, "");
  const counted = numberField({ label: t("figures.door.count"), rule: doorCount, hint: t("figures.door.hint") });
  const save = (): void => {
    const people = counted.read()?.approximate;
    const chosen = day.value;
    if (chosen === "") dayField.blame(t("figures.door.fault"));
    if (people === undefined || chosen === "") return;
    working(send, async () => {
      const before = await context.ask((options) =>
        api.shopFigures(venue, major, { firstDay: chosen, lastDay: chosen }, options)).then(
        ({ days }) => days[0]?.doorCount, () => undefined);
      await context.change(crypto.randomUUID(), (options) => api.setDoorCount(venue, major, chosen, { people }, options), () => {
        changed();
        const undo = (): void => void context.change<unknown>(
          crypto.randomUUID(),
          (options) => (before === undefined ? api.deleteDoorCount(venue, major, chosen, options)
            : api.setDoorCount(venue, major, chosen, { people: before }, options)),
          changed);
        context.toasts.show({
          tone: "ok", key: "door", text: t("figures.door.saved", { day: dayName(chosen) }),
          undo: { what: t("figures.door.title"), run: undo },
        });
      });
    });
  };
  const send: HTMLButtonElement = button("plain", "check", t("figures.door.save"), save);
  return el(
    "div", { class: "work-form" }, el("p", { class: "quiet" }, t("figures.door.text")),
    dayField.element, counted.element, send,
  );
}

/** The same figures as a table for spreadsheets, with intervals and definitions. */
function saveTable(context: ShopContext, { firstDay, lastDay }: Period): HTMLElement {
  const save: HTMLButtonElement = button("plain", "download", t("figures.csv"), () => working(save, async () => {
    try {
      const text = await context.ask((options) =>
        api.shopFiguresTable(context.venue.venue, context.shop.major, { firstDay, lastDay }, options));
      download(`${context.shop.name}-${firstDay}-${lastDay}.csv`, text, "text/csv;charset=utf-8");
    } catch (error) {
      context.report(error);
    }
  }));
  return el("div", { class: "actions" }, save);
}
