import * as api from "../../api";
import type { Credentials, PasskeyAssertion } from "../../api";
import { ask, Failure } from "../../client";
import { el, fill, setText, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { icon } from "../../icons";
import { segmented } from "../../ui/menu";
import type { Context } from "../context";
import { deviceStep, mailboxStep } from "../security/devicestep";
import { identities } from "../identities/identities";
import { codeField } from "../../owner/proof";
import { offerInField, passkeyButton } from "../../owner/passkeysignin";

type Mode = "in" | "up";

const shortestPassword = 8;

/**
 * Sign-in and sign-up in one form: the same two fields, and errors beside the field that they are about.
 *
 * The server may ask for more: a code of the second factor, which joins the two fields, or the approval of this device
 * by a code from a mail, which takes their place.
 */
export function signInForm(context: Context, reason: string): HTMLElement {
  let mode: Mode = "up";
  const email = el("input", {
    id: uniqueId("email"), type: "email", name: "email", autocomplete: "username webauthn", inputmode: "email", required: true,
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
  const code = codeField(true);
  const factor = passkeyButton(t("passkeys.inPlaceOfCode"), (assertion) => signInWith(assertion), explain);
  const second = el("div", { class: "sign-second", hidden: true }, el("p", { role: "status" }), code.element, factor);
  const secret = el("div", { class: "password" }, password, revealButton(password));
  const forgot = el("a", { class: "button-text", href: "#/reset" }, t("sign.forgot"));
  const passkey = passkeyButton(t("passkeys.signIn"), enter, explain);
  const form = el(
    "form",
    { class: "sign-in", novalidate: true },
    field(t("sign.email"), email, email, emailFault),
    field(t("sign.password"), password, secret, hint, passwordFault),
    second,
    general,
    submit,
    forgot,
    passkey,
  );

  function setMode(value: Mode): void {
    mode = value;
    password.setAttribute("autocomplete", mode === "up" ? "new-password" : "current-password");
    setText(submit, mode === "up" ? t("sign.up") : t("sign.in"));
    setText(hint, mode === "up" ? t("sign.passwordHint") : "");
    forgot.hidden = mode === "up";
    if (mode === "up") askCode(false);
    clearFaults();
  }

  /** Shows or hides the field for a code; what it is for is said as it comes. */
  function askCode(isAsked: boolean): void {
    code.reset();
    second.hidden = !isAsked;
    if (second.firstElementChild) setText(second.firstElementChild, isAsked ? t("sign.code.lead") : "");
    if (isAsked) code.input.focus();
  }

  function clearFaults(): void {
    for (const [input, line] of [[email, emailFault], [password, passwordFault]] as const) {
      line.hidden = true;
      input.removeAttribute("aria-invalid");
    }
    code.forgive();
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
    if (failure.code === "accounts.code_needed") return askCode(true);
    if (failure.code === "passkeys.unavailable") passkey?.remove();
    if (failure.code === "accounts.wrong_code" && !second.hidden) {
      // A code works once: the next try needs the next one.
      code.input.value = "";
      return code.blame(failure.explanation);
    }
    if (failure.code === "accounts.device_unapproved" && failure.challenge !== null) return approve(failure.challenge);
    if (failure.code === "accounts.mailbox_unproved" && failure.challenge !== null) {
      return proveMailbox(failure.challenge);
    }
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
    if (!second.hidden && code.code() === "") return code.blame(code.missing());
    void send();
  });

  function typed(): Credentials {
    const credentials: Credentials = { email: email.value.trim(), password: password.value };
    if (!second.hidden) credentials.code = code.code();
    return credentials;
  }

  async function send(): Promise<void> {
    const credentials = typed();
    submit.disabled = true;
    setText(submit, t("sign.working"));
    try {
      await (mode === "up" ? context.session.signUp(credentials) : context.session.signIn(credentials));
      signedIn();
    } catch (error) {
      explain(Failure.from(error));
    } finally {
      submit.disabled = false;
      setText(submit, mode === "up" ? t("sign.up") : t("sign.in"));
    }
  }

  /** Signs in with a passkey alone. */
  async function enter(assertion: PasskeyAssertion): Promise<void> {
    clearFaults();
    await context.session.signInWithPasskey(assertion);
    signedIn();
  }

  /** Signs in with the password and a passkey in place of a code. */
  async function signInWith(assertion: PasskeyAssertion): Promise<void> {
    clearFaults();
    await context.session.signIn({ email: email.value.trim(), password: password.value, passkey: assertion });
    signedIn();
  }

  /** The form goes with what it was for: the focus goes to what comes in its place. */
  function signedIn(): void {
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  }

  /** Puts a step in place of the form, which keeps what was typed. */
  function inPlace(step: HTMLElement): void {
    for (const part of parts) part.hidden = true;
    form.before(step);
    step.querySelector("input")?.focus();
  }

  /** Puts the form back in place of a step. */
  function back(step: HTMLElement): void {
    step.remove();
    for (const part of parts) part.hidden = false;
  }

  /** The step in which this device is approved. */
  function approve(challenge: string): void {
    const address = email.value.trim();
    const step = deviceStep(challenge, address, {
      send: async (given) => {
        await context.session.approveDevice(given);
        signedIn();
      },
      // The code of the second factor is used up: if the account has one, the form asks for the next.
      again: async () => {
        try {
          await context.session.signIn({ email: address, password: password.value });
          signedIn();
        } catch (error) {
          const failure = Failure.from(error);
          if (failure.code === "accounts.device_unapproved" && failure.challenge !== null) return failure.challenge;
          if (failure.code !== "accounts.code_needed") throw failure;
          back(step);
          askCode(true);
        }
        return null;
      },
      back: () => {
        back(step);
        askCode(false);
        email.focus();
      },
    });
    inPlace(step);
  }

  /** The step in which the mailbox of a new account is proved. */
  function proveMailbox(challenge: string): void {
    const address = email.value.trim();
    const step = mailboxStep(challenge, address, {
      send: async (given) => {
        await context.session.confirmSignUp(given);
        signedIn();
      },
      again: async () => {
        try {
          await context.session.signUp({ email: address, password: password.value });
          signedIn();
        } catch (error) {
          const failure = Failure.from(error);
          if (failure.code === "accounts.mailbox_unproved" && failure.challenge !== null) return failure.challenge;
          throw failure;
        }
        return null;
      },
      back: () => {
        back(step);
        email.focus();
      },
    });
    inPlace(step);
  }

  setMode(mode);
  // Once the form is on the page.
  window.setTimeout(() => void offerInField(email, enter, explain));
  const modes = [{ value: "up" as const, label: t("sign.up") }, { value: "in" as const, label: t("sign.in") }];
  const others = el("div", { class: "sign-others" });
  // The form is whole without them; where no provider is configured nothing more is fetched.
  offer(others).catch(() => undefined);
  const parts = [
    el("p", { class: "sign-reason" }, reason), segmented(t("sign.mode"), modes, mode, setMode), form, others,
    el("p", { class: "quiet" }, t("sign.privacy")),
  ];
  return el("section", { class: "sign" }, ...parts);
}

/** Offers the providers with whose identities one may sign in here. */
async function offer(place: HTMLElement): Promise<void> {
  const { providers } = await ask(api.identityProviders);
  if (providers.length > 0) (await identities.load()).offerProviders(place, providers);
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
