import type { MarketSelfTrade, MarketSide } from "../../api";
import { type Child, el, fill, setText, uniqueId } from "../../dom";
import { t } from "../../i18n";
import type { Choice } from "../../ui/menu";
import { Decimal } from "../../numbers/decimal";
import { numberSigns, percentage } from "../numbers/format";
import { instantOf, moment, soonOrMoment, zoneName } from "../numbers/instants";
import { understand } from "../../numbers/typing";
import { isWaiting, type Lasting, untilFault } from "./lasting";
import type { EntryType } from "./orderentry";
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

export function typeTabs(onChange: (type: EntryType) => void): Toggle<EntryType> {
  const choices = [
    { value: "limit", label: typeName("limit"), key: "l" }, { value: "market", label: typeName("market"), key: "m" },
    { value: "stop-limit", label: typeName("stop-limit") }, { value: "pair", label: typeName("pair") },
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
  timeInForce: Lasting;
  until: Date | null;
  isPostOnly: boolean;
  selfTrade: MarketSelfTrade;
}

export interface AdvancedPart {
  element: HTMLElement;
  show: (chosen: AdvancedChoices, type: EntryType) => void;
  /** Opens it where the order's end has to be typed, and says what is wrong there. */
  askForEnd: () => void;
}

const lasting: readonly Lasting[] = ["good-till-cancelled", "good-till-date", "immediate-or-cancel", "fill-or-kill"];
const meetings: readonly MarketSelfTrade[] = ["cancel-newest", "cancel-oldest", "cancel-both"];

export function advancedPart(onChange: (changes: Partial<AdvancedChoices>) => void): AdvancedPart {
  const times = radios(t("order.lasts"), lasting.map((value) => ({ value, label: t(`order.lasts.${value}`), note: t(`order.lasts.${value}.note`) })),
    (timeInForce) => onChange({ timeInForce, ...(!isWaiting(timeInForce) && { isPostOnly: false }) }));
  const end = endField((until) => onChange({ until }));
  const own = radios(t("order.meets"), meetings.map((value) => ({ value, label: t(`order.meets.${value}`), note: t(`order.meets.${value}.note`) })),
    (selfTrade) => onChange({ selfTrade }));
  let waits = true;
  const post: HTMLInputElement = el("input", {
    type: "checkbox", onchange: () => {
      const mustWait = post.checked && !waits;
      onChange({ isPostOnly: post.checked, ...(mustWait && { timeInForce: "good-till-cancelled" as const }) });
    },
  });
  const postRow = el("div", {}, el("label", { class: "check" }, post, el("span", {}, t("order.post"))), el("p", { class: "field-hint" }, t("order.post.note")));
  const summary = el("span", { class: "advanced-chosen" });
  const element = el(
    "details", { class: "order-advanced" }, el("summary", {}, t("order.advanced"), " ", summary),
    times.element, end.element, postRow, own.element,
  );
  return {
    element,
    askForEnd: () => {
      element.open = true;
      end.ask();
    },
    show: ({ timeInForce, until, isPostOnly, selfTrade }, type) => {
      waits = isWaiting(timeInForce);
      times.element.hidden = type === "market";
      end.element.hidden = type === "market" || timeInForce !== "good-till-date";
      end.show(until);
      postRow.hidden = type !== "limit";
      // A pair has no condition but an end.
      own.element.hidden = type === "pair";
      times.show(timeInForce, type === "pair" ? ["immediate-or-cancel", "fill-or-kill"] : []);
      own.show(selfTrade);
      post.checked = isPostOnly;
      const chosen = [
        timeInForce === "good-till-date" && until !== null ? t("order.open.until", { time: soonOrMoment(until) })
          : timeInForce !== "good-till-cancelled" && t(`order.lasts.${timeInForce}`),
        isPostOnly && t("order.post"),
        selfTrade !== "cancel-newest" && type !== "pair" && t(`order.meets.${selfTrade}`),
      ].filter((text) => text !== false);
      setText(summary, chosen.join(" · "));
    },
  };
}

/** The field for the end of an order, with the instant that was understood below it. */
function endField(onChange: (until: Date | null) => void): { element: HTMLElement; show: (until: Date | null) => void; ask: () => void } {
  const id = uniqueId("until");
  const note = el("p", { class: "field-hint", id: `${id}-note` });
  const fault = el("p", { class: "number-fault", id: `${id}-fault`, role: "alert" });
  let wasAsked = false;
  let shown: Date | null = null;
  const input: HTMLInputElement = el("input", {
    id, type: "datetime-local", max: "2999-12-31T23:59", "aria-describedby": `${id}-note ${id}-fault`,
    oninput: () => onChange(instantOf(input.value)),
  });
  const render = (): void => {
    const wrong = untilFault("good-till-date", shown, Date.now());
    const isSaid = wrong === "past" || (wrong === "missing" && wasAsked);
    input.toggleAttribute("aria-invalid", false);
    if (isSaid) input.setAttribute("aria-invalid", "true");
    setText(fault, isSaid ? t(`order.until.${wrong}`) : "");
    setText(note, shown === null || isSaid ? "" : t("order.until.note", { time: moment(shown), zone: zoneName(shown) }));
  };
  return {
    element: el("div", { class: "field order-until" }, el("label", { for: id }, t("order.until")), input, note, fault),
    show: (until) => {
      shown = until;
      if (until !== null) wasAsked = false;
      render();
    },
    ask: () => {
      wasAsked = true;
      render();
      input.focus();
    },
  };
}

interface Radios<T extends string> extends Toggle<T> {
  /** Shows what is chosen, and leaves some out. */
  show: (value: T, left?: readonly T[]) => void;
}

interface Radio<T extends string> extends Choice<T> {
  note: string;
}

function radios<T extends string>(label: string, choices: readonly Radio<T>[], onChange: (value: T) => void): Radios<T> {
  const name = uniqueId("radio");
  const inputs = choices.map(({ value }) => el("input", { type: "radio", name, value, onchange: () => onChange(value) }));
  const rows = choices.map(({ label: text, note }, place) =>
    el("label", { class: "radio" }, inputs[place], el("span", {}, el("strong", {}, text), el("span", { class: "field-hint" }, note))),
  );
  return {
    element: el("fieldset", { class: "radios" }, el("legend", {}, label), ...rows),
    show: (value, left = []) => {
      choices.forEach((choice, place) => {
        const [input, row] = [inputs[place], rows[place]];
        if (input !== undefined) input.checked = choice.value === value;
        if (row !== undefined) row.hidden = left.includes(choice.value);
      });
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
