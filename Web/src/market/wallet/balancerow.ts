import type { MarketAsset } from "../../api";
import { el, setText } from "../../dom";
import { t } from "../../i18n";
import { addressOf } from "../address";
import { money, share, wholeAmount } from "./money";
import { tip } from "./tip";
import type { BalanceRow } from "./valuation";

/** A row of the balances: its text changes in place, so that nothing moves under a finger and no focus is lost. */
export interface ShownRow {
  element: HTMLElement;
  update: (row: BalanceRow, base: MarketAsset | undefined) => void;
}

/** A number with the word that says what it is. */
function cell(name: string, label: string): { element: HTMLElement; value: HTMLElement } {
  const value = el("span", { class: "balance-figure" });
  return {
    value, element: el("span", { class: `balance-cell balance-${name}` }, el("span", { class: "balance-label" }, label), " ", value),
  };
}

/** The row of an asset; all of it leads to the asset's statement. */
export function shownRow(asset: MarketAsset): ShownRow {
  const total = cell("total", t("wallet.total"));
  const available = cell("available", t("wallet.available"));
  const held = cell("held", t("wallet.held"));
  const value = cell("value", t("wallet.value"));
  const part = el("span", { class: "balance-share" });
  const bar = el("span", { class: "balance-bar", "aria-hidden": "true" }, el("span", {}));
  const path = tip();
  const deposit = el(
    "a", { class: "button-text balance-deposit", href: addressOf("deposit", asset.name), hidden: true },
    t("wallet.deposit"), el("span", { class: "hidden" }, ` ${asset.name}`),
  );
  const link = el(
    "a", { class: "balance-link", href: addressOf("wallet", asset.name) },
    el("strong", {}, asset.name), el("span", { class: "row-note" }, ` ${asset.title}`),
  );
  value.element.append(" ", el("span", { class: "balance-after" }, part, path.element));
  const element = el(
    "li", { class: "balance-row", "data-asset": asset.name },
    el("span", { class: "balance-name" }, link, bar), total.element, available.element, held.element, value.element, deposit,
  );
  return {
    element,
    update: (row, base) => {
      for (const [{ value: place }, amount] of [[total, row.total], [available, row.available], [held, row.held]] as const) {
        setText(place, money(amount, asset));
        place.title = wholeAmount(amount, asset);
      }
      setText(value.value, row.isUnpriced ? t("wallet.unpriced") : row.value === null || base === undefined ? "…" : money(row.value, base));
      setText(part, row.value === null || row.total.isZero ? "" : share(row.share));
      (bar.firstChild as HTMLElement).style.setProperty("--part", String(row.share));
      const ways = row.markets.length === 0 ? "" : t("wallet.path", { markets: row.markets.join(", ") });
      path.set(t("wallet.path.label", { asset: asset.name }), row.isUnpriced ? t("wallet.unpriced.why") : ways);
      element.classList.toggle("is-empty", row.total.isZero);
      element.classList.toggle("is-free", row.held.isZero);
      deposit.hidden = !row.total.isZero || !asset.isActive;
    },
  };
}
