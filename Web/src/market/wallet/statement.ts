import * as api from "../../api";
import type { MarketAsset, MarketTransaction, MarketTransactionKind } from "../../api";
import { ask, Failure } from "../../client";
import { type Child, el, fill, setText } from "../../dom";
import { language, t } from "../../i18n";
import { icon, type IconName } from "../../icons";
import type { Scope } from "../../observable";
import { button, linkButton, working } from "../../ui/button";
import { mark, row } from "../../ui/list";
import { select } from "../../ui/menu";
import { emptyState, failedState, loadingState } from "../../ui/states";
import { addressOf } from "../address";
import { painted } from "../live/paint";
import { Decimal } from "../../numbers/decimal";
import { numberLocale } from "../numbers/format";
import { endOfDay, moment, startOfDay } from "../numbers/instants";
import { tapsInto } from "../rowtap";
import { settings } from "../settings/settings";
import { signedIn } from "../signedin";
import type { View, ViewInput } from "../view";
import { dateField } from "./datefield";
import { money, signedAmount, wholeAmount } from "./money";
import { subpage } from "./subpage";

const kinds: readonly MarketTransactionKind[] = ["trade", "deposit", "withdrawal", "received", "sent", "points", "invoice", "time"];

const pictures: Record<MarketTransactionKind, IconName> = {
  trade: "exchange", deposit: "download", withdrawal: "bank", received: "plus", sent: "minus", points: "star", invoice: "card", time: "star",
};

/** Pages that are looked through at most until something fits a filter. */
const mostEmptyPages = 5;

/** What is asked for of a statement. */
interface Filter {
  movement?: MarketTransactionKind;
  from?: number;
  to?: number;
}

/** All that moved one asset of the reader's. */
export const statementView: View = (input) => {
  const name = input.path[0] ?? "";
  return subpage("statement", name, "wallet", signedIn(input, t("wallet.sign"), () => [content(input, name)]));
};

function content({ context: { store }, scope }: ViewInput, name: string): HTMLElement {
  const place = el("div", { class: "statement-body" });
  let isShown = false;
  scope.watch(store.assets.observable, (assets) => {
    if (isShown) return;
    if (assets.state === "loading") return fill(place, loadingState());
    if (assets.state === "failed") return fill(place, failedState(assets.failure, () => void store.assets.load()));
    const asset = assets.value.find((one) => one.name === name);
    if (asset === undefined) return fill(place, emptyState("question", t("wallet.unknown"), t("wallet.unknown.text")));
    isShown = true;
    fill(place, head(scope, store, asset), movements(scope, asset));
  });
  return place;
}

/** What there is of the asset, and what can be done with it. */
function head(scope: Scope, store: ViewInput["context"]["store"], asset: MarketAsset): HTMLElement {
  const words = [t("wallet.total"), t("wallet.available"), t("wallet.held")];
  const figures = words.map(() => el("dd", { class: "figures" }));
  painted(scope, [store.balances.observable, settings], () => {
    const balance = store.balances.value?.get(asset.name);
    const [total, available] = [Decimal.from(balance?.total ?? "0"), Decimal.from(balance?.available ?? "0")];
    const amounts = [total, available, total.minus(available)];
    figures.forEach((place, index) => {
      const amount = amounts[index] ?? Decimal.zero;
      setText(place, store.balances.value === undefined ? "…" : money(amount, asset));
      place.title = wholeAmount(amount, asset);
    });
  });
  const markets = el("div", { class: "actions" });
  scope.watch(store.markets.observable, () => {
    const some = (store.markets.value ?? []).filter(({ base, quote }) => base === asset.name || quote === asset.name).slice(0, 3);
    fill(
      markets,
      asset.isActive && linkButton("plain", addressOf("deposit", asset.name), t("wallet.deposit")),
      asset.isActive && linkButton("plain", addressOf("withdraw", asset.name), t("wallet.withdraw")),
      ...some.map(({ name, base, quote }) => linkButton("plain", addressOf("market", name), t("wallet.trade", { market: `${base}/${quote}` }))),
    );
  });
  return el(
    "section", { class: "statement-head", "aria-label": asset.title },
    el("p", { class: "quiet" }, asset.title, asset.isActive ? "" : ` · ${t("wallet.paused")}`),
    el("dl", { class: "statement-figures" }, ...words.map((word, index) => el("div", {}, el("dt", {}, word), figures[index]))),
    markets,
  );
}

/** The lines, newest first, by filter, with the table of all of them. */
function movements(scope: Scope, asset: MarketAsset): HTMLElement {
  const list = el("ol", { class: "rows statement-rows", "aria-label": t("wallet.statement") });
  const place = el("div", { "aria-live": "polite" });
  const file = el("a", { class: "button", download: true }, icon("download"), t("wallet.csv"));
  const filter: Filter = {};
  let turn = 0;

  function start(): void {
    turn += 1;
    fill(list);
    const query = new URLSearchParams({ chosenAsset: asset.name, language: tableLanguage() });
    for (const name of ["from", "to"] as const) if (filter[name] !== undefined) query.set(name, String(filter[name]));
    file.href = `/api/market/exports/statement?${query.toString()}`;
    fill(place, loadingState());
    void more(undefined, turn);
  }

  async function more(before: string | undefined, mine: number): Promise<void> {
    let next = before;
    try {
      for (let page = 0; page < mostEmptyPages; page += 1) {
        const query = { ...filter, ...(next === undefined ? {} : { before: next }) };
        const found = await ask((options) => api.marketTransactions(asset.name, query, options));
        if (mine !== turn || scope.isEnded) return;
        list.append(...found.transactions.map((line) => movement(line, asset)));
        next = found.next;
        if (next === undefined || found.transactions.length > 0) break;
      }
      fill(place, end(next, mine));
    } catch (error) {
      if (mine === turn) fill(place, failedState(Failure.from(error), () => void more(before, mine)));
    }
  }

  function end(next: string | undefined, mine: number): Child {
    if (next !== undefined) {
      const text = list.childElementCount === 0 ? t("wallet.older.search") : t("wallet.older");
      const on: HTMLButtonElement = button("plain", "chevron", text, () => working(on, () => more(next, mine)));
      return on;
    }
    if (list.childElementCount > 0) return null;
    const isFiltered = Object.keys(filter).length > 0;
    return emptyState("list", t("wallet.statement.empty"), isFiltered ? t("wallet.statement.other") : t("wallet.statement.none"));
  }

  const choices = [{ value: "", label: t("wallet.kind.all") }, ...kinds.map((kind) => ({ value: kind, label: t(`wallet.kind.${kind}`) }))];
  const kind = select(t("wallet.kind"), choices, "", (value) => {
    delete filter.movement;
    if (value !== "") filter.movement = value as MarketTransactionKind;
    start();
  });
  const bound = (name: "from" | "to", instantOf: (day: string) => Date | null) => (day: string): void => {
    delete filter[name];
    const instant = instantOf(day);
    if (instant !== null) filter[name] = instant.getTime();
    start();
  };
  const filters = el(
    "div", { class: "statement-filters", role: "search", "aria-label": t("wallet.filter") },
    kind.element, dateField(t("wallet.from"), bound("from", startOfDay)), dateField(t("wallet.to"), bound("to", endOfDay)),
  );
  let isHiding = settings.value.isHidingAmounts;
  scope.watch(settings, (now) => {
    if (now.isHidingAmounts === isHiding) return;
    isHiding = now.isHidingAmounts;
    start();
  });
  start();
  return el(
    "section", { class: "statement-movements", "aria-label": t("wallet.statement") },
    filters, el("div", { class: "actions" }, file), list, place,
  );
}

function movement(line: MarketTransaction, asset: MarketAsset): HTMLElement {
  const [amount, fee] = [Decimal.from(line.amount), Decimal.from(line.fee)];
  const notes = [
    line.memo === undefined ? "" : t("wallet.memo", { text: line.memo }),
    line.address === undefined ? "" : t("wallet.address.of", { address: line.address }),
    fee.isZero ? "" : t("wallet.fee.of", { amount: wholeAmount(fee, asset) }),
    t("wallet.balance.after", { amount: money(Decimal.from(line.balance), asset) }),
  ];
  const title = t(`wallet.kind.${line.kind}`);
  const element = row({ class: "statement-row", "data-kind": line.kind, "data-id": line.id }, {
    picture: mark(amount.isNegative ? "near" : "accepted", pictures[line.kind] ?? "list"),
    title, notes,
    actions: [
      el(
        "div", { class: "statement-side" },
        el("p", { class: `figures ${amount.isNegative ? "goes" : "comes"}` }, signedAmount(amount, asset)),
        el("time", { class: "row-note", datetime: line.at }, moment(new Date(line.at))),
      ),
    ],
  });
  const on = el("a", { class: "statement-on", href: source(line, asset) }, title);
  element.querySelector(".row-title strong")?.replaceChildren(on);
  tapsInto(element, on);
  return element;
}

/** Where one sees more of what moved a balance. */
function source({ kind, amount }: MarketTransaction, asset: MarketAsset): string {
  switch (kind) {
    case "trade": return addressOf("orders", "fills");
    case "deposit": return addressOf("deposit", asset.name);
    case "withdrawal": return addressOf("withdraw", asset.name);
    case "points":
    case "time": return "/#/offers";
    default: return addressOf(Decimal.from(amount).isNegative ? "pay" : "receive");
  }
}

/** The language and region by whose rules the cells of a table are written. */
export function tableLanguage(): string {
  const tag = numberLocale();
  return tag.startsWith(language.value) ? tag : language.value;
}
