import * as api from "../../api";
import type { MarketAmendment, MarketOrder } from "../../api";
import { ask, Failure } from "../../client";
import { el, setText } from "../../dom";
import { t } from "../../i18n";
import { Decimal } from "../../numbers/decimal";
import { fieldText, numberSigns } from "../numbers/format";
import { type OrderField, orderField } from "../numbers/orderfield";
import { understand } from "../../numbers/typing";
import { understanding, writingFault } from "../numbers/words";
import { type AmendFault, amendingOf } from "./amending";
import type { Steps } from "./orderentry";
import { priceText, refusalOf, type Spoken } from "./orderwords";
import { exactAmount } from "../numbers/format";
import { newKey } from "./post";

/** How the change of an order ended. */
export interface AmendEnd {
  /** Null when it was given up. */
  amendment: MarketAmendment | null;
}

/** Fields that change an open order in place, and say whether it keeps its turn in the queue. */
export function amendForm(order: MarketOrder, spoken: Spoken, onEnd: (end: AmendEnd) => void, onFailure: (failure: Failure) => void): HTMLElement {
  const steps: Steps = {
    tick: Decimal.from(spoken.market.tick), lot: Decimal.from(spoken.market.lot), minimum: Decimal.from(spoken.market.minimum),
  };
  const texts = { price: fieldText(Decimal.from(order.price ?? "0")), amount: fieldText(Decimal.from(order.amount)) };
  let isBusy = false;
  // One change has one key, also when it is sent again because no answer came.
  let intent = { body: "", key: "" };
  const note = el("p", { class: "amend-note", role: "status" });
  const save = el("button", { type: "submit", class: "button button-primary" }, t("order.amend.save"));
  const now = (): ReturnType<typeof amendingOf> => amendingOf(order, texts.price, texts.amount, steps, numberSigns());
  const left = new Set<string>();

  const make = (part: "price" | "amount"): OrderField => {
    const unit = part === "price" ? spoken.quote.name : spoken.base.name;
    return orderField({
      name: part, label: part === "price" ? t("order.price") : t("order.amend.amount"), unit,
      onType: (text) => {
        texts[part] = text;
        left.delete(part);
        render();
      },
      onLeave: () => {
        left.add(part);
        render();
      },
      onStep: (count) => {
        const step = part === "price" ? steps.tick : steps.lot;
        const found = understand(texts[part], numberSigns(), step.scale);
        const from = found.kind === "number" ? found.value : Decimal.zero;
        const moved = (count > 0 ? from.floor(step) : from.ceiling(step)).plus(step.times(Decimal.of(BigInt(count))));
        write(part, moved.compare(step) < 0 ? step : moved);
      },
    });
  };
  const fields = { price: make("price"), amount: make("amount") };

  function write(part: "price" | "amount", value: Decimal): void {
    texts[part] = fieldText(value);
    render();
  }

  function blame(fault: AmendFault): void {
    const { part } = fault;
    const say = (value: Decimal): string => (part === "price" ? priceText(value, spoken) : exactAmount(value, spoken.base));
    const use = (value: Decimal) => ({ label: t("order.use", { value: say(value) }), run: () => write(part, value) });
    const field = fields[part];
    switch (fault.kind) {
      case "writing": return field.blame(writingFault(fault.found) ?? "", []);
      case "missing": return field.blame(part === "price" ? t("order.fault.price") : t("order.fault.amount"), []);
      case "offStep": {
        const step = say(part === "price" ? steps.tick : steps.lot);
        return field.blame(t("order.fault.step", { step }), [...(fault.below === null ? [] : [fault.below]), fault.above].map(use));
      }
      case "executed": return field.blame(t("order.amend.executed", { least: say(fault.least) }), [use(fault.least)]);
    }
  }

  function render(): void {
    const amending = now();
    for (const part of ["price", "amount"] as const) {
      fields[part].write(texts[part]);
      const unit = part === "price" ? spoken.quote.name : spoken.base.name;
      fields[part].say(understanding(texts[part], understand(texts[part], numberSigns(), (part === "price" ? steps.tick : steps.lot).scale), unit));
    }
    if (amending.kind === "fault" && left.has(amending.fault.part)) blame(amending.fault);
    const text = amending.kind === "change" ? t(amending.keepsPlace ? "order.amend.keeps" : "order.amend.loses") : t("order.amend.note");
    setText(note, text);
    save.setAttribute("aria-disabled", String(amending.kind === "same" || isBusy));
  }

  const element = el(
    "form", { class: "amend", novalidate: true, "aria-label": t("order.amend.title") },
    fields.price.element, fields.amount.element, note,
    el("div", { class: "actions" }, save, el("button", { type: "button", class: "button", onclick: () => onEnd({ amendment: null }) }, t("order.amend.leave"))),
  );
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    const amending = now();
    if (isBusy || amending.kind === "same") return;
    if (amending.kind === "fault") {
      left.add(amending.fault.part);
      render();
      fields[amending.fault.part].input.focus();
      return;
    }
    const body = JSON.stringify(amending.request);
    if (intent.body !== body) intent = { body, key: newKey() };
    isBusy = true;
    render();
    ask((options) => api.amendMarketOrder(order.id, amending.request, { ...options, key: intent.key }))
      .then((amendment) => onEnd({ amendment }))
      .catch((error: unknown) => {
        isBusy = false;
        render();
        const failure = Failure.from(error);
        setText(note, refusalOf(failure).text);
        onFailure(failure);
      });
  });
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") onEnd({ amendment: null });
  });
  render();
  return element;
}
