import type { AlertDirection, Market, MarketAsset } from "../../api";
import { el, setText, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { formDialog } from "../../ui/dialog";
import { field } from "../../ui/field";
import { segmented } from "../../ui/menu";
import type { MarketContext } from "../context";
import { Decimal } from "../../numbers/decimal";
import { change, exactFigure, numberSigns } from "../numbers/format";
import { typedText, understand } from "../../numbers/typing";
import { directionTo, distanceTo, presentPrice } from "./direction";
import { alertsOf } from "./known";

/** What an alert is asked for with. */
export interface AlertQuestion {
  context: MarketContext;
  market: Market;
  quote: MarketAsset;
  /** The price that was pointed at; without one the field is empty. */
  price?: Decimal;
}

/** Asks for a price to be told of, and makes the alert; true once it is there. */
export async function askForAlert({ context, market, quote, price }: AlertQuestion): Promise<boolean> {
  const tick = Decimal.from(market.tick);
  const present = presentPrice(context.store.tickers.value.get(market.name));
  const input = el("input", {
    id: uniqueId("alert-price"), type: "text", inputmode: "decimal", autocomplete: "off", maxlength: 64,
    value: price === undefined ? "" : typedText(price, numberSigns()),
  });
  const place = field(t("chart.alert.price", { quote: quote.name }), input, "");
  const meaning = el("p", { class: "quiet", role: "status" });
  let chosen: AlertDirection = "above";
  // With no price to compare with, only the reader knows from which side it is to come.
  const side = segmented(
    t("chart.alert.side"), [{ value: "above", label: t("chart.alert.above") }, { value: "below", label: t("chart.alert.below") }],
    chosen, (value) => (chosen = value),
  );
  const steps = el("div", { class: "actions", hidden: true });

  /** The price as it is understood, or what is wrong with it. */
  const read = (): Decimal | string => {
    const understood = understand(input.value, numberSigns(), tick.scale);
    if (understood.kind !== "number") return understood.kind === "empty" ? t("chart.alert.missing") : t("chart.alert.unclear");
    const { value } = understood;
    if (value.isZero) return t("chart.alert.missing");
    if (!value.floor(tick).equals(value)) return t("chart.alert.step", { tick: exactFigure(tick) });
    if (present !== null && value.equals(present)) return t("chart.alert.present");
    return value;
  };
  const explain = (): void => {
    place.forgive();
    const value = read();
    if (typeof value === "string") {
      setText(meaning, present === null ? "" : t("chart.alert.now", { price: `${exactFigure(present)} ${quote.name}` }));
      offerSteps();
      return;
    }
    steps.hidden = true;
    const distance = distanceTo(value, present);
    const said = { price: `${exactFigure(value)} ${quote.name}`, distance: distance === null ? "" : change(distance) };
    const direction = directionTo(value, present);
    setText(meaning, direction === null ? said.price : t(direction === "above" ? "chart.alert.meaning.above" : "chart.alert.meaning.below", said));
  };
  /** Of a price between two steps, both are offered; none is taken for the reader. */
  const offerSteps = (): void => {
    steps.hidden = true;
    steps.replaceChildren();
    const understood = understand(input.value, numberSigns(), tick.scale);
    if (understood.kind !== "number" || understood.value.isZero) return;
    const { value } = understood;
    const nearest = [value.floor(tick), value.ceiling(tick)].filter((each) => !each.isZero && !each.equals(value));
    for (const each of nearest) {
      const take = (): void => {
        input.value = typedText(each, numberSigns());
        explain();
        input.focus();
      };
      steps.append(el("button", { type: "button", class: "button", onclick: take }, exactFigure(each)));
      steps.hidden = false;
    }
  };
  input.addEventListener("input", explain);
  explain();
  return formDialog({
    title: t("chart.alert.title", { market: market.name }), text: t("chart.alert.once"), action: t("chart.alert.make"),
    fields: [place.element, steps, meaning, present === null && side],
    read: () => {
      const value = read();
      if (typeof value === "string") {
        place.blame(value);
        return null;
      }
      const direction = directionTo(value, present) ?? chosen;
      return async () => {
        await alertsOf(context).add({ market: market.name, direction, price: value.text });
        context.toasts.show({ icon: "bell", text: t(direction === "above" ? "chart.alert.made.above" : "chart.alert.made.below", { market: market.name, price: `${exactFigure(value)} ${quote.name}` }) });
      };
    },
    onEnded: (failure) => context.report(failure),
  });
}
