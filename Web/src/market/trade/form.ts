import type { MarketOrder, MarketSide } from "../../api";
import { el, fill, setText } from "../../dom";
import { t } from "../../i18n";
import { addressOf } from "../address";
import { isFresh } from "../live/connection";
import { painted } from "../live/paint";
import { Decimal } from "../numbers/decimal";
import { numberSigns, ownInSentence } from "../numbers/format";
import { soonOrMoment } from "../numbers/instants";
import { type NumberField, numberField } from "../numbers/numberfield";
import { understanding } from "../numbers/words";
import { settings } from "../settings/settings";
import { signInAddress } from "../signedin";
import { advancedPart, shareSlider, sideTabs, statusLine, typeTabs } from "./formparts";
import { previewPart } from "./formpreview";
import type { TradeInput } from "./input";
import { untilFault } from "./lasting";
import {
  afterSuccess, chosenFor, emptyEntry, type EntryContext, numberIn, type OrderEntry, type Part, settled, shareOf, stepped,
  typedInto, understoodPart, withShare, withSide, withType, type Worked,
} from "./orderentry";
import { type Fault, faultsOf, pairOf, partsOf, quoteOf, requestOf } from "./orderfaults";
import { faultText, outcomeOf, priceText, refusalOf, sentenceOf, warningText } from "./orderwords";
import { type Warning, warningsOf } from "./orderwarnings";
import { isTaken, marketNow, phaseNow } from "./phase";
import { post, quotes } from "./post";
import { estimated, type Preview, previewOf, waitingAt } from "./preview";
import { Quoter } from "./quoting";
import { repeatAddress, repeatedIn } from "./repeat";
import { OrderSender } from "./sending";

/** Milliseconds between two questions for the same order while the book moves. */
const betweenQuotes = 3000;
/** A second press that comes sooner is part of the first one. */
const leastBetweenPresses = 500;

/** The form that places an order in one market. */
export function orderForm(input: TradeInput): HTMLElement {
  return new OrderForm(input).element;
}

class OrderForm {
  readonly element: HTMLFormElement;
  private entry: OrderEntry;
  /** The fields that were left, so that what is wrong in them may be said. */
  private readonly left = new Set<Part>();
  private armedAt: number | null = null;
  /** What the second press was asked for. */
  private armedFor = "";
  private hasPrice = false;
  /** What the form did by itself, until something else happens. */
  private hint = "";
  private quotedAt = 0;
  private quotedBest = "";
  private quoteTimer: number | undefined;
  private readonly sender = new OrderSender(post);
  private readonly quoter = new Quoter(quotes);
  private readonly fields: Record<Part, NumberField>;
  private readonly sides = sideTabs((side) => this.edit(withSide(this.entry, side, this.context())));
  private readonly types = typeTabs((type) => this.edit(withType(this.entry, type, this.context())));
  private readonly share = shareSlider((share) => this.takeShare(share));
  private readonly advanced = advancedPart((changes) => this.edit({ ...this.entry, ...changes }));
  private readonly preview;
  /** What the stop of a pair would do. */
  private readonly stopPreview;
  private readonly pairNote = el("p", { class: "quiet order-pair-note", hidden: true });
  private readonly status = statusLine();
  private readonly warnings = el("ul", { class: "order-warnings" });
  private readonly closed = el("p", { class: "order-closed", hidden: true });
  private readonly balance = el("span", { class: "figures" });
  private readonly submit = el("button", { type: "submit", class: "button order-submit" });
  private readonly action = el("div", { class: "order-action" });
  private readonly actionNote = el("div");

  constructor(private readonly input: TradeInput) {
    const { scope, context, feed, draft } = input;
    this.entry = emptyEntry("buy");
    this.preview = previewPart(input);
    this.stopPreview = previewPart(input, t("order.pair.preview"));
    this.fields = {
      stop: this.field("stop", t("order.stop"), input.quote.name), stopPrice: this.field("stopPrice", t("order.stopPrice"), input.quote.name), price: this.field("price", t("order.price"), input.quote.name),
      amount: this.field("amount", t("order.amount"), input.base.name), total: this.field("total", t("order.total"), input.quote.name),
    };
    const { stop, stopPrice, price, amount, total } = this.fields;
    const head = el("p", { class: "order-balance" }, el("span", {}, t("order.available")), " ", this.balance);
    this.element = el(
      "form", { class: "order-form", novalidate: true, "aria-label": t("order.form", { asset: input.base.name }) },
      this.sides.element, this.types.element, this.pairNote, stop.element, price.element, stopPrice.element, head, amount.element, this.share.element, total.element,
      this.advanced.element, this.closed, this.warnings, this.action, this.actionNote, this.status.element, this.preview.element, this.stopPreview.element,
    );
    this.begin();
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.press();
    });
    scope.listen(document, "keydown", (event) => this.key(event as KeyboardEvent));
    scope.watch(draft.filled, (filled) => {
      if (filled === null) return;
      if (filled.side !== undefined) this.entry = withSide(this.entry, filled.side, this.context());
      this.choose(filled.price, filled.amount);
    });
    const { store, session } = context;
    painted(
      scope,
      [
        settings, feed.book, feed.phase, store.tickers, store.connection, store.balances.observable, store.markets.observable,
        session.account.observable, this.quoter.observable, this.sender.observable,
      ],
      () => this.render(),
    );
    let isFirst = true;
    scope.watch(this.sender.observable, (now) => {
      if (!isFirst && now.state === "done") this.succeed();
      if (!isFirst && now.state === "refused") context.session.endIfRefused(now.failure);
      isFirst = false;
    });
    scope.listen(window, "online", () => this.render());
    scope.listen(window, "offline", () => this.render());
    scope.add(() => {
      this.quoter.end();
      window.clearTimeout(this.quoteTimer);
    });
  }

  /** An order of the address, as one that is to be repeated, or one that was typed before signing in. */
  private begin(): void {
    const repeated = repeatedIn(window.location.hash);
    if (repeated === null) return;
    const context = this.context();
    this.entry = withType(withSide(this.entry, repeated.side, context), repeated.type, context);
    for (const part of ["stop", "stopPrice", "price", "amount"] as const) {
      const value = repeated[part];
      if (value !== undefined) this.entry = chosenFor(this.entry, part, value, context);
    }
    this.hasPrice = repeated.price !== undefined;
  }

  private field(part: Part, label: string, unit: string): NumberField {
    const aside = part === "price" ? this.priceButtons() : undefined;
    return numberField({
      name: part, label, unit, aside,
      onType: (text) => {
        this.left.delete(part);
        this.edit(typedInto(this.entry, part, text, this.context()));
      },
      onLeave: () => {
        if (this.entry.texts[part].trim() !== "") this.left.add(part);
        this.render();
      },
      onStep: (steps) => this.edit(stepped(this.entry, part, steps, this.context())),
    });
  }

  private priceButtons(): HTMLElement {
    const choose = (kind: "bid" | "middle" | "ask") => (): void => {
      const price = this.bestPrice(kind);
      if (price !== null) this.edit(chosenFor(this.entry, "price", price, this.context()));
    };
    const button = (kind: "bid" | "middle" | "ask", text: string): HTMLElement =>
      el("button", { type: "button", class: "price-choice", "data-price": kind, onclick: choose(kind) }, text);
    return el(
      "div", { class: "price-choices", role: "group", "aria-label": t("order.price.choose") },
      button("bid", t("order.bid")), button("middle", t("order.middle")), button("ask", t("order.ask")),
    );
  }

  /** The best price of a side, or the middle between both on a step that is not against whoever chooses it. */
  private bestPrice(kind: "bid" | "middle" | "ask"): Decimal | null {
    const book = this.input.feed.book.value;
    const ticker = this.input.context.store.tickers.value.get(this.input.market.name);
    const bid = book?.bids[0]?.price ?? decimalOf(ticker?.bid);
    const ask = book?.asks[0]?.price ?? decimalOf(ticker?.ask);
    if (kind !== "middle") return kind === "bid" ? bid : ask;
    if (bid === null || ask === null) return null;
    const middle = bid.plus(ask).dividedBy(Decimal.of(2n), 40);
    const { tick } = this.steps();
    return this.entry.side === "buy" ? middle.floor(tick) : middle.ceiling(tick);
  }

  private steps(): EntryContext["steps"] {
    const { tick, lot, minimum } = this.input.market;
    return { tick: Decimal.from(tick), lot: Decimal.from(lot), minimum: Decimal.from(minimum) };
  }

  /** What is available of what a side gives; null while nobody is signed in, or it is not known. */
  private available(side: MarketSide): Decimal | null {
    const { store, session } = this.input.context;
    if (!session.account.value) return null;
    const asset = side === "buy" ? this.input.quote : this.input.base;
    const balances = store.balances.value;
    return balances === undefined ? null : (decimalOf(balances.get(asset.name)?.available) ?? Decimal.zero);
  }

  private context(): EntryContext {
    return {
      steps: this.steps(), signs: numberSigns(), available: (side) => this.available(side),
      exponent: (side) => (side === "buy" ? this.input.quote : this.input.base).exponent, worked: this.worked(),
    };
  }

  /** What an order without a limit comes to, as far as it is known for just what is typed. */
  private worked(): Worked | null {
    if (this.entry.type !== "market") return null;
    const shown = this.previewNow();
    if (shown === null) return null;
    return { amount: shown.order, total: shown.side === "buy" ? shown.gives : shown.receives.plus(shown.fee) };
  }

  private wanted(): ReturnType<typeof quoteOf> {
    const { market } = this.input;
    const bare: EntryContext = {
      steps: this.steps(), signs: numberSigns(), available: (side) => this.available(side), worked: null,
      exponent: (side) => (side === "buy" ? this.input.quote : this.input.base).exponent,
    };
    return quoteOf(this.entry, market.name, bare);
  }

  /** What the order would do, as the server says it, or as the book does for those whom the server does not know. */
  private previewNow(): Preview | null {
    const wanted = this.wanted();
    if (wanted === null) return null;
    const { side } = this.entry;
    const isLimit = this.isCollected || this.entry.type === "pair";
    if (this.input.context.session.account.value) {
      const quote = this.quoter.answerTo(wanted);
      if (quote === null) return null;
      const rates = { maker: quote.makerRate, taker: quote.takerRate };
      return isLimit && wanted.price !== undefined
        ? waitingAt(side, Decimal.from(wanted.price), Decimal.from(quote.order), rates) : previewOf(side, quote);
    }
    const book = this.input.feed.book.value;
    const [tier] = this.input.market.fees;
    if (book === null || tier === undefined || wanted.share !== undefined) return null;
    const number = (text: string | undefined): Decimal | null => (text === undefined ? null : Decimal.from(text));
    const imagined = { side, price: number(wanted.price), amount: number(wanted.amount), spend: number(wanted.spend) };
    return estimated(imagined, book, this.steps().lot, tier);
  }

  /** Takes a change that the reader made. */
  private edit(entry: OrderEntry): void {
    if (entry.texts.price !== this.entry.texts.price) this.hasPrice = true;
    this.entry = entry;
    this.armedAt = null;
    this.hint = "";
    this.sender.rest();
    this.render();
  }

  private takeShare(share: Decimal | null): void {
    const context = this.context();
    if (share === null || share.isZero) this.edit(typedInto(this.entry, "amount", "", context));
    else this.edit(withShare(this.entry, share, context));
  }

  /** Fills the form with what was chosen in the book; an order without a limit gets one, and that is said. */
  private choose(price: string | undefined, amount: string | undefined): void {
    const context = this.context();
    const wasMarket = this.entry.type === "market" && price !== undefined;
    let entry = wasMarket ? withType(this.entry, "limit", context) : this.entry;
    const [chosenPrice, chosenAmount] = [decimalOf(price), decimalOf(amount)];
    if (chosenPrice !== null) entry = chosenFor(entry, "price", chosenPrice, context);
    if (chosenAmount !== null) entry = chosenFor(entry, "amount", chosenAmount, context);
    this.edit(entry);
    if (!wasMarket) return;
    this.hint = t("order.nowLimit");
    this.renderStatus();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.closest("input, textarea, select, [contenteditable], dialog") || document.querySelector("dialog[open]")) return;
    const context = this.context();
    switch (event.key.toLowerCase()) {
      case "b": return this.edit(withSide(this.entry, "buy", context));
      case "s": return this.edit(withSide(this.entry, "sell", context));
      case "l": return this.edit(withType(this.entry, "limit", context));
      case "m": return this.edit(withType(this.entry, "market", context));
      default: return;
    }
  }

  /** Why no order of this kind is taken now; null when it is. */
  private closedWhy(): "paused" | "halted" | "auction" | "stale" | null {
    const { store } = this.input.context;
    if (!marketNow(store, this.input.market).isActive) return "paused";
    const phase = phaseNow(store, this.input.feed, this.input.market);
    if (phase.kind === "halted") return "halted";
    if (!isTaken(phase, this.entry)) return "auction";
    const isStale = !navigator.onLine || (!isFresh(store.connection.value) && store.connection.value.state !== "connecting");
    return isStale && this.entry.type === "market" ? "stale" : null;
  }

  /** Whether an order that waits is collected for an auction instead of trading. */
  private get isCollected(): boolean {
    const { context: { store }, feed, market } = this.input;
    return phaseNow(store, feed, market).kind === "auction";
  }

  private weighed(preview: Preview | null): Warning[] {
    const context = this.context();
    const amount = numberIn(this.entry, "amount", context);
    if (amount === null) return [];
    const { side, type } = this.entry;
    const { feed, market, context: { store } } = this.input;
    const book = feed.book.value;
    const isShort = type === "market" && preview !== null && !preview.isComplete;
    return warningsOf({
      side, type, amount, price: type === "market" ? null : numberIn(this.entry, "price", context),
      stop: numberIn(this.entry, "stop", context), last: decimalOf(store.tickers.value.get(market.name)?.last),
      // Orders of an auction may cross.
      opposite: this.isCollected ? [] : ((side === "buy" ? book?.asks : book?.bids) ?? []), had: isShort ? preview.atOnce : null,
      meetsOwn: preview?.meetsOwn === true && type !== "stop-limit" && type !== "pair",
    });
  }

  /** Sends the order, or says what keeps it; an unusual one at the second press. */
  private press(): void {
    if (this.sender.isBusy || this.closedWhy() !== null || !this.input.context.session.account.value) return;
    const context = this.context();
    const [first] = faultsOf(this.entry, context);
    if (first !== undefined) {
      for (const part of partsOf(this.entry)) this.left.add(part);
      this.render();
      this.fields[first.part].input.focus();
      return;
    }
    if (untilFault(this.entry.timeInForce, this.entry.until, Date.now()) !== null) return this.advanced.askForEnd();
    const { name } = this.input.market;
    const request = this.entry.type === "pair" ? pairOf(this.entry, name, context) : requestOf(this.entry, name, context);
    if (request === null) return this.status.say("wait", t("order.asking"));
    const reason = this.reasonToAsk();
    if (reason !== "") {
      const now = performance.now();
      if (this.armedAt !== null && now - this.armedAt < leastBetweenPresses) return;
      if (this.armedAt === null || this.armedFor !== reason) {
        [this.armedAt, this.armedFor] = [now, reason];
        return this.render();
      }
    }
    this.armedAt = null;
    void this.sender.send(request);
  }

  /** What a second press is asked for: the kinds of what is unusual; empty when one is enough. */
  private reasonToAsk(): string {
    const kinds = this.weighed(this.previewNow()).map(({ kind }) => kind);
    return [settings.value.isConfirming ? "always" : "", ...kinds].filter((kind) => kind !== "").join(" ");
  }

  private succeed(): void {
    this.entry = afterSuccess(this.entry);
    this.left.clear();
    const { store } = this.input.context;
    // The stream tells it at once; without one it is fetched.
    if (isFresh(store.connection.value)) return;
    void store.balances.load();
    void store.openOrders.load();
  }

  private render(): void {
    const { context: { session, store } } = this.input;
    this.firstPrice();
    const wanted = this.wanted();
    const isKnown = Boolean(session.account.value);
    // What is not taken is not worth asking for.
    this.quoter.want(isKnown && !["paused", "halted", "auction"].includes(this.closedWhy() ?? "") ? wanted : null);
    this.refreshQuote();
    this.entry = settled(this.entry, this.context());
    const context = this.context();
    const preview = this.previewNow();
    const faults = faultsOf(this.entry, context);
    const warnings = faults.length > 0 ? [] : this.weighed(preview);
    this.element.dataset["side"] = this.entry.side;
    this.sides.show(this.entry.side);
    this.types.show(this.entry.type);
    this.advanced.show(this.entry, this.entry.type);
    this.renderFields(faults, context);
    this.renderBalance();
    fill(this.warnings, ...warnings.map((warning) => el("li", {}, warningText(warning, this.entry, this.input))));
    this.warnings.hidden = warnings.length === 0;
    this.renderClosed();
    this.renderAction(faults, context);
    this.renderStatus();
    const quoted = this.quoter.observable.value;
    const isAsking = isKnown && wanted !== null && quoted.state === "asking";
    const stop = this.entry.type === "stop-limit" ? numberIn(this.entry, "stop", context) : null;
    const note = quoted.state === "failed" && isKnown && wanted !== null ? quoted.failure.explanation
      : isAsking && preview === null ? t("order.asking")
        : this.entry.type === "pair" && preview !== null ? t("order.pair.profit")
          : stop !== null && preview !== null ? t("order.happens.stop", { stop: priceText(stop, this.input) }) : "";
    this.preview.show(preview, isAsking, note);
    this.renderPair(preview, context);
    if (store.connection.value.state === "lost") this.element.dataset["stale"] = "";
    else delete this.element.dataset["stale"];
  }

  /** A pair says what it is, has its fields in the order of its sentence, and shows what its stop would do. */
  private renderPair(preview: Preview | null, context: EntryContext): void {
    const { side, type } = this.entry;
    const isPair = type === "pair";
    this.pairNote.hidden = !isPair;
    const { price: limit, stop: reached } = this.fields;
    const isBehind = limit.element.nextElementSibling === reached.element;
    if (isPair !== isBehind) limit.element.insertAdjacentElement(isPair ? "afterend" : "beforebegin", reached.element);
    this.stopPreview.element.hidden = !isPair;
    if (!isPair) return;
    setText(this.pairNote, t(side === "sell" ? "order.pair.sell" : "order.pair.buy"));
    const [amount, stop, price] = (["amount", "stop", "stopPrice"] as const).map((part) => numberIn(this.entry, part, context));
    const isKnown = preview !== null && amount && stop && price;
    // What a stop sets off meets others as soon as it is there, which costs the higher fee.
    const taken = isKnown ? waitingAt(side, price, amount, { maker: preview.takerRate, taker: preview.takerRate }) : null;
    this.stopPreview.show(taken, false, isKnown ? t("order.pair.loss", { stop: priceText(stop, this.input) }) : t("order.pair.noStop"));
  }

  /** The form begins with the last price, which a touch or a key replaces. */
  private firstPrice(): void {
    if (this.hasPrice) return;
    const last = decimalOf(this.input.context.store.tickers.value.get(this.input.market.name)?.last);
    if (last === null) return;
    this.hasPrice = true;
    if (this.entry.texts.price === "" && !this.entry.isPriceDerived) this.entry = chosenFor(this.entry, "price", last, this.context());
  }

  /** Asks again for what is shown when the best prices or the balance have moved, now and then. */
  private refreshQuote(): void {
    const best = [this.bestPrice("bid"), this.bestPrice("ask"), this.available(this.entry.side)].map((value) => value?.text ?? "").join(" ");
    if (best === this.quotedBest || this.quoteTimer !== undefined) return;
    const wait = this.quotedAt + betweenQuotes - performance.now();
    if (wait > 0) {
      this.quoteTimer = window.setTimeout(() => {
        this.quoteTimer = undefined;
        this.refreshQuote();
      }, wait);
      return;
    }
    [this.quotedBest, this.quotedAt] = [best, performance.now()];
    this.quoter.refresh();
  }

  private renderFields(faults: readonly Fault[], context: EntryContext): void {
    const parts = partsOf(this.entry);
    const ways = {
      choose: (part: Part, value: Decimal) => this.edit(chosenFor(this.entry, part, value, this.context())),
      chooseAll: () => this.takeShare(Decimal.of(100n)),
    };
    for (const [part, field] of Object.entries(this.fields) as [Part, NumberField][]) {
      field.element.hidden = !parts.includes(part);
      field.write(this.entry.texts[part]);
      const fault = faults.find((each) => each.part === part);
      // What is missing is said at a press alone, and what is wrong once the field was left, or another follows from it.
      if (fault !== undefined && (this.left.has(part) || (fault.kind === "short" && document.activeElement !== field.input))) {
        field.blame(...faultText(fault, this.entry, this.input, context, ways));
        continue;
      }
      const found = understoodPart(this.entry, part, context);
      const { base, quote } = this.input;
      field.say(understanding(this.entry.texts[part], found, (part === "amount" ? base : quote).name));
    }
  }

  private renderBalance(): void {
    const { side } = this.entry;
    const available = this.available(side);
    const asset = side === "buy" ? this.input.quote : this.input.base;
    setText(this.balance, available === null ? "–" : ownInSentence(available, asset));
    this.share.show(shareOf(this.entry, this.context()), available !== null && !available.isZero);
  }

  private renderClosed(): void {
    const why = this.closedWhy();
    const { store } = this.input.context;
    const isOld = !navigator.onLine || ["lost", "slow"].includes(store.connection.value.state);
    const phase = phaseNow(store, this.input.feed, this.input.market);
    const text = why !== null ? t(`order.closed.${why}`) : phase.kind === "auction" ? t("order.auction", { time: soonOrMoment(phase.until) })
      : isOld ? t("order.closed.old") : "";
    setText(this.closed, text);
    this.closed.hidden = text === "";
  }

  private renderAction(faults: readonly Fault[], context: EntryContext): void {
    const { session } = this.input.context;
    const { market } = this.input;
    const sentence = sentenceOf(this.entry, this.input, context);
    if (session.account.observable.value.state === "ready" && session.account.value === null) {
      const number = (part: Part): string | undefined => numberIn(this.entry, part, context)?.text;
      const order = { side: this.entry.side, type: this.entry.type, price: number("price"), stop: number("stop"), stopPrice: number("stopPrice"), amount: number("amount") };
      const said = Object.fromEntries(Object.entries(order).filter(([, value]) => value !== undefined)) as unknown as MarketOrder;
      const link = el("a", { class: "button order-submit", href: signInAddress() }, t("order.signIn", { order: sentence }));
      // Who comes back finds what they typed.
      link.addEventListener("click", () => {
        history.replaceState(null, "", repeatAddress(market.name, said));
        link.href = signInAddress();
      });
      return this.fillAction(`signIn ${sentence}`, link, el("p", { class: "quiet" }, t("order.signIn.note")));
    }
    const available = this.available(this.entry.side);
    const asset = this.entry.side === "buy" ? this.input.quote : this.input.base;
    if (available?.isZero === true && asset.kind !== "points" && this.sender.observable.value.state === "idle") {
      const link = el("a", { class: "button order-submit", href: addressOf("deposit", asset.name) }, t("order.deposit", { asset: asset.name }));
      return this.fillAction(`deposit ${asset.name}`, link, el("p", { class: "quiet" }, t("order.deposit.note", { asset: asset.name })));
    }
    const { state } = this.sender.observable.value;
    const isArmed = this.armedAt !== null && this.armedFor === this.reasonToAsk();
    if (!isArmed) this.armedAt = null;
    const text = state === "sending" ? t("order.sending") : state === "asking" ? t("order.unknown")
      : isArmed ? t("order.again", { order: sentence }) : sentence;
    setText(this.submit, text);
    this.submit.classList.toggle("is-armed", isArmed);
    const isIdle = state !== "sending" && state !== "asking" && this.closedWhy() === null;
    this.submit.setAttribute("aria-disabled", String(!isIdle));
    this.submit.toggleAttribute("data-incomplete", faults.length > 0);
    this.fillAction("submit", this.submit);
  }

  private shownAction = "";

  /** Puts the button or link there, unless it is there already: a focus on it must not be lost. */
  private fillAction(name: string, action: HTMLElement, note?: HTMLElement): void {
    if (this.shownAction === name) return;
    this.shownAction = name;
    fill(this.action, action);
    fill(this.actionNote, note);
  }

  private renderStatus(): void {
    const now = this.sender.observable.value;
    switch (now.state) {
      case "idle": return this.armedAt === null ? this.status.say("plain", this.hint) : this.status.say("wait", t("order.again.note"));
      case "sending": return this.status.say("wait", t("order.sending.note"));
      case "asking": return this.status.say("wait", t("order.unknown.note"));
      case "absent": {
        const again = el("button", { type: "button", class: "way-out", onclick: () => void this.sender.again() }, t("order.absent.again"));
        return this.status.say("bad", t("order.absent"), again);
      }
      case "done": return this.status.say("ok", outcomeOf(now.order, this.input));
      case "refused": {
        const { text, link } = refusalOf(now.failure);
        return this.status.say("bad", text, link && el("a", { class: "way-out", href: link.href }, link.label));
      }
    }
  }
}

function decimalOf(text: string | undefined): Decimal | null {
  return text === undefined ? null : Decimal.parse(text);
}
