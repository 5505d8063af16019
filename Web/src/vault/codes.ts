import * as api from "../api";
import type { VaultPageCode, VaultPageItem } from "../api";
import { ask, Failure } from "../client";
import { el, fill, setText, svg } from "../dom";
import { t } from "../i18n";
import type { Scope } from "../observable";
import { iconButton } from "../ui/button";
import { proven } from "./confirm";
import type { VaultContext } from "./context";
import { kindName } from "./words";

const circumference = 2 * Math.PI * 9;
const usualPeriod = 30;

/** The one-time codes of an item with the time that is left for each; new ones are asked for as they come. */
export function codeRows(context: VaultContext, scope: Scope, item: VaultPageItem): HTMLElement {
  const place = el("div", { class: "code-rows" });
  let codes: readonly VaultPageCode[] = [];
  let askedAt = 0;
  let isAsking = false;
  let ticks: (() => void)[] = [];

  const left = (code: VaultPageCode): number => code.secondsLeft - (performance.now() - askedAt) / 1000;

  const load = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    try {
      const answer = await proven(context, () => ask((options) => api.vaultPageCodes(item.id, options)));
      if (scope.isEnded) return;
      if (answer === null) return fill(place, locked());
      codes = answer.codes;
      askedAt = performance.now();
      const rows = codes.map((code) => row(code));
      ticks = rows.map(({ tick }) => tick);
      fill(place, ...rows.map(({ element }) => element));
    } catch (error) {
      const failure = Failure.from(error);
      if (!scope.isEnded && !context.closes(failure)) fill(
        place, el("p", { class: "form-fault" }, failure.explanation),
      );
      codes = [];
    } finally {
      isAsking = false;
    }
  };

  /** An item that asks again shows its codes when somebody presses the button, not by itself. */
  const locked = (): HTMLElement =>
    el("button", { type: "button", class: "button", onclick: () => void load() }, t("vault.code.show"));

  const copyButton = (label: string, code: string): HTMLElement =>
    iconButton(
      "copy", t("vault.field.copy", { field: label }),
      () => void context.clipboard.copy(code, context.clipboardSeconds),
    );

  const row = (code: VaultPageCode): { element: HTMLElement; tick: () => void } => {
    const label = kindName(item.fields[code.field]?.kind ?? { kind: "otp" });
    if (code.counter !== undefined) {
      const element = el("div", { class: "field-row" });
      showCounting(element, label, code);
      return { element, tick: () => undefined };
    }
    if (code.fault !== undefined || code.code === "") {
      const words = el(
        "div", { class: "field-words" }, el("dt", {}, label),
        el("dd", { class: "form-fault" }, t(`vault.code.fault.${code.fault ?? "not-base32"}`)),
      );
      return { element: el("div", { class: "field-row" }, words), tick: () => undefined };
    }
    const ring = svg("0 0 24 24", "code-ring", ["M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18"]);
    const seconds = el("span", { class: "code-seconds" });
    const element = el(
      "div", { class: "field-row code-row" },
      el(
        "div", { class: "field-words" }, el("dt", {}, label),
        digits(code.code),
      ),
      el("span", { class: "code-time", "aria-hidden": "true" }, ring, seconds),
      copyButton(label, code.code),
    );
    const tick = (): void => {
      const rest = Math.max(0, left(code));
      setText(seconds, String(Math.ceil(rest)));
      element.classList.toggle("code-late", rest <= 5);
      const part = Math.min(1, rest / usualPeriod);
      ring.firstElementChild?.setAttribute("stroke-dasharray", `${part * circumference} ${circumference}`);
    };
    tick();
    return { element, tick };
  };

  /** A code that counts is shown once, when somebody asks for the next one. */
  const showCounting = (place: HTMLElement, label: string, code: VaultPageCode): void => {
    const next = async (): Promise<void> => {
      try {
        const answer = await proven(
          context, () => ask((options) => api.vaultPageNextCode(item.id, { field: code.field }, options)),
        );
        if (answer === null || scope.isEnded) return;
        showCounting(place, label, answer);
      } catch (error) {
        context.report(error);
      }
    };
    const counter = t("vault.code.counter", { counter: code.counter ?? 0 });
    fill(
      place,
      el(
        "div", { class: "field-words" }, el("dt", {}, label, el("span", { class: "row-note" }, counter)),
        code.code === "" ? el("dd", { class: "quiet" }, t("vault.code.unused")) : digits(code.code),
      ),
      el("button", { type: "button", class: "button", onclick: () => void next() }, t("vault.code.next")),
      code.code !== "" && copyButton(label, code.code),
    );
  };

  scope.every(250, () => {
    if (codes.length === 0) return;
    for (const tick of ticks) tick();
    if (codes.some((code) => code.code !== "" && code.counter === undefined && left(code) <= 0)) {
      // An item that asks again is not asked for by itself: its owner may be away from the screen.
      if (item.asksAgain) {
        codes = [];
        fill(place, locked());
      } else void load();
    }
  });
  if (item.asksAgain) fill(place, locked());
  else void load();
  return place;
}

/** The digits in two groups; the five characters of Steam's codes are one word. */
function digits(code: string): HTMLElement {
  const half = code.length === 5 ? 5 : Math.ceil(code.length / 2);
  const groups = [code.slice(0, half), code.slice(half)].filter((group) => group !== "");
  return el("dd", { class: "code-digits" }, ...groups.map((group) => el("span", {}, group)));
}
