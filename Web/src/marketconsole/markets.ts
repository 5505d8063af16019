import * as api from "../api";
import type { ConsoleAsset, Market } from "../api";
import { el } from "../dom";
import { type Key, t } from "../i18n";
import { button, working } from "../ui/button";
import { mark, row } from "../ui/list";
import { section } from "../ui/section";
import { amountOf, fee } from "./amounts";
import type { DeskContext, SectionInput } from "./context";
import { addAsset, addMarket, changeFees, changeTerms } from "./forms";
import { newKey } from "./intent";
import { deskPage, steady } from "./page";

const refresh = 30_000;

/** The markets and the assets: what there is, what it asks for, and what can be added. */
export function marketsSection({ context, scope }: SectionInput): HTMLElement {
  void context.catalogue.load();
  scope.every(refresh, () => void context.renew(context.catalogue, api.consoleCatalogue));
  return deskPage(
    t("desk.markets.title"), t("desk.markets.lead"),
    steady(scope, context.catalogue, ({ assets, markets }) =>
      el(
        "div", { class: "desk-list" },
        section(
          "ruled", t("desk.markets.list"),
          el("ul", { class: "rows" }, ...markets.map((market) => marketRow(context, market, assets))),
          el("div", { class: "actions" }, act("add-market", "plus", "desk.markets.add", () => void addMarket(context, assets))),
        ),
        section(
          "ruled", t("desk.assets.list"),
          el("ul", { class: "rows" }, ...assets.map((asset) => assetRow(context, asset))),
          el("div", { class: "actions" }, act("add-asset", "plus", "desk.assets.add", () => void addAsset(context))),
        ),
      )),
  );
}

/** A button that keeps the focus when the list is drawn anew. */
function act(name: string, picture: "plus" | "pencil" | "pause" | "play", words: Key, run: () => void, of = ""): HTMLButtonElement {
  const text = t(words as "desk.change");
  const made = button("plain", picture, text, run);
  made.dataset["act"] = name;
  if (of !== "") made.setAttribute("aria-label", `${text}: ${of}`);
  return made;
}

function marketRow(context: DeskContext, market: Market, assets: readonly ConsoleAsset[]): HTMLElement {
  const { name, isActive, base, quote } = market;
  const turn = act(`turn-${name}`, isActive ? "pause" : "play", isActive ? "desk.markets.pause" : "desk.markets.resume", () =>
    working(turn, () => setActive(context, name, !isActive)), name);
  const fees = act(`fees-${name}`, "pencil", "desk.markets.fees", () => void changeFees(context, market, assets), name);
  const [tier] = market.fees;
  return row({ class: "desk-wide", "data-market": name, "data-active": String(isActive) }, {
    picture: mark(isActive ? "accepted" : "refused", isActive ? "check" : "pause"), title: name,
    tag: isActive ? "" : t("desk.markets.paused"),
    notes: [
      t("desk.markets.steps", {
        tick: amountOf(market.tick, quote), lot: amountOf(market.lot, base), minimum: amountOf(market.minimum, base),
      }),
      tier !== undefined && t("desk.markets.tier", {
        maker: fee(tier.maker), taker: fee(tier.taker), count: market.fees.length,
      }),
    ],
    actions: [el("div", { class: "actions" }, turn, fees)],
  });
}

function assetRow(context: DeskContext, entry: ConsoleAsset): HTMLElement {
  const { name, title } = entry.asset;
  const edit = act(`terms-${name}`, "pencil", "desk.assets.terms", () => void changeTerms(context, entry), name);
  const { dailyLimit, approvalAbove } = entry;
  return row({ class: "desk-wide", "data-asset": name }, {
    picture: mark("", "wallet"), title: `${name} · ${title}`,
    notes: [
      t("desk.assets.asked", { fee: amountOf(entry.fee, name), minimum: amountOf(entry.minimum, name) }),
      dailyLimit === undefined ? t("desk.assets.noDaily") : t("desk.assets.daily", { limit: amountOf(dailyLimit, name) }),
      approvalAbove === undefined ? t("desk.assets.alone") : t("desk.assets.two", { limit: amountOf(approvalAbove, name) }),
    ],
    actions: [el("div", { class: "actions" }, edit)],
  });
}

/** Pauses or resumes at once, with a way back: a market that stands still by mistake should not wait for a question. */
async function setActive(context: DeskContext, name: string, isActive: boolean): Promise<void> {
  const turn = isActive ? api.resumeConsoleMarket : api.pauseConsoleMarket;
  await context.change(newKey(), (options) => turn(name, options), (market) => {
    show(context, market);
    context.toasts.show({
      tone: "ok", key: "market", text: t(isActive ? "desk.markets.resumed" : "desk.markets.nowPaused", { market: name }),
      undo: { what: name, run: () => void setActive(context, name, !isActive) },
    });
  });
}

function show(context: DeskContext, market: Market): void {
  const catalogue = context.catalogue.value;
  if (catalogue === undefined) return;
  const markets = catalogue.markets.map((each) => (each.name === market.name ? market : each));
  context.catalogue.set({ ...catalogue, markets });
}
