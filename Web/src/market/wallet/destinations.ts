import * as api from "../../api";
import type { MarketAddressBook, MarketDestination } from "../../api";
import { ask } from "../../client";
import { el, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { Resource } from "../../remote";
import { notice } from "../../ui/banner";
import { button, iconButton, working } from "../../ui/button";
import { confirmed as meant, formDialog } from "../../ui/dialog";
import { field } from "../../ui/field";
import { mark, row } from "../../ui/list";
import { select } from "../../ui/menu";
import { section } from "../../ui/section";
import { emptyState, remote } from "../../ui/states";
import { moment } from "../numbers/instants";
import { confirmed } from "../owner";
import { signedIn } from "../signedin";
import type { View, ViewInput } from "../view";
import { askBankAccount } from "./bankaccount";
import { placeLine } from "./destinationwords";
import { subpage } from "./subpage";

/** Where the reader sends money: each place with a name, a new one from the next day on. */
export const destinationsView: View = (input) =>
  subpage("destinations", t("wallet.destinations"), "wallet", signedIn(input, t("wallet.sign"), () => content(input)));

function content({ context, scope }: ViewInput): HTMLElement[] {
  const book = new Resource<MarketAddressBook>(() => ask(api.marketAddressBook));
  const place = remote(scope, book, shown);
  void book.load();

  function shown(found: MarketAddressBook): HTMLElement {
    const list = found.destinations.length === 0
      ? emptyState("list", t("wallet.book.empty"), t("wallet.book.empty.text"))
      : el("ul", { class: "rows", "aria-label": t("wallet.destinations") }, ...found.destinations.map(entry));
    const bank = button("primary", "bank", t("wallet.book.addBank"), () => void add(() => askBankAccount(context)));
    const address = button("plain", "plus", t("wallet.book.addAddress"), () => void add(askAddress));
    return el(
      "div", { class: "wallet-body" },
      el("p", { class: "quiet" }, t("wallet.book.text")), list, el("div", { class: "actions" }, bank, address), rule(found),
    );
  }

  function entry(one: MarketDestination): HTMLElement {
    const isWaiting = Date.parse(one.usableAt) > Date.now();
    return row({ "data-destination": one.id, "data-waits": String(isWaiting) }, {
      picture: mark(isWaiting ? "through" : "near", one.bankAccount === undefined ? "code" : "bank"), title: one.name,
      tag: isWaiting ? t("wallet.book.waits") : "",
      notes: [placeLine(one), isWaiting ? t("wallet.book.usable", { time: moment(new Date(one.usableAt)) }) : ""],
      actions: [iconButton("trash", t("wallet.book.remove", { name: one.name }), () => void remove(one))],
    });
  }

  async function add(asked: () => Promise<boolean>): Promise<void> {
    if (!(await asked())) return;
    context.toasts.show({ key: "book", text: t("wallet.book.added") });
    await book.load();
  }

  async function remove(one: MarketDestination): Promise<void> {
    if (!(await meant(t("wallet.book.remove", { name: one.name }), t("wallet.book.removeText"), t("wallet.book.removeIt"), true))) return;
    try {
      await confirmed(context, () => ask((options) => api.removeMarketDestination(one.id, options)));
      context.toasts.show({ key: "book", text: t("wallet.book.removed", { name: one.name }) });
    } catch (error) {
      context.report(error);
    }
    await book.load();
    place.querySelector<HTMLElement>("button")?.focus();
  }

  async function askAddress(): Promise<boolean> {
    const name = el("input", { id: uniqueId("name"), type: "text", maxlength: 60, autocomplete: "off" });
    const address = el("input", { id: uniqueId("address"), type: "text", maxlength: 200, autocomplete: "off", spellcheck: "false", autocapitalize: "none" });
    const [nameField, addressField] = [field(t("wallet.book.name"), name, t("wallet.book.nameHint")), field(t("wallet.book.address"), address, t("wallet.book.addressHint"))];
    const assets = (context.store.assets.value ?? []).map((asset) => ({ value: asset.name, label: `${asset.name} · ${asset.title}` }));
    const asset = select(t("wallet.asset"), assets, assets.find(({ value }) => value === "BTC")?.value ?? assets[0]?.value ?? "");
    return formDialog({
      title: t("wallet.book.addAddress"), text: t("wallet.book.day"), action: t("wallet.book.add"), fields: [nameField.element, asset.element, addressField.element],
      read: () => {
        nameField.forgive();
        addressField.forgive();
        const draft = { name: name.value.trim(), asset: asset.input.value, address: address.value.replace(/\s/g, "") };
        if (draft.name === "") nameField.blame(t("wallet.book.nameMissing"));
        else if (draft.address === "") addressField.blame(t("wallet.book.addressMissing"));
        else return () => confirmed(context, () => ask((options) => api.addMarketAddress(draft, options)));
        return null;
      },
      explain: (failure) => {
        if (failure.code === "market.name_taken") nameField.blame(failure.explanation);
        else if (failure.code === "market.invalid_text") addressField.blame(failure.explanation);
        else return false;
        return true;
      },
      onEnded: (failure) => context.report(failure),
    });
  }

  /** Whether money may go nowhere else, which holds at once and ends a day after it was asked to. */
  function rule({ isOnly, opensAt }: MarketAddressBook): HTMLElement {
    const isEnding = isOnly && opensAt !== undefined;
    const change: HTMLButtonElement = button("plain", isOnly && !isEnding ? "undo" : "lock", isOnly && !isEnding ? t("wallet.rule.end") : t("wallet.rule.begin"), () =>
      working(change, async () => {
        const wanted = !isOnly || isEnding;
        if (!wanted && !(await meant(t("wallet.rule.end"), t("wallet.rule.endText"), t("wallet.rule.end")))) return;
        try {
          book.set(await confirmed(context, () => ask((options) => api.setMarketAddressBookRule({ isOnly: wanted }, options))));
        } catch (error) {
          context.report(error);
        }
      }));
    return section(
      "ruled", t("wallet.rule"), el("p", { class: "quiet" }, t("wallet.rule.text")),
      isEnding ? notice("clock", t("wallet.rule.ends", { time: moment(new Date(opensAt)) }), "warn")
        : isOnly ? notice("lock", t("wallet.rule.holds")) : null,
      change,
    );
  }
  return [place];
}
