import assert from "node:assert/strict";
import { test } from "node:test";
import type { Figure, FigureCell, ShopQuarters } from "../src/api";
import { barChart, stepFor } from "../src/merchantconsole/figures/chart";
import {
  comparedPeriod, dayAfter, dayIn, difference, hoursOf, newPeopleAWeek, partsOf, percentOf, quartersOf,
  releasedPeriod, valueOf,
} from "../src/merchantconsole/figures/reckoning";

test("bars stand on the line, rise with their values, and what is unknown has none", () => {
  const chart = barChart([{ label: "a", value: 0 }, { label: "b", value: 10, low: 4, high: 16 }, { label: "c", value: null }]);
  const [none, bar, missing] = chart.bars;
  assert.equal(missing, null);
  assert.equal(none?.height, 0);
  assert.ok(bar && bar.whisker !== null && bar.whisker !== undefined);
  assert.ok(bar.whisker.top < bar.y && bar.y < bar.whisker.bottom);
  assert.ok(bar.whisker.top >= 0);
  assert.equal(bar.y + bar.height, chart.ticks[0]?.y);
  assert.ok(chart.bars.every((each) => each === null || (each.x >= 0 && each.x + each.width <= chart.width)));
});

test("the numbers beside a chart are round, few, and reach the highest value", () => {
  for (const top of [1, 3, 7, 42, 99, 1234, 98_765]) {
    const step = stepFor(top, 4);
    assert.ok(/^[125]0*$/.test(String(step)), String(step));
    const { ticks } = barChart([{ label: "", value: top }]);
    assert.ok(ticks.length >= 2 && ticks.length <= 6, `${top}: ${ticks.length}`);
    assert.ok((ticks[ticks.length - 1]?.value ?? 0) >= top);
  }
  assert.equal(stepFor(0, 4), 1);
  assert.deepEqual(barChart([]).bars, []);
});

test("no more names stand below a chart than have room", () => {
  const bars = Array.from({ length: 91 }, (_, index) => ({ label: String(index), value: index }));
  const { labels } = barChart(bars, 360, 180, 5);
  assert.ok(labels.length <= 5);
  assert.equal(labels[0]?.text, "0");
});

test("a period ends where reports are released, and is compared with days of the same weekdays", () => {
  const period = releasedPeriod("2026-11-21", 28);
  assert.deepEqual(period, { firstDay: "2026-10-16", lastDay: "2026-11-12" });
  assert.deepEqual(comparedPeriod(period, "before"), { firstDay: "2026-09-18", lastDay: "2026-10-15" });
  const year = comparedPeriod(period, "year");
  assert.deepEqual(year, { firstDay: "2025-10-17", lastDay: "2025-11-13" });
  assert.equal(new Date(`${year?.lastDay ?? ""}T00:00Z`).getUTCDay(), new Date("2026-11-12T00:00Z").getUTCDay());
  assert.equal(comparedPeriod(period, "none"), null);
});

test("a day is that of the venue, also where the clock changes", () => {
  assert.equal(dayIn("America/Santiago", new Date("2026-11-21T01:00:00Z")), "2026-11-20");
  assert.equal(dayIn("Europe/Madrid", new Date("2026-11-20T23:30:00Z")), "2026-11-21");
  assert.equal(dayAfter("2026-02-28", 1), "2026-03-01");
  assert.equal(dayAfter("2026-10-26", -1), "2026-10-25");
});

const figure = (value: number | null, low: number | null = value, high: number | null = value): Figure =>
  ({ name: "visitors", value, low, high, exactness: "noised" });

test("a difference within the noise of both is none", () => {
  assert.deepEqual(difference(figure(100, 70, 130), figure(80, 40, 120)), { change: 20, spread: 50, isSure: false });
  assert.equal(difference(figure(200, 170, 230), figure(80, 40, 120))?.isSure, true);
  assert.equal(difference(figure(5), figure(4))?.isSure, true);
  assert.equal(difference(figure(null), figure(4)), null);
  assert.equal(difference(null, figure(4)), null);
});

test("a figure without a value is as one that is not there", () => {
  assert.equal(valueOf([figure(null)], "visitors"), null);
  assert.equal(valueOf([figure(0)], "visitors")?.value, 0);
  assert.equal(valueOf([figure(3)], "bounce"), null);
});

const quarters: ShopQuarters = {
  day: "2026-11-21", until: "2026-11-21T10:30:00.000Z",
  quarters: [
    { from: "2026-11-21T09:00:00.000Z", visitors: 3, disputed: 0 }, { from: "2026-11-21T09:45:00.000Z", visitors: 7, disputed: 2 },
  ],
};

test("quarters in which nothing was are there as nothing, until the last that is over", () => {
  const found = quartersOf(quarters, "Europe/Madrid");
  assert.deepEqual(found.map(({ label }) => label), ["10:00", "10:15", "10:30", "10:45", "11:00", "11:15"]);
  assert.deepEqual(found.map(({ visitors }) => visitors), [3, 0, 0, 7, 0, 0]);
  assert.deepEqual(quartersOf({ ...quarters, quarters: [] }, "Europe/Madrid"), []);
});

test("an hour is as busy as its busiest quarter: who stays is counted once", () => {
  assert.deepEqual(hoursOf(quartersOf(quarters, "Europe/Madrid")), [
    { label: "10", visitors: 7, disputed: 2 }, { label: "11", visitors: 0, disputed: 0 },
  ]);
});

test("a share in percent is parts of 10,000 and back", () => {
  for (const parts of [1, 10, 99, 100, 1250, 9999]) assert.equal(partsOf(percentOf(parts)), parts);
  assert.equal(percentOf(1250).text, "12.5");
});

test("the people of a campaign are new ones and those who were away for more than a week, never visitor-days", () => {
  const cell = (name: string, value: number, cube = "recency"): FigureCell =>
    ({ cube, cell: name, value, low: value, high: value }) as FigureCell;
  // Of 4,562 visitor-days of four weeks, 3,000 are of people who had been there in the week before.
  const cells = [
    cell("first", 1200), cell("week", 3000), cell("month", 300), cell("year", 62), cell("2-5", 4000, "dwell"),
  ];
  assert.equal(newPeopleAWeek(cells, 28), 391);
  assert.equal(newPeopleAWeek([cell("2-5", 4000, "dwell")], 28), null);
  assert.equal(newPeopleAWeek([cell("week", 70)], 28), null);
  assert.equal(newPeopleAWeek([cell("first", 0)], 28), 0);
  assert.equal(newPeopleAWeek(cells, 0), null);
});
