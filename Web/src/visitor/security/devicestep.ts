import { el, setText, uniqueId } from "../../dom";
import { Failure } from "../../client";
import { t } from "../../i18n";
import { codeCharacters } from "../../typed";
import { button, submitButton, working } from "../../ui/button";
import { faultLine, field } from "../../ui/field";

/** A code as it was typed, with what it is sent with. */
export interface TypedCode {
  challenge: string;
  code: string;
}

/** What can be done while something waits for the code from a mail. */
export interface CodeActions {
  send: (typed: TypedCode) => Promise<void>;
  /** Has another mail sent; the new challenge, or null when the step is over. */
  again: () => Promise<string | null>;
  back: () => void;
}

/** What is said around the field for a code. */
interface CodeWords {
  lead: string;
  hint: string;
  missing: string;
  wrong: string;
  send: string;
  sent: string;
}

/** The form for the code that approves a device. */
export function deviceStep(challenge: string, email: string, actions: CodeActions): HTMLElement {
  const words = {
    lead: t("sign.device.lead", { email }), hint: t("sign.device.hint"), missing: t("sign.device.missing"),
    wrong: t("sign.device.wrong"), send: t("sign.device.approve"), sent: t("sign.device.sent"),
  };
  return codeStep(challenge, 5, "text", words, actions);
}

/** The form for the code that proves a mailbox, after which there is an account. */
export function mailboxStep(challenge: string, email: string, actions: CodeActions): HTMLElement {
  const words = {
    lead: t("sign.mailbox.lead", { email }), hint: t("sign.mailbox.hint"), missing: t("sign.mailbox.missing"),
    wrong: t("sign.device.wrong"), send: t("sign.mailbox.send"), sent: t("sign.mailbox.sent"),
  };
  return codeStep(challenge, 6, "numeric", words, actions);
}

/** The form for a code of so many characters that came by mail. */
function codeStep(
  first: string, length: number, inputmode: "text" | "numeric", words: CodeWords, actions: CodeActions,
): HTMLElement {
  let challenge = first;
  const code = el("input", {
    id: uniqueId("device-code"), type: "text", name: "device-code", autocomplete: "one-time-code", maxlength: 12,
    inputmode, autocapitalize: "characters", spellcheck: "false", class: "code-input",
  });
  const codeField = field(t("sign.device.code"), code, words.hint);
  const lead = el("p", { role: "status" }, words.lead);
  const fault = faultLine();
  const submit = submitButton(words.send);
  const again: HTMLButtonElement = el(
    "button", { type: "button", class: "button-text", onclick: () => working(again, sendAgain) },
    t("sign.device.again"),
  );

  async function send(): Promise<void> {
    fault.hide();
    codeField.forgive();
    const typed = codeCharacters(code.value);
    if (typed.length !== length) return codeField.blame(words.missing);
    try {
      await submit.during(() => actions.send({ challenge, code: typed }));
    } catch (error) {
      const failure = Failure.from(error);
      code.value = "";
      if (failure.code === "accounts.wrong_code") return codeField.blame(words.wrong);
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
      setText(lead, words.sent);
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
