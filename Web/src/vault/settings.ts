import * as api from "../api";
import type { VaultPageConfiguration, VaultPagePreferences } from "../api";
import { ask, Failure } from "../client";
import { el, fill } from "../dom";
import { megabytes, metres, number } from "../format";
import { languages, t } from "../i18n";
import type { Scope } from "../observable";
import { Resource } from "../remote";
import { notice } from "../ui/banner";
import { submitButton } from "../ui/button";
import { checkbox, faultLine } from "../ui/field";
import { languageMenu, select } from "../ui/menu";
import { section } from "../ui/section";
import { remote } from "../ui/states";
import { addPasskey } from "./address";
import { cipherChoice } from "./cipher";
import { keyPatience, type VaultContext } from "./context";
import { vaultPage } from "./parts";
import { slotsBlock } from "./slots";
import { cipherName, span } from "./words";

const lockTimes = [30, 60, 120, 300, 600, 1800, 3600] as const;
const clipboardTimes = [10, 20, 30, 60, 120] as const;

/** How the vault is set up: locking, ways in, cipher and languages. */
export function settingsView(context: VaultContext, scope: Scope): HTMLElement {
  const configuration = new Resource<VaultPageConfiguration>(() => ask(api.vaultPageConfiguration));
  scope.watch(configuration.observable, (current) => {
    if (current.state === "failed") context.closes(current.failure);
  });
  void configuration.load();
  const set = (next: VaultPageConfiguration): void => {
    configuration.set(next);
    const state = context.state.value;
    if (state !== undefined) context.state.set({ ...state, preferences: next.preferences });
  };
  let wantsPasskey = window.location.hash === addPasskey;
  // Once: whoever comes back later, or loads the page anew, comes to the settings.
  if (wantsPasskey) window.history.replaceState(null, "", "#/settings");
  const opens = (): boolean => {
    const isFirst = wantsPasskey;
    wantsPasskey = false;
    return isFirst;
  };
  return vaultPage(
    t("vault.config.title"),
    remote(scope, configuration, (value) =>
      el(
        "div", { class: "view-body" },
        lockingBlock(context, value, set), slotsBlock(context, value, set, opens()), cipherBlock(context, value, set),
        languageBlock(context, value, set),
      )),
  );
}

/** Saves what its owner prefers as soon as it is chosen. */
async function prefer(
  context: VaultContext, current: VaultPagePreferences, change: Partial<VaultPagePreferences>,
  set: (next: VaultPageConfiguration) => void,
): Promise<void> {
  try {
    set(await ask((options) => api.vaultPageSetPreferences({ ...current, ...change }, options), keyPatience));
    context.toasts.show({ key: "saved", text: t("vault.config.saved"), tone: "ok" });
  } catch (error) {
    context.report(error);
  }
}

function lockingBlock(
  context: VaultContext, value: VaultPageConfiguration, set: (next: VaultPageConfiguration) => void,
): HTMLElement {
  const { preferences } = value;
  const times = (list: readonly number[], current: number): { value: string; label: string }[] =>
    [...new Set([...list, current])].sort((
      a, b,
    ) => a - b).map((seconds) => ({ value: String(seconds), label: span(seconds) }));
  const save = (change: Partial<VaultPagePreferences>): void => void prefer(context, preferences, change, set);
  const lock = select(
    t("vault.config.autoLock"), times(lockTimes, preferences.autoLockSeconds), String(preferences.autoLockSeconds),
    (chosen) => save({ autoLockSeconds: Number(chosen) }),
  );
  const clipboard = select(
    t("vault.config.clipboard"), times(
      clipboardTimes, preferences.clipboardSeconds,
    ), String(preferences.clipboardSeconds),
    (chosen) => save({ clipboardSeconds: Number(chosen) }),
  );
  const leaving = checkbox(
    t("vault.config.leaving"), preferences.lockWhenLeaving, (isOn) => save({ lockWhenLeaving: isOn }),
  );
  const strict = checkbox(t("vault.config.strict"), preferences.isStrict, (isOn) => save({ isStrict: isOn }));
  return section(
    "ruled", t("vault.config.locking"), lock.element, clipboard.element,
    el("div", {}, leaving.element, el("p", { class: "field-hint" }, t("vault.config.leavingHint"))),
    el("div", {}, strict.element, el("p", { class: "field-hint" }, t("vault.config.strictHint"))),
  );
}

function cipherBlock(
  context: VaultContext, value: VaultPageConfiguration, set: (next: VaultPageConfiguration) => void,
): HTMLElement {
  const place = el("div");
  const fault = faultLine();
  const submit = submitButton(t("vault.cipher.change"));
  submit.element.hidden = true;
  const load = async (): Promise<void> => {
    const { ciphers } = await ask(api.vaultPageCiphers);
    const choice = cipherChoice(ciphers, value.cipher.name, () => {
      submit.element.hidden = choice.name() === value.cipher.name;
      fault.hide();
    });
    const form = el("form", { class: "form" }, choice.element, fault.element, submit.element);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      fault.hide();
      if (!choice.isMeant()) return fault.show(t("vault.cipher.confirmMissing"));
      void change(choice.name(), choice.allowsWeak());
    });
    fill(place, form);
  };
  const change = async (cipher: string, allowsWeak: boolean): Promise<void> => {
    try {
      set(await submit.during(() => ask((options) => api.vaultPageSetCipher({ cipher, allowsWeak }, options), 300_000)));
      context.toasts.show({ text: t("vault.cipher.changed", { name: cipherName(cipher) }), tone: "ok" });
    } catch (error) {
      const failure = Failure.from(error);
      if (!context.closes(failure)) fault.show(failure.explanation);
    }
  };
  load().catch((error: unknown) => context.report(error));
  const facts = t("vault.config.facts", {
    cell: metres(value.cell), memory: megabytes(value.memoryKiB * 1024), passes: number(value.passes),
    generation: number(value.generation),
  });
  return section(
    "ruled", t("vault.config.cipher"),
    value.cipher.isWeak && notice(
      "alert", t("vault.cipher.isWeak", { name: cipherName(value.cipher.name) }), "warn",
    ),
    place, el("p", { class: "field-hint" }, t("vault.cipher.changeHint")), el("p", { class: "field-hint" }, facts),
  );
}

function languageBlock(
  context: VaultContext, value: VaultPageConfiguration, set: (next: VaultPageConfiguration) => void,
): HTMLElement {
  const choices = Object.entries(languages).map(([value, label]) => ({ value, label }));
  const ofPage = languageMenu((error) => context.report(error));
  ofPage.classList.add("segmented-wrap");
  const sorting = select(
    t("vault.config.sorting"), choices, value.preferences.language,
    (chosen) => void prefer(context, value.preferences, { language: chosen }, (next) => {
      set(next);
      context.changed();
    }),
  );
  return section("ruled", t("me.language"), ofPage, sorting.element);
}
