import * as api from "../api";
import type { VenueRoleName } from "../api";
import { ask, Failure } from "../client";
import { el, fill, uniqueId } from "../dom";
import { t } from "../i18n";
import { passkeyButton } from "../owner/passkeysignin";
import { recall } from "../storage";
import { codeCharacters } from "../typed";
import { notice } from "../ui/banner";
import { button, linkButton, submitButton, working } from "../ui/button";
import { faultLine, field, passwordInput } from "../ui/field";
import { languageMenu } from "../ui/menu";
import type { Toasts } from "../ui/toasts";
import type { ConsoleSession } from "./session";

const codeDigits = 6;

/** Sign-in to a venue's console: address, password and a code of the authenticator app, or a passkey alone. */
export function consoleSignIn(session: ConsoleSession, toasts: Toasts, ...before: HTMLElement[]): HTMLElement {
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
    code: field(t("sign.code"), code, t("work.sign.codeHint")),
  };
  const fault = faultLine();
  const submit = submitButton(t("sign.in"));
  const passkey = passkeyButton(t("passkeys.signIn"), (assertion) => {
    fault.hide();
    return session.signInWithPasskey(assertion);
  }, explain);
  const form = el(
    "form", { class: "sign-in", novalidate: true },
    fields.email.element, fields.password.element, fields.code.element, fault.element, submit.element, passkey,
  );

  function explain(failure: Failure): void {
    if (failure.code === "passkeys.unavailable") passkey?.remove();
    const isWrong = failure.code === "accounts.wrong_credentials";
    const isRefused = failure.code === "passkeys.refused";
    fault.show(isWrong ? t("work.sign.wrong") : isRefused ? t("work.sign.passkeyRefused") : failure.explanation);
  }

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
      await submit.during(() => session.signIn(credentials));
    } catch (error) {
      explain(Failure.from(error));
      // A code works once: the next try needs the next one.
      code.value = "";
      code.focus();
    }
  }

  return el(
    "div", { class: "view work-view" },
    el("header", { class: "view-head" }, el("h1", {}, t(`work.sign.${session.role}`))),
    el(
      "section", { class: "sign" },
      ...before,
      el("p", { class: "sign-reason" }, t("work.sign.reason")), form,
      // The same for everybody: whether an address has a role, or a factor, is told to nobody who is not signed in to it.
      el("details", { class: "work-help" },
        el("summary", {}, t("work.sign.help")), el("p", {}, t("work.sign.helpFactor")), el("p", {}, t("work.sign.helpRole")),
        el("p", {}, el("a", { href: "/#/me" }, t("work.sign.toAccount")))),
      languageMenu((error) => toasts.show({ text: Failure.from(error).explanation, tone: "bad" })),
    ),
  );
}

/** In a demo, the doors that stand open; nothing on any other server. */
export function demoDoors(session: ConsoleSession): HTMLElement {
  const place = el("div", { class: "work-list", "data-demo": "" });
  const fault = faultLine();
  session.clock.ask().then(
    ({ entrances, password }) => {
      const doors = entrances.filter(({ role }) => role === session.role).map(({ name }) => {
        const text = session.role === "merchant" ? t("work.demo.merchant", { name }) : t("work.demo.operator", { name });
        const door: HTMLButtonElement = button("primary", "key", text, () => working(door, async () => {
          try {
            await session.enterDemo();
          } catch (error) {
            fault.show(Failure.from(error).explanation);
          }
        }));
        return door;
      });
      if (doors.length === 0) return;
      fill(
        place, notice("wand", t("work.demo.title")), ...doors, fault.element,
        password !== undefined && el("p", { class: "quiet" }, t("work.demo.password", { password })));
    },
    // The form below is whole without it.
    () => undefined,
  );
  return place;
}

/**
 * What somebody who is signed in to their own account, and has the role already, still needs; nothing for others.
 *
 * It asks about nobody but the session of this browser, so it tells a stranger nothing of any address.
 */
export function waitingRoles(role: VenueRoleName): HTMLElement {
  const place = el("div", { class: "work-list" });
  if (recall("signed-in") === null) return place;
  ask(api.ownVenueRoles).then(
    ({ email, roles, hasFactor }) => {
      const places = roles.filter((one) => one.role === role).map(({ shop, venueName }) => shop?.name ?? venueName);
      if (hasFactor || places.length === 0) return;
      fill(
        place, notice("lock", t("work.sign.pending", { places: places.join(", "), email }), "warn"),
        linkButton("plain", "/#/me/security", t("work.sign.toFactor")));
    },
    // The form below is whole without it.
    () => undefined,
  );
  return place;
}
