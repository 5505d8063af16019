import * as api from "../api";
import type { Account } from "../api";
import { ask, Failure } from "../client";
import { el } from "../dom";
import { t } from "../i18n";
import type { IconName } from "../icons";
import { button, working } from "../ui/button";
import { cancelButton, type Dialog, dialog, dialogActions, formDialog } from "../ui/dialog";
import { faultLine } from "../ui/field";
import { codeField, proofFields } from "./proof";

/** What tells the reader of a failure, and ends a session that the server knows no more. */
export interface Reporter {
  report(error: unknown): void;
}

/** A way to show once more who one is, besides the password. */
export interface Way {
  picture: IconName;
  /** What its button says. */
  label: () => string;
  /** Whether it asks for a code of the second factor first, where the account has one. */
  wantsCode?: boolean;
  /**
   * Shows the server who it is; once it is done the session counts as confirmed. It throws when that failed, and does not
   * end when the browser goes elsewhere.
   */
  show: (code?: string) => Promise<void>;
}

/** What finds the ways besides the password that this account has and this browser can; what brings some adds itself. */
export const ways: ((account: Account) => Promise<readonly Way[]>)[] = [];

/** Does something that may ask for the owner; when it does, the owner is asked, and it is done again. */
export async function confirmed<T>(reporter: Reporter, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (Failure.from(error).code !== "accounts.confirmation_needed") throw error;
    // Whoever does not want to show it is told that nothing has changed, as of any other refusal.
    if (!(await confirmOwner(reporter))) throw error;
    return action();
  }
}

/** Asks the owner to show once more who they are; true once the server knows. */
export async function confirmOwner(reporter: Reporter): Promise<boolean> {
  const [account, security] = await Promise.all([ask(api.account), ask(api.security)]);
  const open: Way[] = [];
  for (const find of ways) open.push(...await find(account));
  const title = t("account.confirm.title");
  if (!account.hasPassword) return withoutPassword(title, open, security.needsCode);
  const fields = proofFields(security.needsCode);
  return formDialog({
    title, text: t("account.confirm.text"), action: t("security.continue"), fields: fields.elements,
    others: (send) => open.map((way) =>
      button("plain", way.picture, way.label(), () => {
        const code = way.wantsCode === true && security.needsCode ? fields.readCode() : undefined;
        if (code !== null) void send(() => way.show(code));
      })),
    read: () => {
      const proof = fields.read();
      return proof === null ? null : () => ask((options) => api.confirmOwner(proof, options));
    },
    explain: fields.explain, onEnded: (failure) => reporter.report(failure),
  });
}

/** The same for an account that has no password; one that has no other way here either is told so. */
async function withoutPassword(title: string, open: readonly Way[], needsCode: boolean): Promise<boolean> {
  let isDone = false;
  const fault = faultLine();
  const code = codeField(true);
  const asksCode = needsCode && open.some((way) => way.wantsCode);
  const buttons = open.map((way) => {
    const choice: HTMLButtonElement = button("primary", way.picture, way.label(), () =>
      working(choice, async () => {
        fault.hide();
        code.forgive();
        const isAsked = asksCode && way.wantsCode === true;
        if (isAsked && code.code() === "") {
          code.blame(code.missing());
          return;
        }
        try {
          await way.show(isAsked ? code.code() : undefined);
          isDone = true;
          box.close();
        } catch (error) {
          const failure = Failure.from(error);
          if (isAsked && failure.code === "accounts.wrong_code") {
            code.input.value = "";
            code.blame(failure.explanation);
          } else fault.show(failure.explanation);
        }
      }),
    );
    return choice;
  });
  const text = open.length === 0 ? t("account.confirm.none") : t("account.confirm.text");
  const box: Dialog = dialog(
    title, el("p", {}, text), asksCode && code.element, fault.element, dialogActions(cancelButton(() => box.close()), ...buttons),
  );
  await box.open();
  return isDone;
}
