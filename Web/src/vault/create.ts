import * as api from "../api";
import type { VaultPageCipher, VaultPageNewVault } from "../api";
import { ask, Failure } from "../client";
import { el, fill, uniqueId } from "../dom";
import { metres } from "../format";
import { language, t } from "../i18n";
import { submitButton } from "../ui/button";
import { checkbox, faultLine, field, passwordInput } from "../ui/field";
import { select } from "../ui/menu";
import { section } from "../ui/section";
import { cipherChoice } from "./cipher";
import { keyPatience, type VaultContext } from "./context";
import { limits } from "./limits";
import { isAboutName, vaultPage } from "./parts";
import { PositionPicker } from "./position";
import { strengthBar } from "./strength";

const cells = [20, 50, 100, 200] as const;
const usualCell = 50;
const usualCipher = "aes-256-gcm";

/** Makes a vault: whose, where it opens, with which password, and by which cipher. */
export function createView(
  context: VaultContext, ciphers: readonly VaultPageCipher[], back: (() => void) | null,
): HTMLElement {
  let cell: number = usualCell;
  const user = el("input", {
    id: uniqueId("user"), type: "text", name: "user", autocomplete: "username", maxlength: 200, spellcheck: "false",
  });
  const userField = field(t("vault.create.user"), user, t("vault.create.userHint"));
  const secret = passwordInput("new-password");
  const strength = strengthBar(secret.input, () => [user.value]);
  const secretField = field(
    t("sign.password"), secret.input, t("vault.create.passwordHint"), secret.element, strength.element,
  );

  const placePart = el("div", { class: "create-place" });
  let position: PositionPicker | null = null;
  const cellChoice = select(
    t("vault.create.cell"), cells.map((side) => ({ value: String(side), label: metres(side) })), String(cell),
    (value) => {
      cell = Number(value);
      position?.show({ cell });
    },
  );
  const showPlace = (isOn: boolean): void => {
    position = isOn ? new PositionPicker(context, { cell }) : null;
    fill(
      placePart, position?.element, isOn && cellChoice.element,
      isOn && el("p", { class: "field-hint" }, t("vault.create.cellHint")), isOn && limits(),
    );
  };
  const usesPlace = checkbox(t("vault.create.usesPlace"), true, showPlace);
  showPlace(true);

  const cipher = cipherChoice(ciphers, usualCipher);
  const fault = faultLine();
  const submit = submitButton(t("vault.create.submit"));

  const send = async (): Promise<void> => {
    fault.hide();
    for (const one of [userField, secretField]) one.forgive();
    const name = user.value.trim();
    if (name === "") return userField.blame(t("vault.create.userMissing"));
    const wanted: VaultPageNewVault = {
      user: name, usesPlace: false, cell, cipher: cipher.name(), allowsWeak: cipher.allowsWeak(),
      language: language.value,
    };
    if (position !== null) {
      const chosen = position.chosen;
      if (chosen === null) return fault.show(t("vault.door.placeMissing"));
      Object.assign(wanted, chosen);
    }
    if (secret.input.value !== "") wanted.password = secret.input.value;
    else if (position === null) return secretField.blame(t("vault.create.oneNeeded"));
    if (!cipher.isMeant()) return fault.show(t("vault.cipher.confirmMissing"));
    try {
      const made = await submit.during(() => ask((options) => api.vaultPageCreate(wanted, options), keyPatience));
      context.freshRecovery.set(made);
      await context.state.load();
    } catch (error) {
      const failure = Failure.from(error);
      if (context.closes(failure)) return;
      if (isAboutName(failure)) userField.blame(failure.explanation);
      else fault.show(failure.explanation);
    }
  };

  const form = el(
    "form", { class: "form", novalidate: true },
    section("ruled", t("vault.create.who"), userField.element),
    section("ruled", t("vault.create.where"), usesPlace.element, placePart),
    section("ruled", t("vault.create.away"), el("p", { class: "quiet" }, t("vault.create.awayText")), secretField.element),
    section("ruled", t("vault.config.cipher"), cipher.element),
    fault.element,
    el(
      "div", { class: "actions" }, submit.element,
      back !== null && el("button", { type: "button", class: "button", onclick: back }, t("cancel")),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  return vaultPage(t("vault.create.title"), el("p", { class: "lead quiet" }, t("vault.create.lead")), form);
}
