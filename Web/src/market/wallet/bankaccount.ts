import * as api from "../../api";
import type { MarketBankAccountDraft, MarketBankAccountKind } from "../../api";
import { ask, type Failure } from "../../client";
import { el, uniqueId } from "../../dom";
import { locale, t } from "../../i18n";
import { formDialog } from "../../ui/dialog";
import { type Field, field } from "../../ui/field";
import { select } from "../../ui/menu";
import type { MarketContext } from "../context";
import { confirmed } from "../owner";
import { isIBAN, usesIBAN } from "./iban";
import { checkedRUT } from "./rut";

/** Countries to choose from: Chile first, those whose money is traded, then those of the international numbers. */
const countries = (
  "CL AR BR MX PE CO UY US AD AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MT NL NO PL PT RO SE SI SK SM VA"
).split(" ");

const kinds: readonly MarketBankAccountKind[] = ["current", "sight", "savings"];

/** Asks for a bank account and adds it to the address book; true once it was taken. */
export async function askBankAccount(context: MarketContext): Promise<boolean> {
  const line = (name: string, most = 60): HTMLInputElement =>
    el("input", { id: uniqueId(name), name, type: "text", maxlength: most, autocomplete: "off", spellcheck: "false" });
  const [name, holder, bank, number, tax] = [line("label"), line("holder"), line("bank"), line("number", 44), line("tax", 14)];
  const fields = {
    name: field(t("wallet.book.name"), name, t("wallet.book.nameHint")), holder: field(t("wallet.account.holder"), holder, ""),
    bank: field(t("wallet.account.bank"), bank, ""), number: field(t("wallet.account.number"), number, ""),
    taxNumber: field(t("wallet.account.rut"), tax, t("wallet.account.rutHint")),
  };
  const names = new Intl.DisplayNames([locale()], { type: "region" });
  const country = select(t("wallet.account.country"), countries.map((code) => ({ value: code, label: names.of(code) ?? code })), "CL", follow);
  const kind = select(t("wallet.account.kind"), kinds.map((value) => ({ value, label: t(`wallet.account.${value}`) })), "current");
  const numberLabel = fields.number.element.querySelector("label");
  function follow(): void {
    fields.taxNumber.element.hidden = country.input.value !== "CL";
    if (numberLabel !== null) numberLabel.textContent = usesIBAN(country.input.value) ? "IBAN" : t("wallet.account.number");
  }
  follow();
  // What is right is written as everybody writes it; what is not is told when the form is sent.
  tax.addEventListener("blur", () => (tax.value = checkedRUT(tax.value) ?? tax.value));
  return formDialog({
    title: t("wallet.book.addBank"), text: t("wallet.book.day"), action: t("wallet.book.add"),
    fields: [
      fields.name.element, country.element, fields.holder.element, fields.taxNumber.element, fields.bank.element, kind.element, fields.number.element,
    ],
    read: () => {
      for (const one of Object.values(fields)) one.forgive();
      const isChilean = country.input.value === "CL";
      const rut = checkedRUT(tax.value);
      const faults: (readonly [Field, string, boolean])[] = [
        [fields.name, t("wallet.book.nameMissing"), name.value.trim() === ""],
        [fields.holder, t("wallet.account.holderMissing"), holder.value.trim() === ""],
        [fields.taxNumber, t("wallet.account.rutWrong"), isChilean && rut === null],
        [fields.bank, t("wallet.account.bankMissing"), bank.value.trim() === ""],
        [fields.number, t("wallet.account.numberMissing"), number.value.trim() === ""],
        [fields.number, t("wallet.account.ibanWrong"), usesIBAN(country.input.value) && !isIBAN(number.value, country.input.value)],
      ];
      const first = faults.find(([, , isWrong]) => isWrong);
      if (first !== undefined) {
        first[0].blame(first[1]);
        return null;
      }
      const draft: MarketBankAccountDraft = {
        name: name.value.trim(), country: country.input.value, holder: holder.value.trim(), bank: bank.value.trim(),
        type: kind.input.value as MarketBankAccountKind, number: number.value.trim(), ...(isChilean && rut !== null ? { taxNumber: rut } : {}),
      };
      return () => confirmed(context, () => ask((options) => api.addMarketBankAccount(draft, options)));
    },
    explain: (failure) => explained(failure, fields),
    onEnded: (failure) => context.report(failure),
  });
}

/** Says beside its field what the server does not take. */
function explained(failure: Failure, fields: Record<"name" | "holder" | "bank" | "number" | "taxNumber", Field>): boolean {
  if (failure.code === "market.name_taken") {
    fields.name.blame(failure.explanation);
    return true;
  }
  const path = failure.faults[0]?.path.replace("$.", "");
  if (path === undefined || !(path in fields)) return false;
  fields[path as keyof typeof fields].blame(failure.explanation);
  return true;
}
