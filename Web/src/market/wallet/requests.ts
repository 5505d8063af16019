import * as api from "../../api";
import type { MarketAsset, MarketMoneyRequest, MarketRequestKind, MarketRequestStatus } from "../../api";
import { ask, Failure } from "../../client";
import { type Child, el, fill, setText } from "../../dom";
import { t } from "../../i18n";
import { icon, type IconName } from "../../icons";
import { button, working } from "../../ui/button";
import { confirmed as meant } from "../../ui/dialog";
import { section } from "../../ui/section";
import { failedState, loadingState } from "../../ui/states";
import { Decimal } from "../../numbers/decimal";
import { moment } from "../numbers/instants";
import type { ViewInput } from "../view";
import { elapsed } from "./elapsed";
import { wholeAmount } from "./money";

/** How often it is looked whether something that waits was decided, in milliseconds; a changed balance is looked at at once. */
const age = 5000;

/** Of so many looks one is made while nothing waits. */
const rarely = 6;

const pictures: Record<MarketRequestStatus, IconName> = { waiting: "clock", settled: "check", refused: "cross", cancelled: "undo" };

/** What somebody asked for: each with what has become of it, and what happens next. */
export interface RequestsPart {
  element: HTMLElement;
  /** Looks again, and moves the focus to the newest one. */
  showNewest: () => Promise<void>;
}

/** Deposits or withdrawals, newest first. */
export function requestsPart({ context, scope }: ViewInput, kind: MarketRequestKind): RequestsPart {
  const list = el("ul", { class: "request-list" });
  const place = el("div", {});
  let shown = "";
  let requests: MarketMoneyRequest[] = [];
  let next: string | undefined;
  const ages = new Map<HTMLElement, MarketMoneyRequest>();

  async function load(): Promise<void> {
    try {
      const page = await ask((options) => api.marketRequests({}, options));
      if (scope.isEnded) return;
      // Older ones that were looked up already stay.
      const known = new Set(page.requests.map(({ id }) => id));
      const older = requests.filter(({ id }) => !known.has(id));
      if (older.length === 0) next = page.next;
      requests = [...page.requests, ...older];
      draw();
    } catch (error) {
      if (shown === "") fill(place, failedState(Failure.from(error), () => void load()));
    }
  }

  async function more(): Promise<void> {
    try {
      const page = await ask((options) => api.marketRequests(next === undefined ? {} : { before: next }, options));
      requests = [...requests, ...page.requests];
      next = page.next;
      draw();
    } catch (error) {
      context.report(error);
    }
  }

  function draw(): void {
    const now = JSON.stringify([requests, next, context.store.assets.value?.length]);
    if (now === shown) return;
    shown = now;
    ages.clear();
    const own = requests.filter((request) => request.kind === kind);
    fill(list, ...own.map((request) => card(request)));
    const on: HTMLButtonElement = button("plain", "chevron", t("wallet.older"), () => working(on, more));
    fill(place, own.length === 0 && next === undefined && el("p", { class: "quiet" }, t(`wallet.${kind}.none`)), next !== undefined && on);
  }

  function card(request: MarketMoneyRequest): HTMLElement {
    const asset = context.store.assets.value?.find(({ name }) => name === request.asset);
    const told = (amount: string): string => (asset === undefined ? `${amount} ${request.asset}` : wholeAmount(Decimal.from(amount), asset));
    const since = el("span", {});
    if (request.status === "waiting") ages.set(since, request);
    setText(since, sentence(request));
    return el(
      "li", { class: `request request-${request.status}`, "data-request": request.id, "data-status": request.status, tabindex: -1 },
      el(
        "p", { class: "request-head" },
        el("span", { class: `request-state request-state-${request.status}` }, icon(pictures[request.status]), t(`wallet.request.${request.status}`)),
        el("strong", { class: "figures" }, told(request.amount)),
      ),
      el("p", { class: "row-note" }, since),
      el("p", { class: "row-note" }, request.bankAccount),
      request.receives !== undefined && request.fee !== undefined && el("p", { class: "row-note figures" },
        t("wallet.request.receives", { amount: told(request.receives), fee: told(request.fee) })),
      request.reason !== undefined && el("p", { class: "request-reason" }, t("wallet.request.reason", { reason: request.reason })),
      request.status === "waiting" && el("p", {}, t(`wallet.${kind}.next`)),
      request.status === "waiting" && cancelButton(request, asset),
    );
  }

  function cancelButton(request: MarketMoneyRequest, asset: MarketAsset | undefined): Child {
    const amount = asset === undefined ? request.amount : wholeAmount(Decimal.from(request.amount), asset);
    const take: HTMLButtonElement = button("plain", "undo", t("wallet.request.cancel"), () => working(take, async () => {
      if (!(await meant(t(`wallet.${kind}.cancel`, { amount }), t(`wallet.${kind}.cancelText`), t("wallet.request.cancel"), true))) return;
      try {
        await ask((options) => api.cancelMarketRequest(request.id, options));
        context.toasts.show({ key: "request", text: t("wallet.request.taken") });
        void context.store.balances.load();
      } catch (error) {
        context.report(error);
      }
      await load();
      focus(request.id);
    }));
    take.setAttribute("aria-label", t("wallet.request.cancelOf", { amount }));
    return take;
  }

  function focus(id: string | undefined): void {
    const card = id === undefined ? list.firstElementChild : list.querySelector(`[data-request="${CSS.escape(id)}"]`);
    if (card instanceof HTMLElement) card.focus();
  }

  fill(place, loadingState());
  let isFirst = true;
  scope.watch(context.store.balances.observable, () => !isFirst && void load());
  scope.watch(context.store.assets.observable, () => !isFirst && shown !== "" && draw());
  isFirst = false;
  let looks = 0;
  scope.every(age, () => {
    looks += 1;
    for (const [line, request] of ages) setText(line, sentence(request));
    if (document.visibilityState === "visible" && (ages.size > 0 || looks % rarely === 0)) void load();
  });
  void load();
  return {
    element: section("ruled", t(`wallet.${kind}.list`), list, place),
    showNewest: async () => {
      await load();
      focus(undefined);
    },
  };
}

/** Since when it waits, or when it was decided. */
function sentence(request: MarketMoneyRequest): string {
  const made = moment(new Date(request.createdAt));
  if (request.status === "waiting") return t("wallet.request.since", { made, age: elapsed(Date.now() - Date.parse(request.createdAt)) });
  return t("wallet.request.decided", { made, decided: moment(new Date(request.decidedAt ?? request.createdAt)) });
}
