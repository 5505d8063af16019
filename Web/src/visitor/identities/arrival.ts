import * as api from "../../api";
import type { Arrival, ArrivalProof, IdentityProvider } from "../../api";
import { ask, Failure } from "../../client";
import { el, uniqueId } from "../../dom";
import { known, t } from "../../i18n";
import { button } from "../../ui/button";
import { type Dialog, dialog, dialogActions, formDialog } from "../../ui/dialog";
import { field, passwordInput } from "../../ui/field";
import type { Context } from "../context";
import { codeField } from "../../owner/proof";

/** Where a browser goes on after a provider, as the server knows the places. */
const places = ["here", "offers", "shops", "me", "vault", "health"];

/** Buttons for the providers below the form; each sends the browser away, and back to the view that it left. */
export function offerProviders(place: HTMLElement, providers: readonly IdentityProvider[]): void {
  const route = window.location.hash.replace(/^#\//, "").split(/[/?]/)[0] ?? "";
  const back = places.includes(route) ? `?place=${route}` : "";
  place.append(
    el("p", { class: "quiet" }, t("identities.or")),
    ...providers.map((provider) =>
      el(
        "a", {
          class: "button", href: `/api/sign-in/${encodeURIComponent(provider.name)}${back}`,
          "data-provider": provider.name,
        },
        t("identities.continue", { provider: provider.label }),
      )),
  );
}

/** Finishes what a provider sent this browser back with; what came of it stands in the page's address. */
export async function comeBack(context: Context): Promise<void> {
  const word = new URLSearchParams(window.location.search).get("sign-in") ?? "";
  window.history.replaceState(null, "", window.location.pathname + window.location.hash);
  // Who called it off at the provider knows that; it is no fault.
  if (word === "identities.denied") return context.toasts.show({ key: "identity", text: t("identities.denied") });
  if (word === "untied") return explainEnd();
  if (word === "confirmed") {
    window.location.hash = "#/me/security";
    return context.toasts.show({ key: "identity", text: t("identities.confirmed") });
  }
  if (word !== "arrived") return tell(context, word);
  try {
    await go(context, await ask(api.arrival));
  } catch (error) {
    tell(context, Failure.from(error).code);
  }
}

/** What becomes of somebody's wish, told at a provider, that nothing of theirs stays here that came from there. */
async function explainEnd(): Promise<void> {
  const box: Dialog = dialog(
    t("identities.untied.title"), el("p", {}, t("identities.untied.text")),
    dialogActions(button("primary", "check", t("close"), () => box.close())),
  );
  await box.open();
}

function tell(context: Context, code: string): void {
  const text = known(`problem.${code}`) ?? t("identities.failed");
  context.toasts.show({ key: "identity", tone: "bad", text });
}

async function go(context: Context, arrival: Arrival): Promise<void> {
  const provider = arrival.provider;
  if (arrival.step === "connect") {
    await ask(api.linkIdentity);
    window.location.hash = "#/me/security";
    return context.toasts.show({ key: "identity", text: t("identities.linked", { provider }) });
  }
  const done = arrival.step === "create" ? t("identities.made", { provider }) : t("identities.entered", { provider });
  if (!(await signedIn(context, arrival))) return;
  context.toasts.show({ key: "identity", text: done });
}

/** Signs in, and asks for what the account wants to see first; false when the reader does not show it. */
async function signedIn(context: Context, arrival: Arrival): Promise<boolean> {
  let asksCode = false;
  if (arrival.step === "enter" || arrival.step === "create") {
    try {
      await context.session.arrive({});
      return true;
    } catch (error) {
      const failure = Failure.from(error);
      if (failure.challenge !== null) return approved(context, failure.challenge);
      if (failure.code !== "accounts.code_needed") throw failure;
      asksCode = true;
    }
  }
  return shown(context, arrival, asksCode);
}

/** The step in which somebody shows that an account with the same address, or one with a second factor, is theirs. */
async function shown(context: Context, arrival: Arrival, asksCode: boolean): Promise<boolean> {
  const secret = passwordInput("current-password");
  const secretField = field(t("sign.password"), secret.input, "", secret.element);
  const mailed = el("input", {
    id: uniqueId("code"), type: "text", name: "mailCode", autocomplete: "one-time-code", autocapitalize: "characters", spellcheck: "false",
    maxlength: 9, class: "code-input",
  });
  const mailField = field(t("identities.mailCode"), mailed, t("identities.mailCode.hint"));
  const code = codeField(true);
  const codePlace = el("div", { hidden: !asksCode }, code.element);
  let challenge: string | null = null;
  const isKnown = arrival.step === "enter";
  const isConfirm = arrival.step === "confirm";
  const words = { provider: arrival.provider, email: arrival.email ?? "" };
  const sent = el("p", { role: "status" });
  const others = isKnown || !arrival.sendsMail ? [] : [
    button("plain", "bell", t("identities.sendCode"), () => {
      ask(api.mailArrivalCode).then(
        () => {
          sent.textContent = t("identities.sent", { email: words.email });
          mailed.focus();
        },
        (error: unknown) => mailField.blame(Failure.from(error).explanation),
      );
    }),
  ];
  const isDone = await formDialog({
    title: t("identities.step.title", { provider: arrival.provider }),
    text: isKnown
      ? t("sign.code.lead")
      : isConfirm ? t("identities.step.confirm", words) : t("identities.step.clear", { email: words.email }),
    action: t("security.continue"),
    fields: [
      isConfirm && secretField.element, !isKnown && arrival.sendsMail && mailField.element, sent, codePlace,
      !isKnown && !isConfirm && !arrival.sendsMail && el("p", {}, t("problem.identities.no_mail")),
    ],
    others: () => others,
    read: () => {
      secretField.forgive();
      mailField.forgive();
      code.forgive();
      const proof: ArrivalProof = {};
      if (mailed.value.trim() !== "") proof.mailCode = mailed.value.trim();
      else if (isConfirm && secret.input.value !== "") proof.password = secret.input.value;
      else if (!isKnown) {
        (isConfirm ? secretField : mailField).blame(t(isConfirm ? "sign.passwordMissing" : "identities.mailCode.missing"));
        return null;
      }
      if (!codePlace.hidden) {
        if (code.code() === "") {
          code.blame(code.missing());
          return null;
        }
        proof.code = code.code();
      }
      return async () => {
        try {
          await context.session.arrive(proof);
        } catch (error) {
          // The device waits for a code of its own, which is asked for next.
          challenge = Failure.from(error).challenge;
          if (challenge === null) throw error;
        }
      };
    },
    explain: (failure) => {
      if (failure.code === "accounts.wrong_credentials") {
        secret.input.value = "";
        secretField.blame(t("security.password.wrong"));
      } else if (failure.code === "accounts.code_needed") {
        codePlace.hidden = false;
        code.input.focus();
      } else if (failure.code === "accounts.wrong_code") {
        if (!codePlace.hidden) code.blame(failure.explanation);
        else mailField.blame(failure.explanation);
      } else return false;
      return true;
    },
    onEnded: (failure) => context.report(failure),
  });
  return challenge === null ? isDone : approved(context, challenge);
}

/** The step in which this device is approved by a code from a mail. */
function approved(context: Context, challenge: string): Promise<boolean> {
  const typed = el("input", {
    id: uniqueId("code"), type: "text", name: "code", autocomplete: "one-time-code", maxlength: 9, class: "code-input",
  });
  const one = field(t("identities.mailCode"), typed, t("identities.device"));
  return formDialog({
    title: t("identities.device.title"), action: t("security.continue"), fields: [one.element],
    read: () => () => context.session.approveDevice({ challenge, code: typed.value }),
    explain: (failure) => {
      one.blame(failure.explanation);
      return true;
    },
    onEnded: (failure) => context.report(failure),
  });
}
