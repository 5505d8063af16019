import * as api from "../../api";
import type { MarketAddressBook, MarketAsset, MarketMoneyDraft, MarketWithdrawalTerms } from "../../api";
import { ask } from "../../client";
import { type Child, el, fill, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { Resource } from "../../remote";
import { notice } from "../../ui/banner";
import { linkButton } from "../../ui/button";
import { field } from "../../ui/field";
import { select } from "../../ui/menu";
import { section } from "../../ui/section";
import { remote } from "../../ui/states";
import { addressOf } from "../address";
import { Decimal } from "../../numbers/decimal";
import { moment } from "../numbers/instants";
import { Intent } from "../intent";
import { consented } from "../owner";
import { signedIn } from "../signedin";
import type { View, ViewInput } from "../view";
import { amountField } from "./amountfield";
import { forAsset } from "./assetchoice";
import { placeLine } from "./destinationwords";
import { preciseAmount } from "./money";
import { requestsPart } from "./requests";
import { subpage } from "./subpage";

/** How money goes: to a place of the address book, or to one in words where that is allowed. */
export const withdrawView: View = (input) =>
  subpage("withdraw", t("wallet.withdraw.title"), "wallet", signedIn(input, t("wallet.sign"), () => content(input)));

/** What has to be known before money of an asset can leave. */
interface Known {
  terms: MarketWithdrawalTerms;
  book: MarketAddressBook;
}

function content(input: ViewInput): HTMLElement[] {
  const requests = requestsPart(input, "withdrawal");
  const ways = forAsset(input, (asset, place) => {
    const known = new Resource<Known>(async () => {
      const [terms, book] = await Promise.all([ask((options) => api.marketWithdrawalTerms(asset.name, options)), ask(api.marketAddressBook)]);
      return { terms, book };
    });
    void known.load();
    fill(place, remote(input.scope, known, (found) => withdrawal(input, asset, found, async () => {
      await known.load();
      await requests.showNewest();
    })));
  });
  return [ways, requests.element];
}

/** Words of the place that is no entry of the book. */
const elsewhere = "";

function withdrawal(input: ViewInput, asset: MarketAsset, { terms, book }: Known, done: () => Promise<void>): HTMLElement {
  const [fee, least, most] = [Decimal.from(terms.fee), Decimal.from(terms.least), Decimal.from(terms.most)];
  const step = Decimal.from(terms.step);
  const fitting = book.destinations.filter((one) =>
    one.asset === undefined ? asset.kind === "currency" : one.asset === asset.name);
  const usable = fitting.filter((one) => Date.parse(one.usableAt) <= Date.now());
  const waiting = fitting.filter((one) => !usable.includes(one));
  const isOnly = book.isOnly;
  const bookLink = linkButton("plain", addressOf("destinations"), t("wallet.withdraw.book"));
  const facts = limits(asset, terms);
  const notes = waiting.map((one) =>
    notice("clock", t("wallet.withdraw.waits", { name: one.name, time: moment(new Date(one.usableAt)) })));
  if (most.isZero || usable.length === 0 && isOnly) {
    const why = most.isZero ? t("wallet.withdraw.nothing", { asset: asset.name }) : t("wallet.withdraw.noPlace");
    const way = most.isZero ? linkButton("primary", addressOf("deposit", asset.name), t("wallet.deposit")) : bookLink;
    return section("open", t("wallet.withdraw.of", { asset: asset.name }), el("p", {}, why), ...notes, way, facts);
  }
  return section("open", t("wallet.withdraw.of", { asset: asset.name }), ...notes, form(), bookLink, facts);

  function form(): HTMLElement {
    const intent = new Intent();
    const all = el("button", { type: "button", class: "button-text", onclick: () => amount.set(most) }, t("wallet.withdraw.all"));
    const amount = amountField(t("wallet.amount"), asset, t("wallet.withdraw.most", { amount: preciseAmount(most, asset) }), all);
    const words = el("input", { id: uniqueId("place"), type: "text", maxlength: 210, autocomplete: "off", spellcheck: "false" });
    const isMoney = asset.kind === "currency";
    const wordsField = isMoney
      ? field(t("wallet.withdraw.words"), words, t("wallet.withdraw.wordsHint"))
      : field(t("wallet.address.label", { asset: asset.name }), words, t("wallet.book.addressHint"));
    const choices = [
      ...usable.map((one) => ({ value: one.id, label: `${one.name} · ${placeLine(one)}` })),
      ...(isOnly ? [] : [{ value: elsewhere, label: t("wallet.withdraw.elsewhere") }]),
    ];
    const place = select(t("wallet.withdraw.to"), choices, usable[0]?.id ?? elsewhere, (id) => (wordsField.element.hidden = id !== elsewhere));
    wordsField.element.hidden = place.input.value !== elsewhere;
    const preview = el("dl", { class: "withdraw-preview figures", "aria-live": "polite" });
    const submit = el("button", { type: "submit", class: "button button-primary" }, t("wallet.withdraw.review"));
    input.scope.add(amount.watch((value) => fill(preview, ...previewed(value))));
    const element = el("form", { class: "form", novalidate: true }, place.element, wordsField.element, amount.element, preview, submit);
    element.addEventListener("submit", (event) => {
      event.preventDefault();
      void review();
    });
    return element;

    function previewed(value: Decimal | null): Child[] {
      if (value === null || value.compare(fee) <= 0) return [];
      const rows: (readonly [string, string])[] = [
        [t("wallet.withdraw.fee"), preciseAmount(fee, asset)], [t("wallet.withdraw.receive"), preciseAmount(value.minus(fee), asset)],
        [t("wallet.withdraw.held"), preciseAmount(value, asset)],
      ];
      const available = Decimal.from(input.context.store.balances.value?.get(asset.name)?.available ?? "0");
      if (available.compare(value) > 0) rows.push([t("wallet.withdraw.remains"), preciseAmount(available.minus(value), asset)]);
      return rows.map(([word, figure]) => el("div", {}, el("dt", {}, word), el("dd", {}, figure)));
    }

    /** What is wrong with an amount, in words with a way out. */
    function objection(value: Decimal): string {
      if (value.compare(most) > 0) return t("wallet.withdraw.tooMuch", { amount: preciseAmount(most, asset) });
      if (value.compare(least) < 0) return t("wallet.withdraw.tooLittle", { amount: preciseAmount(least, asset) });
      if (value.compare(fee) <= 0) return t("wallet.withdraw.onlyFee");
      const paid = value.minus(fee);
      const below = paid.floor(step);
      if (below.equals(paid)) return "";
      const [lower, upper] = [below.plus(fee), below.plus(step).plus(fee)].map((one) => preciseAmount(one, asset));
      return t("wallet.withdraw.step", { step: preciseAmount(step, asset), lower: lower ?? "", upper: upper ?? "" });
    }

    async function review(): Promise<void> {
      wordsField.forgive();
      const value = amount.read();
      if (value === null) return;
      const wrong = objection(value);
      if (wrong !== "") return amount.blame(wrong);
      const chosen = usable.find(({ id }) => id === place.input.value);
      const told = words.value.trim();
      if (chosen === undefined && told === "") return wordsField.blame(t("wallet.withdraw.wordsMissing"));
      const body: MarketMoneyDraft = {
        asset: asset.name, amount: value.text, ...(chosen === undefined ? { bankAccount: told } : { destination: chosen.id }),
      };
      const asked = await consented(
        input.context,
        {
          title: t("wallet.withdraw.confirm", { amount: preciseAmount(value, asset) }),
          facts: [
            el("dl", { class: "withdraw-preview figures" },
              el("div", {}, el("dt", {}, t("wallet.withdraw.to")), el("dd", {}, chosen === undefined ? told : `${chosen.name} · ${placeLine(chosen)}`)),
              ...previewed(value)),
            terms.proof === "passkey" && el("p", { class: "quiet" }, t("wallet.proof.passkey")),
          ],
          action: t("wallet.withdraw.send"), asksCode: terms.proof === "code",
        },
        (code) => intent.send({ ...body, ...(code === undefined ? {} : { code }) }, (options) =>
          api.requestMarketWithdrawal({ ...body, ...(code === undefined ? {} : { code }) }, options)),
      );
      if (asked === undefined) return;
      amount.set(null);
      input.context.toasts.show({ key: "request", text: t("wallet.withdraw.asked") });
      void input.context.store.balances.load();
      await done();
    }
  }
}

/** What may leave, and what it costs. */
function limits(asset: MarketAsset, terms: MarketWithdrawalTerms): HTMLElement {
  const told = (amount: string): string => preciseAmount(Decimal.from(amount), asset);
  const rows: (readonly [string, string])[] = [[t("wallet.withdraw.fee"), told(terms.fee)]];
  // Where no minimum is set, it is the smallest amount that can leave: nobody wants to read that.
  if (!Decimal.from(terms.least).equals(Decimal.from(terms.fee).plus(Decimal.from(terms.step)))) rows.push([t("wallet.withdraw.least"), told(terms.least)]);
  if (terms.dailyLimit !== undefined) {
    rows.push([t("wallet.withdraw.daily"), told(terms.dailyLimit)], [t("wallet.withdraw.used"), told(terms.used)]);
    if (terms.left !== undefined) rows.push([t("wallet.withdraw.left"), told(terms.left)]);
  }
  return el("dl", { class: "withdraw-terms figures" }, ...rows.map(([word, figure]) => el("div", {}, el("dt", {}, word), el("dd", {}, figure))));
}

