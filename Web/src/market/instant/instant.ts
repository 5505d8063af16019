import * as api from "../../api";
import type { Market, MarketAsset, MarketQuote } from "../../api";
import { ask } from "../../client";
import { el, fill, setText, svg } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import { select } from "../../ui/menu";
import { page } from "../../ui/section";
import { remote } from "../../ui/states";
import { addressOf } from "../address";
import { painted } from "../live/paint";
import { Decimal } from "../../numbers/decimal";
import { exactAmount, fieldText, numberSigns, ownInSentence, percentage, placesIn } from "../numbers/format";
import { soonOrMoment } from "../numbers/instants";
import { type OrderField, orderField } from "../numbers/orderfield";
import { type Understood, understand } from "../../numbers/typing";
import { understanding, writingFault } from "../numbers/words";
import { settings } from "../settings/settings";
import { signInAddress } from "../signedin";
import { statusLine, toggle } from "../trade/formparts";
import { refusalOf, rateText } from "../trade/orderwords";
import { phaseOf } from "../trade/phase";
import { newKey, post, quotes } from "../trade/post";
import { Quoter } from "../trade/quoting";
import type { View, ViewInput } from "../view";
import { Exchanger } from "./exchanger";
import { exchangeOf, quoteRequestOf, receivableFor, type Route, routeOf, type Size } from "./exchange";

/** Milliseconds between two looks at the price. */
const betweenLooks = 3000;
/** How much worse than shown an exchange may be, in parts per million. */
const tolerances = ["1000", "5000", "10000"] as const;

/** One asset for another at once: whole, and never worse than what was shown by more than was agreed. */
export const instantView: View = (input) => {
  const { store } = input.context;
  let kept: HTMLElement | null = null;
  const parts = remote(input.scope, store.markets, () => remote(input.scope, store.assets, () => (kept ??= new InstantForm(input).element)));
  return page("instant", t("market.nav.instant"), parts);
};

type End = "gives" | "receives";

class InstantForm {
  readonly element: HTMLFormElement;
  private gives = "";
  private receives = "";
  private typed: { kind: End; text: string } | { kind: "share"; value: Decimal } = { kind: "gives", text: "" };
  private tolerance: (typeof tolerances)[number] = "5000";
  private wasLeft = false;
  /** Whether somebody pressed although nothing was typed. */
  private wasPressed = false;
  private readonly quoter = new Quoter(quotes);
  private readonly exchanger = new Exchanger({
    send: (request, key) => ask((options) => api.exchangeInstantly(request, { ...options, key }), 10_000),
    wait: post.wait, now: post.now, newKey,
  });
  private readonly fields: Record<End, OrderField>;
  private readonly assetPlaces: Record<End, HTMLElement> = { gives: el("div", { class: "instant-asset" }), receives: el("div", { class: "instant-asset" }) };
  private readonly balance = el("p", { class: "order-balance" });
  private readonly price = el("p", { class: "instant-price" });
  private readonly bound = el("p", { class: "quiet" });
  private readonly ring = svg("0 0 24 24", "quote-ring", ["M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18"]);
  private readonly action = el("div", { class: "order-action" });
  private readonly submit = el("button", { type: "submit", class: "button button-primary order-exchange" });
  private readonly status = statusLine();
  private readonly tolerancePart;
  private shownAction = "";
  private drawn: MarketQuote | null = null;

  constructor(private readonly input: ViewInput) {
    const { context, scope, path } = input;
    this.begin(path);
    this.fields = { gives: this.field("gives", t("order.give")), receives: this.field("receives", t("order.receive")) };
    this.tolerancePart = toggle("order-types", t("order.bound"), tolerances.map((value) => ({ value, label: percentage(Number(value) / 1_000_000, 1) })), (value) => {
      this.tolerance = value;
      this.render();
    });
    const swap = el("button", { type: "button", class: "button instant-swap", onclick: () => this.swap() }, icon("exchange"), t("order.swap"));
    const shares = el(
      "div", { class: "instant-shares", role: "group", "aria-label": t("order.share") },
      ...[25, 50, 75, 100].map((share) =>
        el("button", { type: "button", class: "share-stop", onclick: () => this.change({ kind: "share", value: Decimal.of(BigInt(share)) }) }, percentage(share / 100, 0)),
      ),
    );
    this.element = el(
      "form", { class: "instant-form", novalidate: true, "aria-label": t("market.nav.instant") },
      el("div", { class: "instant-end" }, this.assetPlaces.gives, this.fields.gives.element, this.balance, shares),
      swap,
      el("div", { class: "instant-end" }, this.assetPlaces.receives, this.fields.receives.element),
      el("div", { class: "instant-quote" }, this.ring, this.price),
      el("div", {}, el("p", { class: "instant-label" }, t("order.bound")), this.tolerancePart.element, this.bound),
      this.action, this.status.element, el("p", { class: "quiet" }, t("order.instant.note")),
    );
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.press();
    });
    painted(
      scope, [settings, context.store.balances.observable, context.store.markets.observable, context.store.connection, context.session.account.observable, this.quoter.observable, this.exchanger.observable],
      () => this.render(),
    );
    scope.watch(this.exchanger.observable, (now) => {
      if (now.state === "refused") context.session.endIfRefused(now.failure);
      // The price has moved: the new one is asked for, and what was typed stays.
      if (now.state === "refused") this.quoter.refresh();
      // Halts and auctions begin without a word to this view.
      if (now.state === "refused" && now.failure.code?.startsWith("market.") === true) void context.store.markets.load();
      if (now.state === "done") this.typed = { kind: "gives", text: "" };
    });
    scope.every(betweenLooks, () => {
      if (!document.hidden && this.closedWhy() === null) this.quoter.refresh();
    });
    for (const type of ["online", "offline"]) scope.listen(window, type, () => this.render());
    scope.add(() => this.quoter.end());
  }

  /** The market and the side of the address, else what the reader counts in for the first thing that it buys. */
  private begin([name, side]: readonly string[]): void {
    const markets = this.markets();
    const named = markets.find((each) => each.name === name);
    const counter = settings.value.counter;
    const first = named ?? markets.find(({ quote }) => quote === counter) ?? markets[0];
    if (first === undefined) return;
    [this.gives, this.receives] = side === "sell" ? [first.base, first.quote] : [first.quote, first.base];
  }

  private markets(): readonly Market[] {
    return this.input.context.store.markets.value ?? [];
  }

  private asset(name: string): MarketAsset | undefined {
    return this.input.context.store.assets.value?.find((each) => each.name === name);
  }

  private route(): Route | null {
    return routeOf(this.markets(), this.gives, this.receives);
  }

  private field(end: End, label: string): OrderField {
    return orderField({
      name: end, label, unit: "",
      onType: (text) => this.change({ kind: end, text }),
      onLeave: () => {
        this.wasLeft = true;
        this.render();
      },
      onStep: () => undefined,
    });
  }

  private change(typed: typeof this.typed): void {
    this.typed = typed;
    [this.wasLeft, this.wasPressed] = [false, false];
    this.exchanger.rest();
    this.render();
  }

  private swap(): void {
    [this.gives, this.receives] = [this.receives, this.gives];
    this.change({ kind: "gives", text: "" });
  }

  private choose(end: End, name: string): void {
    if (end === "gives") {
      this.gives = name;
      const possible = receivableFor(this.markets(), name);
      if (!possible.includes(this.receives)) this.receives = possible[0] ?? "";
    } else this.receives = name;
    this.change({ kind: "gives", text: "" });
  }

  /** What was typed for an end is understood as, by how many decimal places its asset has. */
  private understood({ kind, text }: { kind: End; text: string }): Understood {
    const asset = this.asset(kind === "gives" ? this.gives : this.receives);
    return understand(text, numberSigns(), asset === undefined ? undefined : placesIn(asset));
  }

  private size(): Size | null {
    if (this.typed.kind === "share") return { kind: "share", value: this.typed.value };
    const found = this.understood(this.typed);
    return found.kind === "number" && !found.value.isZero ? { kind: this.typed.kind, value: found.value } : null;
  }

  private wanted(): api.MarketQuoteRequest | null {
    const [route, size] = [this.route(), this.size()];
    if (route === null || size === null || !this.input.context.session.account.value) return null;
    if (this.offStep(route, size) !== null) return null;
    return quoteRequestOf(route, size, this.drawn?.takerRate ?? route.market.fees[0]?.taker ?? 0);
  }

  /** A sale of what is between two lots: the steps around it. */
  private offStep(route: Route, size: Size): { below: Decimal; above: Decimal } | null {
    if (route.side !== "sell" || size.kind !== "gives") return null;
    const lot = Decimal.from(route.market.lot);
    const below = size.value.floor(lot);
    return below.equals(size.value) ? null : { below, above: below.plus(lot) };
  }

  private closedWhy(): string | null {
    const { store } = this.input.context;
    const route = this.route();
    if (route === null) return t("order.instant.noMarket");
    if (!route.market.isActive) return t("order.closed.paused");
    const phase = phaseOf(route.market, null);
    if (phase.kind === "halted") return t("order.closed.halted");
    if (phase.kind === "auction") return t("order.instant.auction", { time: soonOrMoment(phase.until) });
    const { state } = store.connection.value;
    return !navigator.onLine || state === "lost" || state === "slow" ? t("order.instant.stale") : null;
  }

  private press(): void {
    const route = this.route();
    if (this.exchanger.isBusy || route === null || this.closedWhy() !== null) return;
    const quote = this.quoter.answerTo(this.wanted());
    if (quote === null) {
      this.wasPressed = this.size() === null;
      this.render();
      if (this.wasPressed) this.fields.gives.input.focus();
      return;
    }
    if (this.why(quote) !== null) return;
    const exponent = this.asset(route.market.quote)?.exponent ?? 0;
    void this.exchanger.send(exchangeOf(route, quote, Number(this.tolerance), exponent));
  }

  /** Why what was asked for cannot be exchanged; null when it can. */
  private why(quote: MarketQuote): string | null {
    const [route, gives] = [this.route(), this.asset(this.gives)];
    const base = this.asset(route?.market.base ?? "");
    if (route === null || gives === undefined || base === undefined) return null;
    if (!quote.isComplete && !quote.isBelowMinimum) return t("order.instant.short", { amount: exactAmount(Decimal.from(quote.amount), base) });
    if (quote.meetsOwn) return t("order.warn.own");
    if (quote.isBelowMinimum) return t("order.fault.minimum", { minimum: exactAmount(Decimal.from(route.market.minimum), base) });
    if (quote.isCovered) return null;
    return t("order.fault.short", { missing: exactAmount(Decimal.from(quote.needed).minus(Decimal.from(quote.available)), gives) });
  }

  private render(): void {
    const { session, store } = this.input.context;
    const route = this.route();
    const wanted = this.wanted();
    this.quoter.want(wanted);
    const quote = this.quoter.answerTo(wanted);
    this.renderAssets();
    this.renderFields(quote);
    this.tolerancePart.show(this.tolerance);
    const gives = this.asset(this.gives);
    const available = session.account.value ? store.balances.value?.get(this.gives)?.available : undefined;
    setText(this.balance, gives === undefined || available === undefined ? "" : `${t("order.available")} ${ownInSentence(Decimal.from(available), gives)}`);
    this.renderQuote(route, quote);
    this.renderAction(route, quote);
    this.renderStatus();
  }

  private renderAssets(): void {
    const names = [...new Set(this.markets().flatMap(({ base, quote }) => [base, quote]))];
    for (const [end, choices, current] of [["gives", names, this.gives], ["receives", receivableFor(this.markets(), this.gives), this.receives]] as const) {
      const place = this.assetPlaces[end];
      const told = `${choices.join(" ")} ${current}`;
      // Made anew only when the choices changed: a list that somebody has open must not close.
      if (place.dataset["told"] === told) continue;
      place.dataset["told"] = told;
      const hadFocus = place.contains(document.activeElement);
      const label = end === "gives" ? t("order.give.asset") : t("order.receive.asset");
      const list = select(label, choices.map((value) => ({ value, label: `${value} · ${this.asset(value)?.title ?? ""}` })), current, (value) => this.choose(end, value));
      fill(place, list.element);
      if (hadFocus) list.input.focus();
    }
  }

  private renderFields(quote: MarketQuote | null): void {
    const worked: Record<End, string> = {
      gives: quote === null ? "" : fieldText(Decimal.from(quote.required)), receives: quote === null ? "" : fieldText(Decimal.from(quote.obtained)),
    };
    for (const end of ["gives", "receives"] as const) {
      const field = this.fields[end];
      const unit = end === "gives" ? this.gives : this.receives;
      field.setUnit(unit);
      if (this.typed.kind !== end) {
        field.write(worked[end]);
        field.say("");
        continue;
      }
      const { text } = this.typed;
      field.write(text);
      const found = this.understood(this.typed);
      const [route, size] = [this.route(), this.size()];
      const off = route !== null && size !== null ? this.offStep(route, size) : null;
      const asset = this.asset(unit);
      const fault = writingFault(found) ?? (this.wasPressed && found.kind === "empty" ? t("order.fault.amount") : null);
      if (fault !== null && (this.wasLeft || this.wasPressed)) field.blame(fault, []);
      else if (off !== null && this.wasLeft && asset !== undefined && route !== null) {
        const use = (value: Decimal) => ({ label: t("order.use", { value: exactAmount(value, asset) }), run: () => this.change({ kind: end, text: fieldText(value) }) });
        field.blame(t("order.fault.step", { step: exactAmount(Decimal.from(route.market.lot), asset) }), (off.below.isZero ? [off.above] : [off.below, off.above]).map(use));
      } else field.say(understanding(text, found, unit));
    }
  }

  private renderQuote(route: Route | null, quote: MarketQuote | null): void {
    const [base, money] = [this.asset(route?.market.base ?? ""), this.asset(route?.market.quote ?? "")];
    const receives = this.asset(this.receives);
    if (route === null || quote === null || base === undefined || money === undefined || receives === undefined || quote.averagePrice === undefined) {
      setText(this.price, this.wanted() === null ? t("order.instant.none") : t("order.asking"));
      setText(this.bound, "");
      this.ring.classList.remove("is-running");
      return;
    }
    const places = Decimal.from(route.market.tick).scale + 2;
    setText(this.price, t("order.instant.price", {
      base: base.name, price: exactAmount(Decimal.from(quote.averagePrice).dividedBy(Decimal.of(1n), places), money),
      fee: exactAmount(Decimal.from(quote.fee), receives), rate: rateText(quote.takerRate),
    }));
    const { bound } = exchangeOf(route, quote, Number(this.tolerance), money.exponent);
    setText(this.bound, t(route.side === "buy" ? "order.bound.most" : "order.bound.least", { amount: exactAmount(Decimal.from(bound), money) }));
    if (this.drawn !== quote) {
      this.drawn = quote;
      // Begins the ring anew with each price.
      this.ring.classList.remove("is-running");
      void this.ring.getBoundingClientRect();
      this.ring.classList.add("is-running");
    }
  }

  private renderAction(route: Route | null, quote: MarketQuote | null): void {
    const account = this.input.context.session.account.observable.value;
    if (account.state === "ready" && account.value === null) {
      return this.fillAction("signIn", el("a", { class: "button button-primary", href: signInAddress() }, t("market.signIn")), el("p", { class: "quiet" }, t("order.instant.signIn")));
    }
    const gives = this.asset(this.gives);
    const available = this.input.context.store.balances.value?.get(this.gives)?.available;
    if (gives !== undefined && available !== undefined && Decimal.from(available).isZero && gives.kind !== "points" && this.exchanger.observable.value.state === "idle") {
      const link = el("a", { class: "button button-primary", href: addressOf("deposit", gives.name) }, t("order.deposit", { asset: gives.name }));
      return this.fillAction(`deposit ${gives.name}`, link, el("p", { class: "quiet" }, t("order.deposit.note", { asset: gives.name })));
    }
    const receives = this.asset(this.receives);
    const { state } = this.exchanger.observable.value;
    const isKnown = route !== null && quote !== null && gives !== undefined && receives !== undefined;
    const text = state === "sending" ? t("order.sending") : state === "asking" || state === "unknown" ? t("order.unknown")
      : isKnown ? t("order.exchange", { given: exactAmount(Decimal.from(quote.required), gives), received: exactAmount(Decimal.from(quote.obtained), receives) })
        : t("order.exchange.none", { given: this.gives, received: this.receives });
    setText(this.submit, text);
    const isClosed = this.closedWhy() !== null || (quote !== null && this.why(quote) !== null);
    this.submit.setAttribute("aria-disabled", String(state === "sending" || state === "asking" || state === "unknown" || isClosed));
    this.fillAction("submit", this.submit);
  }

  private fillAction(name: string, ...children: HTMLElement[]): void {
    if (this.shownAction === name) return;
    this.shownAction = name;
    fill(this.action, ...children);
  }

  private renderStatus(): void {
    const now = this.exchanger.observable.value;
    const quote = this.quoter.answerTo(this.wanted());
    switch (now.state) {
      case "idle": {
        const quoted = this.quoter.observable.value;
        const failed = quoted.state === "failed" && this.wanted() !== null ? quoted.failure.explanation : null;
        const why = this.closedWhy() ?? failed ?? (quote === null ? null : this.why(quote));
        return this.status.say(why === null ? "plain" : "bad", why ?? "");
      }
      case "sending": return this.status.say("wait", t("order.sending.note"));
      case "asking": return this.status.say("wait", t("order.exchange.asking"));
      case "unknown": {
        const again = el("button", { type: "button", class: "way-out", onclick: () => void this.exchanger.askAgain() }, t("order.exchange.again"));
        return this.status.say("bad", t("order.exchange.unknown"), again);
      }
      case "refused": {
        const { text, link } = refusalOf(now.failure);
        return this.status.say("bad", text, link && el("a", { class: "way-out", href: link.href }, link.label));
      }
      case "done": {
        const market = this.markets().find(({ name }) => name === now.order.market);
        const [base, money] = [this.asset(market?.base ?? ""), this.asset(market?.quote ?? "")];
        if (base === undefined || money === undefined) return;
        const [amount, price] = [Decimal.from(now.order.executed), Decimal.from(now.order.averagePrice)];
        const received = now.order.side === "buy" ? amount.minus(Decimal.from(now.order.fee)) : null;
        const values = { amount: exactAmount(amount, base), price: exactAmount(price.dividedBy(Decimal.of(1n), 4), money) };
        return this.status.say("ok", now.order.side === "buy" ? t("order.exchange.bought", { ...values, received: exactAmount(received ?? amount, base) }) : t("order.exchange.sold", values));
      }
    }
  }
}
