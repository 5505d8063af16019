import * as api from "../../api";
import type { Account, MailboxChallenge, MailboxProof, Security } from "../../api";
import { ask, Failure } from "../../client";
import { el, uniqueId } from "../../dom";
import { t } from "../../i18n";
import type { Scope } from "../../observable";
import type { Resource } from "../../remote";
import { codeCharacters } from "../../typed";
import { notice } from "../../ui/banner";
import { button, working } from "../../ui/button";
import { formDialog } from "../../ui/dialog";
import { field } from "../../ui/field";
import { remote } from "../../ui/states";
import type { Context } from "../context";
import { confirmed } from "../../owner/confirm";
import { part } from "./parts";

/** The address of the account: how far it is proved, what is closed until then, and how it becomes another one. */
export function addressPart(context: Context, scope: Scope, security: Resource<Security>): HTMLElement {
  const account = context.session.account;
  // Whether the server sends mail is known with what else it says of security.
  const standing = remote(scope, security, ({ canApproveDevices }) =>
    remote(scope, account, (value) => value && state(value, canApproveDevices)),
  );

  function state(value: Account, sendsMail: boolean): HTMLElement {
    const prove: HTMLButtonElement = button("primary", "mail", t("account.proof.send"), () =>
      working(prove, () => run(proveMailbox)),
    );
    const change = button("plain", "pencil", t("account.address.change"), () => void run(changeAddress));
    const closed = value.proof === "none" ? t("account.proof.none") : t("account.proof.trading");
    return el(
      "div", { class: "security-stack" },
      el("p", { class: "account-address" }, value.email),
      value.proof === "mailbox"
        ? el("p", { class: "quiet" }, t("account.proof.mailbox"))
        : notice("alert", sendsMail ? closed : `${closed} ${t("account.proof.operator")}`, "warn"),
      sendsMail && el("div", { class: "actions" }, value.proof !== "mailbox" && prove, change),
    );
  }

  async function run(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      context.report(error);
    }
  }

  async function proveMailbox(): Promise<void> {
    const { challenge } = await ask(api.sendProof);
    const email = account.value?.email ?? "";
    await code(t("account.proof.title"), email, challenge, (proof) =>
      ask((options) => api.proveMailbox(proof, options)), t("account.proof.done"));
  }

  async function changeAddress(): Promise<void> {
    const email = el("input", {
      id: uniqueId("email"), type: "email", name: "email", autocomplete: "email", inputmode: "email",
      autocapitalize: "none", spellcheck: "false",
    });
    const emailField = field(t("account.address.new"), email, "");
    let answer: MailboxChallenge | null = null;
    await formDialog({
      title: t("account.address.change"), text: t("account.address.changeText"), action: t("security.continue"),
      fields: [emailField.element],
      read: () => {
        emailField.forgive();
        const typed = email.value.trim();
        if (typed === "" || !email.validity.valid) {
          emailField.blame(t("problem.accounts.invalid_email"));
          return null;
        }
        return async () => {
          answer = await confirmed(context, () => ask((options) => api.changeEmail({ email: typed }, options)));
        };
      },
      explain: (failure) => {
        if (failure.code !== "accounts.invalid_email") return false;
        emailField.blame(failure.explanation);
        return true;
      },
      onEnded: (failure) => context.report(failure),
    });
    const challenge = (answer as MailboxChallenge | null)?.challenge;
    if (challenge === undefined) return;
    await code(t("account.address.change"), email.value.trim(), challenge, (proof) =>
      ask((options) => api.confirmEmail(proof, options)), t("account.address.done"));
  }

  /** Asks for the code that went to an address. */
  async function code(
    title: string, email: string, challenge: string, send: (proof: MailboxProof) => Promise<void>, done: string,
  ): Promise<void> {
    const input = el("input", {
      id: uniqueId("code"), type: "text", name: "code", autocomplete: "one-time-code", inputmode: "numeric",
      maxlength: 12, spellcheck: "false", class: "code-input",
    });
    const codeField = field(t("sign.device.code"), input, t("sign.mailbox.hint"));
    const isDone = await formDialog({
      title, text: t("sign.mailbox.lead", { email }), action: t("account.confirm.code"), fields: [codeField.element],
      read: () => {
        codeField.forgive();
        const typed = codeCharacters(input.value);
        if (typed.length === 6) return () => send({ challenge, code: typed });
        codeField.blame(t("sign.mailbox.missing"));
        return null;
      },
      explain: (failure: Failure) => {
        if (failure.code !== "accounts.wrong_code") return false;
        input.value = "";
        codeField.blame(t("sign.device.wrong"));
        return true;
      },
      onEnded: (failure) => context.report(failure),
    });
    if (!isDone) return;
    context.toasts.show({ key: "security", text: done });
    await context.session.reload();
    standing.querySelector("button")?.focus();
  }

  return part("address", t("sign.email"), t("account.address.text"), standing);
}
