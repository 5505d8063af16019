import type { DeviceApproval } from "../../api";
import { Failure } from "../../client";
import { el, setText, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { button, submitButton, working } from "../../ui/button";
import { faultLine, field } from "../../ui/field";

/** What can be done while a device waits for its approval. */
export interface DeviceActions {
  approve: (approval: DeviceApproval) => Promise<void>;
  /** Has another mail sent by signing in again; the new challenge, or null when the step is over. */
  again: () => Promise<string | null>;
  back: () => void;
}

/** How many characters the code from the mail has. */
const codeLength = 5;

/** The form for the code that came by mail. */
export function deviceStep(first: string, email: string, actions: DeviceActions): HTMLElement {
  let challenge = first;
  const code = el("input", {
    id: uniqueId("device-code"), type: "text", name: "device-code", autocomplete: "one-time-code", maxlength: 12,
    autocapitalize: "characters", spellcheck: "false", class: "code-input",
  });
  const codeField = field(t("sign.device.code"), code, t("sign.device.hint"));
  const lead = el("p", { role: "status" }, t("sign.device.lead", { email }));
  const fault = faultLine();
  const submit = submitButton(t("sign.device.approve"));
  const again: HTMLButtonElement = el(
    "button", { type: "button", class: "button-text", onclick: () => working(again, sendAgain) },
    t("sign.device.again"),
  );

  async function send(): Promise<void> {
    fault.hide();
    codeField.forgive();
    if (code.value.replace(/[\s-]/g, "").length !== codeLength) return codeField.blame(t("sign.device.missing"));
    try {
      await submit.during(() => actions.approve({ challenge, code: code.value }));
    } catch (error) {
      const failure = Failure.from(error);
      code.value = "";
      if (failure.code === "accounts.wrong_code") return codeField.blame(t("sign.device.wrong"));
      fault.show(failure.explanation);
      if (failure.code === "accounts.challenge_ended") again.focus();
    }
  }

  async function sendAgain(): Promise<void> {
    fault.hide();
    codeField.forgive();
    code.value = "";
    try {
      const next = await actions.again();
      if (next === null) return;
      challenge = next;
      setText(lead, t("sign.device.sent"));
      code.focus();
    } catch (error) {
      fault.show(Failure.from(error).explanation);
    }
  }

  const form = el(
    "form", { class: "sign-in device-step", novalidate: true },
    lead, codeField.element, fault.element, submit.element,
    el("div", { class: "actions" }, again, button("plain", "back", t("sign.device.back"), actions.back)),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  return form;
}
