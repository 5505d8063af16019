import * as api from "../../api";
import type {
  CallOptions, CampaignResult, CampaignSize, CampaignState, CampaignTerms, ShopCampaign, ShopCampaigns,
} from "../../api";
import { type Child, el, fill, uniqueId } from "../../dom";
import { dayName, number, percent } from "../../format";
import { plural, t } from "../../i18n";
import type { IconName } from "../../icons";
import type { Decimal } from "../../numbers/decimal";
import type { NumberRule } from "../../numbers/entry";
import { campaignWeeks, visitShare, weeklyPeople } from "../../numbers/rules";
import { notice } from "../../ui/banner";
import { button, working } from "../../ui/button";
import { confirmed } from "../../ui/dialog";
import { faultLine, field } from "../../ui/field";
import { segmented } from "../../ui/menu";
import { type NumberField, numberField } from "../../ui/numberfield";
import { section } from "../../ui/section";
import { emptyState } from "../../ui/states";
import { table } from "../../ui/table";
import type { ShopContext } from "../../venueconsole/context";
import type { Fetched } from "../../venueconsole/fetched";
import { consolePage, facts, steady } from "../../venueconsole/page";
import { dayAfter, dayIn, newPeopleAWeek, partsOf, percentOf, releasedPeriod } from "./reckoning";

const holdOuts = ["1000", "2000", "5000"] as const;

/** Campaigns: what offers do, told from people who were offered nothing for a while. */
export function campaignsPage(context: ShopContext): HTMLElement {
  const value = context.fetched((options) => api.shopCampaigns(context.venue.venue, context.shop.major, options));
  if (context.rest !== "") {
    return consolePage(
      t("figures.campaigns.form"), t("figures.campaigns.formLead"),
      steady(context, value, ({ campaigns }) => form(context, campaigns.find(({ id }) => id === context.rest))),
    );
  }
  return consolePage(
    t("figures.campaigns.title"), t("figures.campaigns.lead"),
    el("div", { class: "actions" },
      button("primary", "plus", t("figures.campaigns.add"), () => context.go("campaigns", "new"))),
    steady(context, value, (found) => list(context, found, value)),
  );
}

function list(context: ShopContext, { campaigns, today }: ShopCampaigns, value: Fetched<ShopCampaigns>): Child {
  if (campaigns.length === 0) return emptyState("chart", t("figures.campaigns.empty"), t("figures.campaigns.emptyText"));
  return el("ul", { class: "campaign-list" }, ...campaigns.map((campaign) => el(
    "li", { class: "campaign", "data-campaign": campaign.id, "data-state": campaign.state },
    el("h2", {}, campaign.terms.name),
    el("p", { class: "campaign-state" }, t(`figures.state.${campaign.state}`), ": ", stateInWords(campaign)),
    campaign.result === undefined ? termsOf(campaign) : resultPart(campaign.result),
    actions(context, campaign, today, value),
  )));
}

/** What there is to say of a campaign as it stands. */
function stateInWords({ state, firstDay = "", lastDay = "", resultOn = "", stoppedOn = "" }: ShopCampaign): string {
  const words: Record<CampaignState, () => string> = {
    draft: () => t("figures.campaigns.draft"),
    planned: () => t("figures.campaigns.planned", { day: dayName(firstDay), last: dayName(lastDay) }),
    running: () => t("figures.campaigns.running", { last: dayName(lastDay), day: dayName(resultOn) }),
    ended: () => t("figures.campaigns.ended", { day: dayName(resultOn) }),
    result: () => t("figures.campaigns.over", { first: dayName(firstDay), last: dayName(lastDay) }),
    stopped: () => t("figures.campaigns.stopped", { day: dayName(stoppedOn) }),
  };
  return words[state]();
}

/** A share of 10,000 in percent, with what comes after the point only where there is something. */
function percentOfShare(share: number): string {
  return percent(share, 10_000, share % 100 === 0 ? 0 : share % 10 === 0 ? 1 : 2);
}

function termsOf({ terms }: ShopCampaign): HTMLElement {
  return facts(
    [t("figures.campaigns.holdOut"), percent(terms.holdOut, 10_000)],
    [t("figures.campaigns.length"), plural("figures.weeks", terms.weeks)],
    [t("figures.campaigns.hope"), t("figures.campaigns.hopeOf", {
      from: percentOfShare(terms.baseline), to: percentOfShare(terms.expected),
    })],
  );
}

/** What a campaign did, in visits first: "about 12 visits more (between 2 and 21)". */
export function resultInWords(result: CampaignResult): string {
  const [least, most] = [result.visitsLow, result.visitsHigh].sort((a, b) => a - b);
  const between = { low: number(least ?? 0), high: number(most ?? 0) };
  switch (result.verdict) {
    case "more": return t("figures.result.more", { count: number(result.visits), ...between });
    case "fewer": return t("figures.result.fewer", {
      count: number(-result.visits), low: number(-(most ?? 0)), high: number(-(least ?? 0)),
    });
    case "unclear": return t("figures.result.unclear", between);
    case "brokenSplit": return t("figures.result.brokenSplit");
    case "tooFew": return t("figures.result.tooFew");
  }
}

function resultPart(result: CampaignResult): HTMLElement {
  const pictures: Record<CampaignResult["verdict"], IconName> = {
    more: "check", fewer: "alert", unclear: "eyeOff", brokenSplit: "alert", tooFew: "eyeOff",
  };
  const isTold = result.verdict !== "brokenSplit" && result.verdict !== "tooFew";
  const share = (value: number): string => percent(value, 1, 1);
  return el(
    "div", { class: "work-list" },
    notice(pictures[result.verdict], resultInWords(result), result.verdict === "brokenSplit" ? "bad" : "plain"),
    isTold && table(
      [t("figures.arm"), t("figures.people"), t("figures.arm.returned"), t("figures.arm.share"), t("figures.arm.redeemed")],
      ([["offered", result.offered], ["heldOut", result.heldOut]] as const).map(([name, arm]) => ({
        code: name, head: t(`figures.arm.${name}`),
        cells: [number(arm.people), number(arm.returned), share(arm.share), number(arm.redeemed)],
      }))),
    isTold && result.relative !== undefined && el("p", { class: "quiet" }, t("figures.result.relative", {
      share: percent(Math.abs(result.relative), 1),
      direction: result.relative > 0 ? t("figures.result.up") : t("figures.result.down"),
    })),
    isTold && el("p", { class: "quiet" }, t("figures.result.text")),
  );
}

/** One change of a campaign under a key of its own; the list is fetched anew, also when somebody else was quicker. */
async function act(
  context: ShopContext, value: Fetched<ShopCampaigns>, call: (options: CallOptions) => Promise<unknown>, told: string,
): Promise<void> {
  await context.change(crypto.randomUUID(), call, () => {
    context.toasts.show({ tone: "ok", key: "campaign", text: told });
  });
  await value.load();
}

function actions(
  context: ShopContext, campaign: ShopCampaign, today: string, value: Fetched<ShopCampaigns>,
): Child {
  const { venue } = context.venue;
  const { major } = context.shop;
  const { id, version, state, terms } = campaign;
  const matched = (options: CallOptions): CallOptions => ({ ...options, match: version });
  const parts: Child[] = [];
  if (state === "draft" || state === "planned") {
    parts.push(button("plain", "pencil", t("figures.campaigns.change"), () => context.go("campaigns", id)));
    const begin: HTMLButtonElement = button("primary", "play", t("figures.campaigns.begin"), () => working(begin, async () => {
      const text = t("figures.campaigns.beginText", { weeks: plural("figures.weeks", terms.weeks) });
      if (!await confirmed(t("figures.campaigns.beginTitle"), text, t("figures.campaigns.begin"))) return;
      await act(context, value, (options) => api.beginShopCampaign(venue, major, id, matched(options)), t("figures.campaigns.begun"));
    }));
    parts.push(begin);
  }
  if (state === "draft") {
    const remove: HTMLButtonElement = button("plain", "trash", t("figures.campaigns.delete"), () => working(remove, async () => {
      const again = (): void => void act(
        context, value, (options) => api.addShopCampaign(venue, major, terms, options), t("figures.campaigns.restored"));
      await context.change(
        crypto.randomUUID(), (options) => api.deleteShopCampaign(venue, major, id, matched(options)),
        () => context.toasts.show({
          tone: "ok", key: "campaign", text: t("figures.campaigns.deleted", { name: terms.name }),
          undo: { what: terms.name, run: again },
        }));
      await value.load();
    }));
    parts.push(remove, planning(context, campaign, today, value));
  }
  if (state === "planned") {
    const withdraw: HTMLButtonElement = button("plain", "undo", t("figures.campaigns.withdraw"), () =>
      working(withdraw, () => act(
        context, value, (options) => api.withdrawShopCampaign(venue, major, id, matched(options)),
        t("figures.campaigns.withdrawn"))));
    parts.push(withdraw);
  }
  if (state === "running") {
    const stop: HTMLButtonElement = button("plain", "cross", t("figures.campaigns.stop"), () => working(stop, async () => {
      const isMeant = await confirmed(
        t("figures.campaigns.stopTitle"), t("figures.campaigns.stopText"), t("figures.campaigns.stop"), true);
      if (!isMeant) return;
      await act(context, value, (options) => api.stopShopCampaign(venue, major, id, matched(options)), t("figures.campaigns.stoppedNow"));
    }));
    parts.push(stop);
  }
  return parts.length > 0 && el("div", { class: "actions" }, ...parts);
}

/** A later day on which a draft is to begin. */
function planning(
  context: ShopContext, { id, version }: ShopCampaign, today: string, value: Fetched<ShopCampaigns>,
): HTMLElement {
  const day = el("input", { id: uniqueId("day"), type: "date", min: dayAfter(today, 1), max: dayAfter(today, 365) });
  day.value = dayAfter(today, 1);
  const plan: HTMLButtonElement = button("plain", "clock", t("figures.campaigns.plan"), () => working(plan, () => act(
    context, value,
    (options) => api.planShopCampaign(
      context.venue.venue, context.shop.major, id, { firstDay: day.value }, { ...options, match: version }),
    t("figures.campaigns.plannedNow"))));
  return el("div", { class: "campaign-plan" }, field(t("figures.campaigns.firstDay"), day, "").element, plan);
}

/** The form, with the size that the campaign needs as soon as what is typed makes sense. */
function form(context: ShopContext, campaign: ShopCampaign | undefined): HTMLElement {
  const { venue } = context.venue;
  const { major } = context.shop;
  const old = campaign?.terms;
  const nameInput = el("input", { id: uniqueId("entry"), type: "text", autocomplete: "off", maxlength: 60 });
  nameInput.value = old?.name ?? "";
  const name = field(t("figures.campaigns.name"), nameInput, "");
  let waiting: number | undefined;
  /** The table follows what is typed, a moment after the last keystroke. */
  const sizeSoon = (): void => {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(() => void size(), 300);
  };
  const typed = (label: string, rule: NumberRule, value: Decimal | number | undefined, hint = ""): NumberField =>
    numberField({ label, rule, value, hint, onType: sizeSoon });
  const share = (label: string, parts: number, hint: string): NumberField => typed(label, visitShare, percentOf(parts), hint);
  const fields = {
    baseline: share(t("figures.campaigns.baseline"), old?.baseline ?? 1000, t("figures.campaigns.baselineHint")),
    expected: share(t("figures.campaigns.expected"), old?.expected ?? 1500, t("figures.campaigns.expectedHint")),
    weekly: typed(t("figures.campaigns.weekly"), weeklyPeople, old?.weekly, t("figures.campaigns.weeklyHint")),
    weeks: typed(t("figures.campaigns.weeks"), campaignWeeks, old?.weeks ?? 6),
  };
  let holdOut = old?.holdOut ?? 2000;
  const needed = el("div", { class: "work-list", role: "status" });
  let turn = 0;
  const size = async (): Promise<void> => {
    const found = [fields.baseline, fields.expected, fields.weekly].map((one) => one.entry());
    const [baseline, expected, weekly] = found.map((one) => (one.kind === "number" ? one.value : null));
    if (!baseline || !expected || !weekly || baseline.equals(expected)) {
      turn += 1;
      fill(needed, el("p", { class: "quiet" }, t("figures.size.missing")));
      return;
    }
    turn += 1;
    const mine = turn;
    try {
      const { sizes } = await context.ask((options) => api.campaignSizes(
        venue, major,
        { baseline: partsOf(baseline), expected: partsOf(expected), weekly: weekly.approximate, holdOuts: holdOuts.map(Number) }, options));
      if (mine === turn) fill(needed, sizesPart(sizes));
    } catch {
      if (mine === turn) fill(needed, el("p", { class: "quiet" }, t("figures.size.failed")));
    }
  };
  const groups = segmented(
    t("figures.campaigns.holdOut"), holdOuts.map((value) => ({ value, label: percent(Number(value), 10_000) })),
    String(holdOut), (chosen) => { holdOut = Number(chosen); });
  if (old === undefined) void propose(context, fields.weekly).then(size);
  else void size();

  const fault = faultLine();
  const read = (): CampaignTerms | null => {
    name.forgive();
    fault.hide();
    const title = nameInput.value.trim();
    // Each field says what is wrong with it; the first one that does has the focus in the end.
    const weeks = fields.weeks.read();
    const weekly = fields.weekly.read();
    const expected = fields.expected.read();
    const baseline = fields.baseline.read();
    if (title === "") name.blame(t("figures.fault.name"));
    else if (!baseline || !expected || !weekly || !weeks) return null;
    else if (baseline.equals(expected)) fields.expected.blame(t("figures.fault.same"));
    else {
      return {
        name: title, holdOut, weeks: weeks.approximate, baseline: partsOf(baseline), expected: partsOf(expected),
        weekly: weekly.approximate,
      };
    }
    return null;
  };
  // One key for one try, however often its answer gets lost.
  let key = crypto.randomUUID();
  const save: HTMLButtonElement = button("primary", "check", t("figures.campaigns.save"), () => {
    const terms = read();
    if (terms === null) return;
    working(save, async () => {
      const isDone = await context.change<unknown>(
        key,
        (options) => (campaign === undefined ? api.addShopCampaign(venue, major, terms, options)
          : api.changeShopCampaign(venue, major, campaign.id, terms, { ...options, match: campaign.version })),
        () => {
          context.toasts.show({ tone: "ok", key: "campaign", text: t("figures.campaigns.saved") });
          context.go("campaigns");
        });
      if (!isDone) key = crypto.randomUUID();
    });
  });
  return el(
    "div", { class: "work-list" },
    el("div", { class: "work-form" },
      name.element, fields.baseline.element, fields.expected.element, fields.weekly.element),
    section("open", t("figures.size.title"), needed),
    el("div", { class: "work-form" },
      el("div", { class: "field" }, el("p", { class: "field-label" }, t("figures.campaigns.holdOut")), groups,
        el("p", { class: "field-hint" }, t("figures.campaigns.holdOutHint"))),
      fields.weeks.element, fault.element,
      el("div", { class: "actions" },
        button("plain", "back", t("cancel"), () => context.go("campaigns")), save)),
  );
}

/** Proposes how many take part in a week, from the last four weeks that are released. */
async function propose(context: ShopContext, weekly: NumberField): Promise<void> {
  const period = releasedPeriod(dayIn(context.timeZone, new Date(context.now())), 28);
  try {
    const { cells } = await context.ask((options) =>
      api.shopFigures(context.venue.venue, context.shop.major, { ...period }, options));
    const people = newPeopleAWeek(cells, 28);
    if (people !== null && weekly.input.value === "") weekly.set(people);
  } catch {
    // The field stays empty: it can be typed in.
  }
}

/** What each hold-out needs; a larger one takes less time and leaves more people without an offer. */
function sizesPart(sizes: readonly CampaignSize[]): HTMLElement {
  return el(
    "div", { class: "work-list" },
    table(
      [t("figures.campaigns.holdOut"), t("figures.size.people"), t("figures.size.time")],
      sizes.map(({ holdOut, people, weeks }) => ({
        code: String(holdOut), head: percent(holdOut, 10_000),
        cells: [number(people), weeks === undefined ? t("figures.size.never") : plural("figures.weeks", weeks)],
      }))),
    el("p", { class: "quiet" }, t("figures.size.text")),
  );
}
