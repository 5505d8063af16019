import * as api from "../api";
import type { VaultPageConfiguration, VaultPageNewSlot, VaultPageSlot } from "../api";
import { ask, Failure } from "../client";
import { el, fill, uniqueId } from "../dom";
import { dayName } from "../format";
import { t } from "../i18n";
import { icon } from "../icons";
import { button, iconButton, submitButton } from "../ui/button";
import { confirmed } from "../ui/dialog";
import { checkbox, faultLine, field, passwordInput } from "../ui/field";
import { section } from "../ui/section";
import { keyPatience, type VaultContext } from "./context";
import { limits } from "./limits";
import { forgetVaultPasskey, makeVaultPasskey, passkeyObstacle } from "./passkey";
import { PositionPicker } from "./position";
import { strengthBar } from "./strength";
import { factorNames, factorPicture } from "./words";

type Set = (next: VaultPageConfiguration) => void;

/**
 * The ways in: those that there are, and forms for a new one, a passkey, a new password and a new recovery code; that
 * for a passkey is open at once for who came for it.
 */
export function slotsBlock(
  context: VaultContext, value: VaultPageConfiguration, set: Set, addsPasskey: boolean,
): HTMLElement {
  const place = el("div", { class: "slot-form", hidden: true });
  const close = (): void => {
    place.hidden = true;
    fill(place);
  };
  const open = (form: HTMLElement): void => {
    fill(place, form);
    place.hidden = false;
    place.querySelector<HTMLElement>("input")?.focus();
  };
  const renew = async (): Promise<void> => {
    if (!(await confirmed(t("vault.slots.renewTitle"), t("vault.slots.renewText"), t("vault.slots.renew")))) return;
    try {
      context.freshRecovery.set(await ask(api.vaultPageRenewRecovery, keyPatience));
    } catch (error) {
      context.report(error);
    }
  };
  const openPasskey = (): void => open(passkeyForm(context, value, set, close));
  // The focus goes into the form, which has to be on the page by then.
  if (addsPasskey) window.requestAnimationFrame(openPasskey);
  const hasPassword = value.slots.some((slot) => slot.factors.includes("password"));
  return section(
    "ruled", t("vault.slots.title"), el("p", { class: "quiet" }, t("vault.slots.lead")),
    el("ul", { class: "rows slot-rows" }, ...value.slots.map((slot) => slotRow(context, slot, value, set))),
    el(
      "div", { class: "actions" },
      button("plain", "plus", t("vault.slots.add"), () => open(newSlotForm(context, value, set, close))),
      button("plain", "key", t("vault.passkey.add"), openPasskey),
      hasPassword && button("plain", "key", t("vault.slots.password"), () => open(passwordForm(context, set, close))),
      button("plain", "lifebuoy", t("vault.slots.renew"), () => void renew()),
    ),
    place,
  );
}

function slotRow(
  context: VaultContext, slot: VaultPageSlot, value: VaultPageConfiguration, set: Set,
): HTMLElement {
  const factors = factorNames(slot.factors);
  const name = slot.label === "" ? factors : slot.label;
  const note = [slot.label === "" ? "" : factors, t(
    "vault.slots.since", { day: dayName(slot.createdOn) },
  ), slot.isCurrent ? t("vault.slots.current") : ""];
  const { credential } = slot;
  const others = value.slots.filter(({ id, factors }) => id !== slot.id && !factors.includes("recovery"));
  const leavesPasskeys = others.every(({ factors }) => factors.includes("passkey"));
  const warning = [
    credential === undefined ? t("vault.slots.removeText") : t("vault.passkey.removeText"),
    leavesPasskeys ? t("vault.passkey.onlyOne") : "",
  ].join(" ");
  const remove = async (): Promise<void> => {
    if (!(await confirmed(t("vault.slots.removeTitle", { name }), warning.trim(), t("vault.remove"), true))) return;
    try {
      set(await ask((options) => api.vaultPageRemoveSlot(String(slot.id), options), keyPatience));
      if (credential !== undefined) {
        forgetVaultPasskey(credential);
        void context.state.load();
      }
      context.toasts.show({ text: t("vault.slots.removed", { name }), tone: "ok" });
    } catch (error) {
      context.report(error);
    }
  };
  return el(
    "li", { class: "row slot-row", "data-slot": slot.id },
    el("span", { class: "mark mark-near" }, icon(factorPicture(slot.factors[0]))),
    el(
      "div", { class: "row-body" },
      el("p", { class: "row-title" }, el("strong", {}, name)), el(
        "p", { class: "row-note" }, note.filter((text) => text !== "").join(" · "),
      ),
    ),
    slot.isRemovable && iconButton("trash", t("vault.slots.remove", { name }), () => void remove()),
  );
}

/** A new way in: what is ticked is needed together. */
function newSlotForm(context: VaultContext, value: VaultPageConfiguration, set: Set, close: () => void): HTMLElement {
  const label = el("input", { id: uniqueId("label"), type: "text", maxlength: 200, autocomplete: "off" });
  const labelField = field(t("vault.slots.label"), label, t("vault.slots.labelHint"));
  const secret = passwordInput("new-password");
  const strength = strengthBar(secret.input, () => [context.state.value?.user ?? ""]);
  const secretField = field(t("sign.password"), secret.input, "", secret.element, strength.element);
  const address = el(
    "input",
    {
      id: uniqueId("tang"), type: "text", inputmode: "url", maxlength: 400, autocomplete: "off",
      placeholder: "http://",
    },
  );
  const tangField = field(t("vault.slots.tangAddress"), address, t("vault.slots.tangHint"));
  let position: PositionPicker | null = null;
  const placePart = el("div", { class: "create-place" });
  const passwordPart = el("div", { hidden: true }, secretField.element);
  const tangPart = el("div", { hidden: true }, tangField.element);
  const usesPlace = checkbox(t("vault.factor.placeChoice"), false, (isOn) => {
    position = isOn ? new PositionPicker(context, { cell: value.cell }) : null;
    fill(placePart, position?.element, isOn && limits());
  });
  const usesPassword = checkbox(t("vault.factor.passwordChoice"), false, (isOn) => (passwordPart.hidden = !isOn));
  const usesTang = checkbox(t("vault.factor.tangChoice"), false, (isOn) => (tangPart.hidden = !isOn));
  const fault = faultLine();
  const submit = submitButton(t("vault.slots.make"));

  const send = async (): Promise<void> => {
    fault.hide();
    for (const one of [labelField, secretField, tangField]) one.forgive();
    const wanted: VaultPageNewSlot = { label: label.value.trim(), usesPlace: false };
    const hasFactor = [usesPlace, usesPassword, usesTang].some(({ input }) => input.checked);
    if (!hasFactor) return fault.show(t("vault.slots.noFactor"));
    if (position !== null) {
      const chosen = position.chosen;
      if (chosen === null) return fault.show(t("vault.door.placeMissing"));
      Object.assign(wanted, chosen);
    }
    if (usesPassword.input.checked) {
      if (secret.input.value === "") return secretField.blame(t("sign.passwordMissing"));
      wanted.password = secret.input.value;
    }
    if (usesTang.input.checked) {
      if (!/^https?:\/\/\S+$/.test(address.value.trim())) return tangField.blame(t("vault.slots.tangFault"));
      wanted.tang = address.value.trim();
    }
    try {
      const next = await submit.during(() => ask((options) => api.vaultPageAddSlot(wanted, options), keyPatience));
      context.toasts.show({ text: t("vault.slots.added"), tone: "ok" });
      set(next);
    } catch (error) {
      const failure = Failure.from(error);
      if (!context.closes(failure)) fault.show(failure.explanation);
    }
  };
  return formOf(
    t("vault.slots.add"), send, close, submit.element, fault.element, labelField.element,
    el("div", { class: "factor-choices", role: "group", "aria-label": t("vault.slots.needs") },
      el(
        "p", { class: "factor-needs" }, t("vault.slots.needs"),
      ), usesPlace.element, usesPassword.element, usesTang.element),
    placePart, passwordPart, tangPart,
  );
}

/** A passkey that opens the vault: it is made, used once, and only then kept. */
function passkeyForm(context: VaultContext, value: VaultPageConfiguration, set: Set, close: () => void): HTMLElement {
  const title = t("vault.passkey.add");
  const label = el("input", { id: uniqueId("label"), type: "text", maxlength: 200, autocomplete: "off" });
  const labelField = field(t("vault.slots.label"), label, t("vault.passkey.labelHint"));
  const fault = faultLine();
  const submit = submitButton(t("vault.passkey.make"));
  const obstacle = passkeyObstacle();
  submit.element.disabled = obstacle !== null;
  const send = async (): Promise<void> => {
    fault.hide();
    labelField.forgive();
    const name = label.value.trim();
    try {
      const next = await submit.during(async () => {
        const shown = [t("vault.passkey.account"), name].filter((part) => part !== "").join(" · ");
        const passkey = await makeVaultPasskey(shown, value.slots.flatMap(({ credential }) => credential ?? []));
        try {
          const wanted: VaultPageNewSlot = { label: name, usesPlace: false, passkey };
          return await ask((options) => api.vaultPageAddSlot(wanted, options), keyPatience);
        } catch (error) {
          forgetVaultPasskey(passkey.credential);
          throw error;
        }
      });
      context.toasts.show({ text: t("vault.passkey.added"), tone: "ok" });
      set(next);
      // The door and the proofs ask for it from now on.
      void context.state.load();
    } catch (error) {
      const failure = Failure.from(error);
      if (!context.closes(failure)) fault.show(failure.explanation);
    }
  };
  return formOf(
    title, send, close, submit.element, fault.element, el("p", { class: "quiet" }, t("vault.passkey.lead")),
    obstacle ?? labelField.element, el("p", { class: "field-hint" }, t("vault.passkey.limits")),
  );
}

function passwordForm(context: VaultContext, set: Set, close: () => void): HTMLElement {
  const secret = passwordInput("new-password");
  const strength = strengthBar(secret.input, () => [context.state.value?.user ?? ""]);
  const secretField = field(
    t("vault.slots.newPassword"), secret.input, t("vault.slots.passwordHint"), secret.element, strength.element,
  );
  const fault = faultLine();
  const submit = submitButton(t("vault.slots.password"));
  const send = async (): Promise<void> => {
    fault.hide();
    secretField.forgive();
    const password = secret.input.value;
    if (password === "") return secretField.blame(t("sign.passwordMissing"));
    try {
      const next = await submit.during(() => ask((options) => api.vaultPageSetPassword({ password }, options), keyPatience));
      context.toasts.show({ text: t("vault.slots.passwordChanged"), tone: "ok" });
      set(next);
    } catch (error) {
      const failure = Failure.from(error);
      if (!context.closes(failure)) fault.show(failure.explanation);
    }
  };
  return formOf(t("vault.slots.password"), send, close, submit.element, fault.element, secretField.element);
}

function formOf(
  title: string, send: () => Promise<void>, close: () => void, submit: HTMLElement, fault: HTMLElement,
  ...parts: HTMLElement[]
): HTMLElement {
  const form = el(
    "form", { class: "form", novalidate: true, "aria-label": title },
    el("h3", {}, title), ...parts, fault,
    el(
      "div", { class: "actions" }, submit,
      el("button", { type: "button", class: "button", onclick: close }, t("cancel")),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  return form;
}
