import * as api from "../api";
import { ask } from "../client";
import { el, setText } from "../dom";
import { type Key, t } from "../i18n";

const pause = 200;
const scores = 5;

/** A bar that says how strong what is typed in `input` is; `knownWords` are what somebody who guesses tries first. */
export function strengthBar(input: HTMLInputElement | HTMLTextAreaElement, knownWords: () => string[]): {
  element: HTMLElement; refresh: () => void;
} {
  const parts = Array.from({ length: scores - 1 }, () => el("span", { class: "strength-part" }));
  const word = el("span", { class: "strength-word", role: "status" });
  const element = el(
    "div", { class: "strength", hidden: true },
    el("span", { class: "strength-bar", "aria-hidden": "true" }, ...parts), word,
  );
  let timer: number | undefined;
  let turn = 0;

  const estimate = async (): Promise<void> => {
    turn += 1;
    const mine = turn;
    const password = input.value;
    const words = knownWords().filter((text) => text !== "").slice(0, 20).map((text) => text.slice(0, 1000));
    const answer = await ask((options) => api.vaultPageEstimate({ password, knownWords: words }, options)).catch(() => null);
    if (mine !== turn || answer === null) return;
    element.hidden = false;
    element.dataset["score"] = String(answer.score);
    setText(word, t(`vault.strength.${answer.score}` as Key));
  };
  const refresh = (): void => {
    window.clearTimeout(timer);
    turn += 1;
    if (input.value === "") element.hidden = true;
    else timer = window.setTimeout(() => void estimate(), pause);
  };
  input.addEventListener("input", refresh);
  return { element, refresh };
}
