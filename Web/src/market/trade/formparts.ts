import type { MarketOrderType, MarketSelfTrade, MarketSide, MarketTimeInForce } from "../../api";
import { type Child, el, fill, setText, uniqueId } from "../../dom";
import { t } from "../../i18n";
import type { Choice } from "../../ui/menu";
import { Decimal } from "../numbers/decimal";
import { numberSigns, percentage } from "../numbers/format";
import { understand } from "../numbers/typing";
import { sideName, typeName } from "./orderwords";

/** A row of buttons of which one is pressed, and can be pressed for the reader, as by a key. */
export interface Toggle<T extends string> {
  element: HTMLElement;
  show: (value: T) => void;
}

/** One of the things to choose from, and the key that chooses it. */
interface KeyedChoice<T> extends Choice<T> {
  key?: string;
}

export function toggle<T extends string>(
  className: string, label: string, choices: readonly KeyedChoice<T>[], onChange: (value: T) => void,
): Toggle<T> {
  const buttons = choices.map(({ value, label: text, key }) => {
    const keys = { "aria-keyshortcuts": key, title: key?.toUpperCase() };
    return el("button", { type: "button", class: "toggle", "data-value": value, "aria-pressed": "false", ...keys, onclick: () => onChange(value) }, text);
  });
  return {
    element: el("div", { class: className, role: "group", "aria-label": label }, ...buttons),
    show: (value) => {
      for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset["value"] === value));
    },
  };
}

export function sideTabs(onChange: (side: MarketSide) => void): Toggle<MarketSide> {
  const choices = [{ value: "buy", label: sideName("buy"), key: "b" }, { value: "sell", label: sideName("sell"), key: "s" }] as const;
  return toggle("order-sides", t("order.side"), choices, onChange);
}

export function typeTabs(onChange: (type: MarketOrderType) => void): Toggle<MarketOrderType> {
  const choices = [
    { value: "limit", label: typeName("limit"), key: "l" }, { value: "market", label: typeName("market"), key: "m" },
    { value: "stop-limit", label: typeName("stop-limit") },
  ] as const;
  return toggle("order-types", t("order.type"), choices, onChange);
}

/** The part of the balance that an order takes: a slider, its stops, and a field to type it. */
export interface ShareSlider {
  element: HTMLElement;
  /** Shows a part in per cent, or that there is none to take. */
  show: (share: number | null, isUsable: boolean) => void;
}

const stops = [25, 50, 75, 100] as const;

export function shareSlider(onChange: (share: Decimal | null) => void): ShareSlider {
  const range: HTMLInputElement = el("input", {
    type: "range", min: 0, max: 100, step: 1, value: 0, class: "share-range", "aria-label": t("order.share"),
    oninput: () => onChange(Decimal.of(BigInt(range.value))),
  });
  const typed: HTMLInputElement = el("input", {
    type: "text", inputmode: "decimal", class: "share-typed", autocomplete: "off", maxlength: 20, "aria-label": t("order.share.typed"),
    onfocus: () => typed.select(),
    oninput: () => {
      const found = understand(typed.value, numberSigns());
      const isShare = found.kind === "number" && found.value.compare(Decimal.of(100n)) <= 0 && found.value.scale <= 4;
      typed.toggleAttribute("data-wrong", !isShare && found.kind !== "empty");
      if (isShare) onChange(found.value);
    },
  });
  const buttons = stops.map((stop) =>
    el("button", { type: "button", class: "share-stop", onclick: () => onChange(Decimal.of(BigInt(stop))) }, percentage(stop / 100, 0)),
  );
  const inputs = [range, typed, ...buttons];
  return {
    element: el(
      "div", { class: "share", role: "group", "aria-label": t("order.share") },
      el("div", { class: "share-row" }, range, el("span", { class: "share-field" }, typed, el("span", { "aria-hidden": "true" }, "%"))),
      el("div", { class: "share-stops" }, ...buttons),
    ),
    show: (share, isUsable) => {
      for (const input of inputs) input.disabled = !isUsable;
      const rounded = String(Math.round(share ?? 0));
      if (document.activeElement !== range || range.value !== rounded) range.value = rounded;
      range.setAttribute("aria-valuetext", percentage((share ?? 0) / 100, 0));
      if (document.activeElement !== typed) {
        typed.value = share === null ? "" : String(Math.floor(share * 100) / 100).replace(".", numberSigns().decimal);
        typed.removeAttribute("data-wrong");
      }
    },
  };
}

/** What few need: how long the order lasts, and what it must not do. */
export interface AdvancedChoices {
  timeInForce: MarketTimeInForce;
  isPostOnly: boolean;
  selfTrade: MarketSelfTrade;
}

export interface AdvancedPart {
  element: HTMLElement;
  show: (chosen: AdvancedChoices, type: MarketOrderType) => void;
}

const lasting: readonly MarketTimeInForce[] = ["good-till-cancelled", "immediate-or-cancel", "fill-or-kill"];
const meetings: readonly MarketSelfTrade[] = ["cancel-newest", "cancel-oldest", "cancel-both"];

export function advancedPart(onChange: (changes: Partial<AdvancedChoices>) => void): AdvancedPart {
  const times = radios(t("order.lasts"), lasting.map((value) => ({ value, label: t(`order.lasts.${value}`), note: t(`order.lasts.${value}.note`) })),
    (timeInForce) => onChange({ timeInForce, isPostOnly: false }));
  const own = radios(t("order.meets"), meetings.map((value) => ({ value, label: t(`order.meets.${value}`), note: t(`order.meets.${value}.note`) })),
    (selfTrade) => onChange({ selfTrade }));
  const post: HTMLInputElement = el("input", {
    type: "checkbox", onchange: () => onChange({ isPostOnly: post.checked, ...(post.checked && { timeInForce: "good-till-cancelled" as const }) }),
  });
  const postRow = el("div", {}, el("label", { class: "check" }, post, el("span", {}, t("order.post"))), el("p", { class: "field-hint" }, t("order.post.note")));
  const summary = el("span", { class: "advanced-chosen" });
  return {
    element: el(
      "details", { class: "order-advanced" }, el("summary", {}, t("order.advanced"), " ", summary),
      times.element, postRow, own.element,
    ),
    show: ({ timeInForce, isPostOnly, selfTrade }, type) => {
      times.element.hidden = type === "market";
      postRow.hidden = type !== "limit";
      times.show(timeInForce);
      own.show(selfTrade);
      post.checked = isPostOnly;
      const chosen = [
        timeInForce !== "good-till-cancelled" && t(`order.lasts.${timeInForce}`), isPostOnly && t("order.post"),
        selfTrade !== "cancel-newest" && t(`order.meets.${selfTrade}`),
      ].filter((text) => text !== false);
      setText(summary, chosen.join(" · "));
    },
  };
}

interface Radio<T extends string> extends Choice<T> {
  note: string;
}

function radios<T extends string>(label: string, choices: readonly Radio<T>[], onChange: (value: T) => void): Toggle<T> {
  const name = uniqueId("radio");
  const inputs = choices.map(({ value }) => el("input", { type: "radio", name, value, onchange: () => onChange(value) }));
  const rows = choices.map(({ label: text, note }, place) =>
    el("label", { class: "radio" }, inputs[place], el("span", {}, el("strong", {}, text), el("span", { class: "field-hint" }, note))),
  );
  return {
    element: el("fieldset", { class: "radios" }, el("legend", {}, label), ...rows),
    show: (value) => {
      for (const input of inputs) input.checked = input.value === value;
    },
  };
}

/** A line that says what happens, also to those who do not see it, with buttons or links behind it. */
export interface StatusLine {
  element: HTMLElement;
  say: (tone: "plain" | "ok" | "bad" | "wait", text: string, ...more: Child[]) => void;
}

export function statusLine(): StatusLine {
  const element = el("div", { class: "order-status", role: "status" });
  let said = "";
  return {
    element,
    say: (tone, text, ...more) => {
      const now = [tone, text, ...more.map((child) => (child instanceof Node ? child.textContent : ""))].join("\n");
      if (now === said) return;
      said = now;
      element.dataset["tone"] = tone;
      fill(element, text !== "" && el("p", {}, text), ...more);
    },
  };
}
