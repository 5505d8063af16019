import type { MarketAsset } from "../../api";
import { type Child, el, setText, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { type Cleanup, Observable } from "../../observable";
import { field } from "../../ui/field";
import { Decimal } from "../../numbers/decimal";
import { fieldText, numberSigns, placesIn } from "../numbers/format";
import { understand } from "../../numbers/typing";
import { preciseAmount } from "./money";

/** A field for an amount of money, and what is understood of it beside it. */
export interface AmountField {
  element: HTMLElement;
  input: HTMLInputElement;
  /** What was understood; null while there is no amount. */
  readonly value: Observable<Decimal | null>;
  /** The amount, or null when there is none above zero that the asset can have: then it is said beside the field. */
  read: () => Decimal | null;
  set: (value: Decimal | null) => void;
  blame: (text: string) => void;
  forgive: () => void;
  /** What the amount is of; the text stays. */
  setAsset: (asset: MarketAsset) => void;
  watch: (listener: (value: Decimal | null) => void) => Cleanup;
}

/** A field for an amount of an asset: comma or point, by one rule; what is understood is said in words. */
export function amountField(label: string, first: MarketAsset, hint: string, ...after: Child[]): AmountField {
  let asset = first;
  const value = new Observable<Decimal | null>(null);
  const input = el("input", {
    id: uniqueId("amount"), type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false", maxlength: 64, class: "amount-input figures",
  });
  const unit = el("span", { class: "amount-unit" }, asset.name);
  const line = el("div", { class: "amount-line" }, input, unit, ...after);
  const one = field(label, input, hint, line);
  const heard = el("p", { class: "amount-heard", id: uniqueId("heard"), "aria-live": "polite" });
  input.setAttribute("aria-describedby", `${input.getAttribute("aria-describedby") ?? ""} ${heard.id}`);
  line.after(heard);

  function understood(): { value: Decimal | null; fault: string } {
    const found = understand(input.value, numberSigns(), placesIn(asset));
    if (found.kind === "empty") return { value: null, fault: "" };
    if (found.kind === "foreign") return { value: null, fault: t("wallet.amount.foreign", { character: found.character }) };
    if (found.kind !== "number") return { value: null, fault: t("wallet.amount.unclear") };
    if (found.value.scale > asset.exponent) return { value: null, fault: t("wallet.amount.fine", { asset: asset.name, places: asset.exponent }) };
    return { value: found.value, fault: "" };
  }

  function follow(): void {
    one.forgive();
    const found = understood();
    setText(heard, found.fault !== "" ? found.fault : found.value === null ? "" : `= ${preciseAmount(found.value, asset)}`);
    heard.classList.toggle("is-fault", found.fault !== "");
    value.set(found.value);
  }
  input.addEventListener("input", follow);
  return {
    element: one.element, input, value, forgive: one.forgive, blame: one.blame,
    read: () => {
      one.forgive();
      const found = understood();
      if (found.value !== null && !found.value.isZero && !found.value.isNegative) return found.value;
      one.blame(found.fault === "" ? t("wallet.amount.missing") : found.fault);
      return null;
    },
    set: (amount) => {
      input.value = amount === null ? "" : fieldText(amount);
      follow();
    },
    setAsset: (next) => {
      asset = next;
      setText(unit, asset.name);
      follow();
    },
    watch: (listener) => value.subscribe(listener),
  };
}
