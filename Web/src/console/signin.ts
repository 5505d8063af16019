import { Failure } from "../client";
import { el, fill, setText, uniqueId } from "../dom";
import { t } from "../i18n";
import { icon } from "../icons";
import type { Scope } from "../observable";
import { codeCharacters } from "../typed";
import { notice } from "../ui/banner";
import { field } from "../ui/field";
import { languageMenu } from "../ui/menu";
import type { ConsoleContext } from "./context";

const codeDigits = 6;

/** Sign-in to the console: address, password, and a code of the authenticator app. */
export function staffSignIn(context: ConsoleContext, scope: Scope): HTMLElement {
  const email = el("input", {
    id: uniqueId("email"), type: "email", name: "email", autocomplete: "username", inputmode: "email", required: true,
    autocapitalize: "none", spellcheck: "false",
  });
  const password = el("input", {
    id: uniqueId("password"), type: "password", name: "password", required: true, maxlength: 256,
    autocomplete: "current-password",
  });
  const code = el("input", {
    id: uniqueId("code"), type: "text", name: "code", required: true, inputmode: "numeric", maxlength: 9,
    autocomplete: "one-time-code", spellcheck: "false", class: "code-input",
  });
  const secret = el("div", { class: "password" }, password, revealButton(password));
  const fields = {
    email: field(t("sign.email"), email, ""),
    password: field(t("sign.password"), password, "", secret),
    code: field(t("sign.code"), code, t("console.sign.codeHint")),
  };
  const general = el("p", { class: "form-fault", role: "alert", hidden: true });
  const submit = el("button", { type: "submit", class: "button button-primary" }, t("sign.in"));
  const form = el(
    "form", { class: "sign-in", novalidate: true },
    fields.email.element, fields.password.element, fields.code.element, general, submit,
  );

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    for (const one of Object.values(fields)) one.forgive();
    general.hidden = true;
    if (!email.validity.valid) return fields.email.blame(t("problem.accounts.invalid_email"));
    if (password.value === "") return fields.password.blame(t("sign.passwordMissing"));
    const digits = codeCharacters(code.value);
    if (!/^\d+$/.test(digits) || digits.length !== codeDigits) return fields.code.blame(t("sign.code.fault"));
    void send(digits);
  });

  async function send(digits: string): Promise<void> {
    submit.disabled = true;
    setText(submit, t("sign.working"));
    try {
      await context.session.signIn({ email: email.value.trim(), password: password.value, code: digits });
    } catch (error) {
      const failure = Failure.from(error);
      const isWrong = failure.code === "accounts.wrong_credentials";
      setText(general, isWrong ? t("console.sign.wrong") : failure.explanation);
      general.hidden = false;
      // A code works once: the next try needs the next one.
      code.value = "";
      code.focus();
    } finally {
      submit.disabled = false;
      setText(submit, t("sign.in"));
    }
  }

  const waiting = el("div");
  scope.watch(context.arrived, (arrived) => {
    fill(waiting, arrived !== null && notice("phone", t("console.sign.caseWaits")));
  });
  return el(
    "div", { class: "view console-view" },
    el("header", { class: "view-head" }, el("h1", {}, t("console.sign.title"))),
    el(
      "section", { class: "sign" },
      waiting, el("p", { class: "sign-reason" }, t("console.sign.reason")), form,
      el("p", { class: "quiet" }, t("console.sign.help")), languageMenu((error) => context.report(error)),
    ),
  );
}

function revealButton(password: HTMLInputElement): HTMLElement {
  const reveal = el("button", {
    type: "button", class: "button-icon", "aria-label": t("sign.show"), "aria-pressed": "false",
    onclick: () => {
      const isShown = password.type === "text";
      password.type = isShown ? "password" : "text";
      reveal.setAttribute("aria-pressed", String(!isShown));
      fill(reveal, icon(isShown ? "eye" : "eyeOff"));
    },
  }, icon("eye"));
  return reveal;
}
