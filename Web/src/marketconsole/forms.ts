import * as api from "../api";
import type { ConsoleAsset, ConsoleTerms, Market, MarketAsset, MarketAssetKind, MarketFeeTier } from "../api";
import type { Failure } from "../client";
import { el, fill, uniqueId } from "../dom";
import { type Key, t } from "../i18n";
import { notice } from "../ui/banner";
import { formDialog } from "../ui/dialog";
import { type Field, field } from "../ui/field";
import { Decimal } from "../numbers/decimal";
import type { NumberRule } from "../numbers/entry";
import { assetDecimals, deskAmount, deskBound, feePercent } from "../numbers/rules";
import { select } from "../ui/menu";
import { type NumberField, numberField } from "../ui/numberfield";
import { losesFee, partsOf, percentOfParts, type SmallestTrade } from "./amounts";
import type { DeskContext } from "./context";
import { Intent } from "./intent";

/** A field of a form with its input. */
interface Entry extends Field {
  input: HTMLInputElement;
}

/** A field for a name or a title. */
function words(label: string, hint = ""): Entry {
  const input = el("input", { id: uniqueId("entry"), type: "text", autocomplete: "off", spellcheck: "false", maxlength: 100 });
  return { ...field(label, input, hint), input };
}

function entry(
  label: string, value: string | null, rule: NumberRule = deskAmount, hint = "", onType: () => void = () => undefined,
): NumberField {
  return numberField({ label, rule, value, hint, onType });
}

/** A warning that follows what is typed: fees of small trades that round to nothing. */
function feeWarning(isLost: () => boolean): { element: HTMLElement; follow: () => void } {
  const element = el("div", { role: "status" });
  return { element, follow: () => fill(element, isLost() && notice("alert", t("desk.markets.feeLost"), "warn")) };
}

/** The number in a field, if it is one. */
function typedIn(from: NumberField): Decimal | null {
  const found = from.entry();
  return found.kind === "number" ? found.value : null;
}

/** The rates in fields in parts per million; fields without a valid rate are left out. */
function ratesIn(fields: readonly NumberField[]): number[] {
  return fields.map(typedIn).filter((one): one is Decimal => one !== null).map(partsOf);
}

/** The rule of an amount that leaves the market: a currency has no smaller units than those in which it is paid. */
function leaving({ kind, decimals }: MarketAsset): NumberRule {
  return kind === "currency" ? { ...deskAmount, places: decimals } : deskAmount;
}

/** What every field says, or null once one of them has said what is wrong with it. */
function all<Body>(read: () => Body | null, entries: readonly Field[]): Body | null {
  for (const each of entries) each.forgive();
  return read();
}

/** The amount in a field as the API writes it; undefined, after the field has shown why, for any other text. */
function amount(from: NumberField): string | undefined {
  return from.read()?.text;
}

/** The percentage in a field in parts per million; undefined, after the field has shown why, for any other text. */
function rate(from: NumberField): number | undefined {
  const percent = from.read();
  return percent === undefined || percent === null ? undefined : partsOf(percent);
}

/** Shows a form of the console; true once what it sent was taken. */
async function shown<Body>(
  context: DeskContext, title: string, text: Key | null, fields: readonly HTMLElement[], last: Field,
  read: () => Body | null, send: (body: Body, key: string) => Promise<unknown>,
): Promise<void> {
  const intent = new Intent();
  const isDone = await formDialog({
    title, ...(text === null ? {} : { text: t(text as "desk.save") }), action: t("desk.save"), fields,
    read: () => {
      const body = read();
      if (body === null) return null;
      const key = intent.keyFor(body);
      return () => send(body, key);
    },
    explain: (failure: Failure) => {
      if (failure.status === 401) return false;
      last.blame(context.explain(failure));
      return true;
    },
    onEnded: (failure) => context.report(failure),
  });
  if (!isDone) return;
  await context.catalogue.load();
  context.toasts.show({ tone: "ok", key: "catalogue", text: t("desk.saved") });
}

/** Changes what is asked of withdrawals of an asset. */
export async function changeTerms(context: DeskContext, { asset, fee, minimum, dailyLimit }: ConsoleAsset): Promise<void> {
  const fields = {
    fee: entry(t("desk.assets.fee", { asset: asset.name }), fee, leaving(asset)),
    minimum: entry(t("desk.assets.minimum", { asset: asset.name }), minimum, leaving(asset)),
    daily: entry(t("desk.assets.dailyField", { asset: asset.name }), dailyLimit ?? null, deskBound, t("desk.assets.dailyHint")),
  };
  const read = (): ConsoleTerms | null => {
    const [fee, minimum] = [amount(fields.fee), amount(fields.minimum)];
    if (fee === undefined || minimum === undefined) return null;
    const dailyLimit = fields.daily.read();
    if (dailyLimit === undefined) return null;
    return dailyLimit === null ? { fee, minimum } : { fee, minimum, dailyLimit: dailyLimit.text };
  };
  const entries = [fields.fee, fields.minimum, fields.daily];
  await shown(
    context, `${asset.name} · ${t("desk.assets.terms")}`, "desk.assets.termsText", entries.map(({ element }) => element),
    fields.daily, () => all(read, entries),
    (body, key) => api.setConsoleTerms(asset.name, body, { key }),
  );
}

/** The fees of who trades at least so much; more of them are given on the machine. */
export async function changeFees(context: DeskContext, market: Market, assets: readonly ConsoleAsset[]): Promise<void> {
  const smallest = smallestTrade(assets, market.base, market.quote, Decimal.from(market.tick), Decimal.from(market.minimum));
  const warning = feeWarning(() => smallest !== null && losesFee(smallest, ratesIn(entries)));
  const { follow } = warning;
  const tiers = market.fees.map((tier, index) => ({
    threshold: tier.threshold,
    maker: entry(tierLabel("desk.markets.maker", market, index), percentOfParts(tier.maker), feePercent, "", follow),
    taker: entry(tierLabel("desk.markets.taker", market, index), percentOfParts(tier.taker), feePercent, "", follow),
  }));
  const entries = tiers.flatMap(({ maker, taker }) => [maker, taker]);
  const [last] = entries.slice(-1);
  if (last === undefined) return;
  follow();
  const read = (): MarketFeeTier[] | null => {
    for (const each of entries) each.forgive();
    const fees: MarketFeeTier[] = [];
    for (const tier of tiers) {
      const [maker, taker] = [rate(tier.maker), rate(tier.taker)];
      if (maker === undefined || taker === undefined) return null;
      fees.push({ threshold: tier.threshold, maker, taker });
    }
    return fees;
  };
  await shown(
    context, `${market.name} · ${t("desk.markets.fees")}`, "desk.markets.feesText", [...entries.map(({ element }) => element), warning.element],
    last, read, (fees, key) => api.setConsoleFees(market.name, { fees }, { key }),
  );
}

/** What the smallest trade between two assets is; null where one of them is not known. */
function smallestTrade(
  assets: readonly ConsoleAsset[], base: string, quote: string, tick: Decimal, minimum: Decimal,
): SmallestTrade | null {
  const exponentOf = (name: string): number | undefined => assets.find(({ asset }) => asset.name === name)?.asset.exponent;
  const [baseExponent, quoteExponent] = [exponentOf(base), exponentOf(quote)];
  return baseExponent === undefined || quoteExponent === undefined ? null : { tick, minimum, baseExponent, quoteExponent };
}

function tierLabel(key: "desk.markets.maker" | "desk.markets.taker", market: Market, index: number): string {
  const threshold = market.fees[index]?.threshold ?? "0";
  return index === 0 ? t(key) : `${t(key)} · ${t("desk.markets.from", { amount: `${threshold} ${market.quote}` })}`;
}

/** Adds an asset. */
export async function addAsset(context: DeskContext): Promise<void> {
  const kinds: readonly MarketAssetKind[] = ["currency", "crypto", "points"];
  const kind = select(
    t("desk.assets.kind"), kinds.map((value) => ({ value, label: t(`desk.assets.kind.${value}` as "desk.assets.kind") })), "currency",
  );
  const fields = {
    name: words(t("desk.assets.name"), t("desk.assets.nameHint")),
    title: words(t("desk.assets.titleField")),
    decimals: entry(t("desk.assets.decimals"), "2", assetDecimals, t("desk.assets.decimalsHint")),
  };
  const entries = [fields.name, fields.title, fields.decimals];
  await shown(
    context, t("desk.assets.add"), null, [fields.name.element, fields.title.element, kind.element, fields.decimals.element],
    fields.name,
    () => all(() => {
      const name = fields.name.input.value.trim().toUpperCase();
      if (!/^[A-Z][A-Z0-9]{1,9}$/.test(name)) return said(fields.name, "desk.assets.nameHint");
      const title = fields.title.input.value.trim();
      if (title === "") return said(fields.title, "desk.assets.titleMissing");
      const decimals = fields.decimals.read();
      if (decimals === undefined || decimals === null) return null;
      return { name, title, kind: kind.input.value, decimals: decimals.approximate, exponent: 18 };
    }, entries),
    (body, key) => api.addConsoleAsset({ ...body, kind: body.kind as MarketAssetKind }, { key }),
  );
}

/** Adds a market between two assets. */
export async function addMarket(context: DeskContext, assets: readonly ConsoleAsset[]): Promise<void> {
  const choices = assets.map(({ asset }) => ({ value: asset.name, label: `${asset.name} · ${asset.title}` }));
  const [first, second] = choices;
  if (first === undefined || second === undefined) return;
  const base = select(t("desk.markets.base"), choices, second.value);
  const quote = select(t("desk.markets.quote"), choices, first.value);
  const warning = feeWarning(() => {
    const [tick, minimum] = [typedIn(fields.tick), typedIn(fields.minimum)];
    if (tick === null || minimum === null) return false;
    const smallest = smallestTrade(assets, base.input.value, quote.input.value, tick, minimum);
    return smallest !== null && losesFee(smallest, ratesIn([fields.maker, fields.taker]));
  });
  const { follow } = warning;
  const fields = {
    tick: entry(t("desk.markets.tick"), "0.01", deskAmount, "", follow), lot: entry(t("desk.markets.lot"), "0.0001"),
    minimum: entry(t("desk.markets.minimum"), "0.0001", deskAmount, "", follow),
    maker: entry(t("desk.markets.maker"), "0.39", feePercent, "", follow),
    taker: entry(t("desk.markets.taker"), "0.68", feePercent, "", follow),
  };
  const entries = Object.values(fields);
  for (const { input } of [base, quote]) input.addEventListener("change", follow);
  follow();
  await shown(
    context, t("desk.markets.add"), "desk.markets.addText",
    [base.element, quote.element, ...entries.map(({ element }) => element), warning.element], fields.tick,
    () => all(() => {
      if (base.input.value === quote.input.value) return said(fields.tick, "desk.markets.same");
      const [tick, lot, minimum] = [amount(fields.tick), amount(fields.lot), amount(fields.minimum)];
      if (tick === undefined || lot === undefined || minimum === undefined) return null;
      const [maker, taker] = [rate(fields.maker), rate(fields.taker)];
      if (maker === undefined || taker === undefined) return null;
      return { base: base.input.value, quote: quote.input.value, tick, lot, minimum, maker, taker };
    }, entries),
    ({ maker, taker, ...rules }, key) => api.addConsoleMarket(
      { ...rules, name: rules.base + rules.quote, fees: [{ threshold: "0", maker, taker }] }, { key }),
  );
}

/** Says beside a field what is wrong with it. */
function said(where: Field, words: Key): null {
  where.blame(t(words as "desk.save"));
  return null;
}
