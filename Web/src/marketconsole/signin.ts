import { Failure } from "../client";
import { el, uniqueId } from "../dom";
import { t } from "../i18n";
import { codeCharacters } from "../typed";
import { submitButton } from "../ui/button";
import { faultLine, field, passwordInput } from "../ui/field";
import { languageMenu } from "../ui/menu";
import type { DeskContext } from "./context";

const codeDigits = 6;

/** Sign-in to the console: address, password, and a code of the authenticator app. */
export function deskSignIn(context: DeskContext): HTMLElement {
  const email = el("input", {
    id: uniqueId("email"), type: "email", name: "email", autocomplete: "username", inputmode: "email", required: true,
    autocapitalize: "none", spellcheck: "false",
  });
  const password = passwordInput("current-password");
  const code = el("input", {
    id: uniqueId("code"), type: "text", name: "code", required: true, inputmode: "numeric", maxlength: 9,
    autocomplete: "one-time-code", spellcheck: "false", class: "code-input",
  });
  const fields = {
    email: field(t("sign.email"), email, ""),
    password: field(t("sign.password"), password.input, "", password.element),
    code: field(t("sign.code"), code, t("desk.sign.codeHint")),
  };
  const fault = faultLine();
  const submit = submitButton(t("sign.in"));
  const form = el(
    "form", { class: "sign-in", novalidate: true },
    fields.email.element, fields.password.element, fields.code.element, fault.element, submit.element,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    for (const one of Object.values(fields)) one.forgive();
    fault.hide();
    if (!email.validity.valid) return fields.email.blame(t("problem.accounts.invalid_email"));
    if (password.input.value === "") return fields.password.blame(t("sign.passwordMissing"));
    const digits = codeCharacters(code.value);
    if (!/^\d+$/.test(digits) || digits.length !== codeDigits) return fields.code.blame(t("sign.code.fault"));
    void send(digits);
  });

  async function send(digits: string): Promise<void> {
    try {
      const credentials = { email: email.value.trim(), password: password.input.value, code: digits };
      await submit.during(() => context.session.signIn(credentials));
    } catch (error) {
      const failure = Failure.from(error);
      const isWrong = failure.code === "accounts.wrong_credentials";
      fault.show(isWrong ? t("desk.sign.wrong") : context.explain(failure));
      // A code works once: the next try needs the next one.
      code.value = "";
      code.focus();
    }
  }

  return el(
    "div", { class: "view desk-view" },
    el("header", { class: "view-head" }, el("h1", {}, t("desk.sign.title"))),
    el(
      "section", { class: "sign" },
      el("p", { class: "sign-reason" }, t("desk.sign.reason")), form,
      el("p", { class: "quiet" }, t("desk.sign.help")), languageMenu((error) => context.report(error)),
    ),
  );
}
