import { el, fill, setText } from "../../dom";
import { t } from "../../i18n";
import { isFresh } from "../live/connection";
import { painted } from "../live/paint";
import { Decimal } from "../../numbers/decimal";
import { ownInSentence } from "../numbers/format";
import { soonOrMoment } from "../numbers/instants";
import { type OrderField, orderField } from "../numbers/orderfield";
import { understanding } from "../numbers/words";
import { settings } from "../settings/settings";
import { OrderAction } from "./formaction";
import { advancedPart, shareSlider, sideTabs, statusLine, typeTabs } from "./formparts";
import { previewPart } from "./formpreview";
import type { TradeInput } from "./input";
import { untilFault } from "./lasting";
import {
  afterSuccess, chosenFor, emptyEntry, type EntryContext, numberIn, type OrderEntry, type Part, settled, shareOf, stepped,
  typedInto, understoodPart, withShare, withSide, withType, type Worked,
} from "./orderentry";
import { type Fault, faultsOf, pairOf, partsOf, requestOf } from "./orderfaults";
import { decimalOf, OrderGround } from "./orderground";
import { faultText, outcomeOf, priceText, refusalOf, warningText } from "./orderwords";
import type { Warning } from "./orderwarnings";
import { post, quotes } from "./post";
import { type Preview, waitingAt } from "./preview";
import { Quoter } from "./quoting";
import { repeatedIn } from "./repeat";
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
  private readonly fields: Record<Part, OrderField>;
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
  private readonly ground: OrderGround;
  private readonly action: OrderAction;

  constructor(private readonly input: TradeInput) {
    const { scope, context, feed, draft } = input;
    this.entry = emptyEntry("buy");
    this.ground = new OrderGround(input);
    this.action = new OrderAction(input);
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
      this.advanced.element, this.closed, this.warnings, this.action.element, this.action.note, this.status.element, this.preview.element,
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

  private field(part: Part, label: string, unit: string): OrderField {
    const aside = part === "price" ? this.priceButtons() : undefined;
    return orderField({
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
      const price = this.ground.bestPrice(kind, this.entry.side);
      if (price !== null) this.edit(chosenFor(this.entry, "price", price, this.context()));
    };
    const button = (kind: "bid" | "middle" | "ask", text: string): HTMLElement =>
      el("button", { type: "button", class: "price-choice", "data-price": kind, onclick: choose(kind) }, text);
    return el(
      "div", { class: "price-choices", role: "group", "aria-label": t("order.price.choose") },
      button("bid", t("order.bid")), button("middle", t("order.middle")), button("ask", t("order.ask")),
    );
  }

  private context(): EntryContext {
    return this.ground.context(this.worked());
  }

  /** What an order without a limit comes to, as far as it is known for just what is typed. */
  private worked(): Worked | null {
    if (this.entry.type !== "market") return null;
    const shown = this.previewNow();
    if (shown === null) return null;
    return { amount: shown.order, total: shown.side === "buy" ? shown.gives : shown.receives.plus(shown.fee) };
  }

  private previewNow(): Preview | null {
    return this.ground.preview(this.entry, this.quoter);
  }

  private weighed(preview: Preview | null): Warning[] {
    return this.ground.weighed(this.entry, preview, this.context());
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

  /** Sends the order, or says what keeps it; an unusual one at the second press. */
  private press(): void {
    if (this.sender.isBusy || this.ground.closedWhy(this.entry) !== null || !this.input.context.session.account.value) return;
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
    const wanted = this.ground.wanted(this.entry);
    const isKnown = Boolean(session.account.value);
    // What is not taken is not worth asking for.
    this.quoter.want(isKnown && !["paused", "halted", "auction"].includes(this.ground.closedWhy(this.entry) ?? "") ? wanted : null);
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
    this.renderAction(faults.length > 0, context);
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
    if (!isPair) return this.stopPreview.element.remove();
    if (this.stopPreview.element.parentElement === null) this.preview.element.after(this.stopPreview.element);
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
    const { side } = this.entry;
    const best = [this.ground.bestPrice("bid", side), this.ground.bestPrice("ask", side), this.ground.available(side)].map((value) => value?.text ?? "").join(" ");
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
    for (const [part, field] of Object.entries(this.fields) as [Part, OrderField][]) {
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
    const available = this.ground.available(side);
    const asset = side === "buy" ? this.input.quote : this.input.base;
    setText(this.balance, available === null ? "–" : ownInSentence(available, asset));
    this.share.show(shareOf(this.entry, this.context()), available !== null && !available.isZero);
  }

  private renderClosed(): void {
    const why = this.ground.closedWhy(this.entry);
    const { store } = this.input.context;
    const isOld = !navigator.onLine || ["lost", "slow"].includes(store.connection.value.state);
    const { phase } = this.ground;
    const text = why !== null ? t(`order.closed.${why}`) : phase.kind === "auction" ? t("order.auction", { time: soonOrMoment(phase.until) })
      : isOld ? t("order.closed.old") : "";
    setText(this.closed, text);
    this.closed.hidden = text === "";
  }

  private renderAction(isIncomplete: boolean, context: EntryContext): void {
    const isArmed = this.armedAt !== null && this.armedFor === this.reasonToAsk();
    if (!isArmed) this.armedAt = null;
    const { state } = this.sender.observable.value;
    const isClosed = this.ground.closedWhy(this.entry) !== null;
    this.action.show(this.entry, context, { state, isArmed, isIncomplete, isClosed }, this.ground.available(this.entry.side));
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
