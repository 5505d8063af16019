import type { Context } from "../context";
import { Failure } from "../client";
import { el, fill, setText, uniqueId } from "../dom";
import { t } from "../i18n";
import { icon } from "../icons";
import { segmented } from "../controls";

type Mode = "in" | "up";

const shortestPassword = 8;

/** Sign-in and sign-up in one form: the same two fields, and errors beside the field that they are about. */
export function signInForm(context: Context, reason: string): HTMLElement {
  let mode: Mode = "up";
  const email = el("input", {
    id: uniqueId("email"), type: "email", name: "email", autocomplete: "username", inputmode: "email", required: true,
    autocapitalize: "none", spellcheck: "false",
  });
  const password = el("input", {
    id: uniqueId("password"), type: "password", name: "password", required: true, maxlength: 256,
  });
  const emailFault = faultLine(email);
  const passwordFault = faultLine(password);
  const general = el("p", { class: "form-fault", role: "alert", hidden: true });
  const hint = el("p", { class: "field-hint" });
  const submit = el("button", { type: "submit", class: "button button-primary" });
  const secret = el("div", { class: "password" }, password, revealButton(password));
  const form = el(
    "form",
    { class: "sign-in", novalidate: true },
    field(t("sign.email"), email, email, emailFault),
    field(t("sign.password"), password, secret, hint, passwordFault),
    general,
    submit,
  );

  function setMode(value: Mode): void {
    mode = value;
    password.setAttribute("autocomplete", mode === "up" ? "new-password" : "current-password");
    setText(submit, mode === "up" ? t("sign.up") : t("sign.in"));
    setText(hint, mode === "up" ? t("sign.passwordHint") : "");
    clearFaults();
  }

  function clearFaults(): void {
    for (const [input, line] of [[email, emailFault], [password, passwordFault]] as const) {
      line.hidden = true;
      input.removeAttribute("aria-invalid");
    }
    general.hidden = true;
  }

  function blame(input: HTMLInputElement, line: HTMLElement, text: string): void {
    setText(line, text);
    line.hidden = false;
    input.setAttribute("aria-invalid", "true");
    input.focus();
  }

  /** Puts a failure where the reader can mend it. */
  function explain(failure: Failure): void {
    const path = failure.faults[0]?.path ?? "";
    if (failure.code.startsWith("accounts.password") || path.includes("password")) {
      blame(password, passwordFault, failure.explanation);
    } else if (/^accounts\.(invalid_email|email_)/.test(failure.code) || path.includes("email")) {
      blame(email, emailFault, failure.explanation);
    } else {
      setText(general, failure.explanation);
      general.hidden = false;
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearFaults();
    if (!email.validity.valid) return blame(email, emailFault, t("problem.accounts.invalid_email"));
    const bytes = new TextEncoder().encode(password.value).length;
    if (mode === "in" && bytes === 0) return blame(password, passwordFault, t("sign.passwordMissing"));
    if (mode === "up" && bytes < shortestPassword) {
      return blame(password, passwordFault, t("problem.accounts.password_too_short"));
    }
    void send();
  });

  async function send(): Promise<void> {
    const credentials = { email: email.value.trim(), password: password.value };
    submit.disabled = true;
    setText(submit, t("sign.working"));
    try {
      await (mode === "up" ? context.session.signUp(credentials) : context.session.signIn(credentials));
    } catch (error) {
      explain(Failure.from(error));
    } finally {
      submit.disabled = false;
      setText(submit, mode === "up" ? t("sign.up") : t("sign.in"));
    }
  }

  setMode(mode);
  const modes = [{ value: "up" as const, label: t("sign.up") }, { value: "in" as const, label: t("sign.in") }];
  return el(
    "section",
    { class: "sign" },
    el("p", { class: "sign-reason" }, reason),
    segmented(t("sign.mode"), modes, mode, setMode),
    form,
    el("p", { class: "quiet" }, t("sign.privacy")),
  );
}

function field(label: string, input: HTMLInputElement, ...parts: HTMLElement[]): HTMLElement {
  return el("div", { class: "field" }, el("label", { for: input.id }, label), ...parts);
}

function faultLine(input: HTMLInputElement): HTMLElement {
  const line = el("p", { class: "field-fault", id: `${input.id}-fault`, role: "alert", hidden: true });
  input.setAttribute("aria-describedby", line.id);
  return line;
}

function revealButton(password: HTMLInputElement): HTMLElement {
  const reveal = el("button", {
    type: "button", class: "button-icon", "aria-label": t("sign.show"), "aria-pressed": "false",
    onclick: () => {
      const shown = password.type === "text";
      password.type = shown ? "password" : "text";
      reveal.setAttribute("aria-pressed", String(!shown));
      fill(reveal, icon(shown ? "eye" : "eyeOff"));
    },
  }, icon("eye"));
  return reveal;
}
