import * as api from "../../api";
import { ask, Failure } from "../../client";
import { type Child, el, fill, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { TabSecret } from "../../tabsecret";
import { linkButton, submitButton } from "../../ui/button";
import { faultLine, field, passwordInput } from "../../ui/field";
import { focusable } from "../security/parts";
import type { ViewInput } from "./view";

/** The token of the link that was followed, which is taken out of the address: nobody finds it in the history. */
function takeToken(place: string): TabSecret {
  const given = /[?&]token=([\w-]{1,100})/.exec(window.location.hash)?.[1];
  if (given !== undefined) window.history.replaceState(null, "", `#/${place}`);
  return new TabSecret(`cerca.token.${place}`, given);
}

/** A new password: by a link from a mail, or by asking for such a mail. */
export function resetView(input: ViewInput): HTMLElement {
  const place = el("div", { class: "sign" });
  const token = takeToken("reset");
  fill(place, token.value === "" ? askForm(place, input) : newPasswordForm(place, token, input));
  return view(t("account.reset.title"), place);
}

/** A change of address is taken back by a link from a mail. */
export function undoView(input: ViewInput): HTMLElement {
  const place = el("div", { class: "sign" });
  const taken = takeToken("undo");
  const token = tokenField(taken.value);
  const text = el("p", {}, t("account.undo.text"));
  const form = linkForm(taken, t("account.undo.do"), [token.element], () => {
    const typed = token.read();
    return typed === null ? null : () => ask((options) => api.undoEmail({ token: typed }, options));
  }, () => {
    void input.context.session.check();
    done(place, t("account.undo.done"), linkButton("primary", "#/reset", t("account.reset.title")));
  });
  fill(place, text, form);
  return view(t("account.undo.title"), place);
}

function askForm(place: HTMLElement, input: ViewInput): HTMLElement {
  const email = el("input", {
    id: uniqueId("email"), type: "email", name: "email", autocomplete: "username", inputmode: "email",
    autocapitalize: "none", spellcheck: "false",
  });
  const emailField = field(t("sign.email"), email, t("account.reset.hint"));
  const form = linkForm(null, t("account.reset.ask"), [emailField.element], () => {
    emailField.forgive();
    const typed = email.value.trim();
    if (typed !== "" && email.validity.valid) {
      return () => ask((options) => api.requestReset({ email: typed }, options));
    }
    emailField.blame(t("problem.accounts.invalid_email"));
    return null;
  }, () => {
    // A mail without a link has the code alone.
    const lead = focusable(t("account.reset.sent"));
    fill(place, lead, newPasswordForm(place, null, input));
    lead.focus();
  });
  return form;
}

function newPasswordForm(place: HTMLElement, taken: TabSecret | null, input: ViewInput): HTMLElement {
  const token = tokenField(taken?.value ?? "");
  const secret = passwordInput("new-password");
  const secretField = field(t("account.password.new"), secret.input, t("sign.passwordHint"), secret.element);
  return linkForm(taken, t("account.reset.set"), [token.element, secretField.element], () => {
    secretField.forgive();
    const [typed, newPassword] = [token.read(), secret.input.value];
    if (typed === null) return null;
    if (newPassword !== "") return () => ask((options) => api.resetPassword({ token: typed, newPassword }, options));
    secretField.blame(t("sign.passwordMissing"));
    return null;
  }, () => {
    void input.context.session.check();
    done(place, t("account.reset.done"), linkButton("primary", "#/me", t("sign.in")));
  }, (failure) => {
    if (!failure.code.startsWith("accounts.password")) return false;
    secretField.blame(failure.explanation);
    return true;
  });
}

/** A field for what a mail carries; nothing to see when the link brought it. */
function tokenField(given: string): { element: HTMLElement; read: () => string | null } {
  const input = el("input", {
    id: uniqueId("token"), type: "text", name: "token", autocomplete: "off", spellcheck: "false", autocapitalize: "none",
    maxlength: 100,
  });
  const one = field(t("account.token"), input, t("account.token.hint"));
  input.value = given;
  one.element.hidden = given !== "";
  return {
    element: one.element,
    read: () => {
      one.forgive();
      const typed = input.value.trim();
      if (/^[\w-]+$/.test(typed)) return typed;
      one.blame(t("account.token.missing"));
      return null;
    },
  };
}

/** A form of a page that a link from a mail opens; the token that it came with is forgotten once it was used. */
function linkForm(
  taken: TabSecret | null, action: string, fields: readonly Child[], read: () => (() => Promise<unknown>) | null, isDone: () => void,
  explain: (failure: Failure) => boolean = () => false,
): HTMLElement {
  const fault = faultLine();
  const submit = submitButton(action);
  const form = el("form", { class: "sign-in", novalidate: true }, ...fields, fault.element, submit.element);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    fault.hide();
    const work = read();
    if (work === null) return;
    const sent = submit.during(work).then(() => {
      taken?.forget();
      isDone();
    });
    sent.catch((error) => {
      const failure = Failure.from(error);
      if (failure.code === "accounts.link_ended") taken?.forget();
      if (!explain(failure)) fault.show(failure.explanation);
    });
  });
  return form;
}

/** Says what became of it, in place of the form. */
function done(place: HTMLElement, text: string, next: HTMLElement): void {
  const lead = focusable(text);
  fill(place, lead, next);
  lead.focus();
}

function view(title: string, place: HTMLElement): HTMLElement {
  return el(
    "div", { class: "view" }, el("header", { class: "view-head" }, el("h1", {}, title)),
    el("div", { class: "view-body" }, place),
  );
}
