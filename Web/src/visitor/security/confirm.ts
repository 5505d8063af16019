import * as api from "../../api";
import type { Account } from "../../api";
import { ask, Failure } from "../../client";
import { el } from "../../dom";
import { t } from "../../i18n";
import type { IconName } from "../../icons";
import { button, working } from "../../ui/button";
import { cancelButton, type Dialog, dialog, dialogActions, formDialog } from "../../ui/dialog";
import { faultLine } from "../../ui/field";
import type { Context } from "../context";
import { proofFields } from "./parts";

/** A way to show once more who one is, besides the password. */
export interface Way {
  picture: IconName;
  /** What its button says. */
  label: () => string;
  /** Whether this account has it and this browser can. */
  isOpen: (account: Account) => Promise<boolean>;
  /** Shows the server who it is; once it is done the session counts as confirmed. It throws when that failed. */
  show: () => Promise<void>;
}

/** The ways besides the password; what brings one adds it. */
export const ways: Way[] = [];

/** Does something that may ask for the owner; when it does, the owner is asked, and it is done again. */
export async function confirmed<T>(context: Context, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (Failure.from(error).code !== "accounts.confirmation_needed") throw error;
    // Whoever does not want to show it is told that nothing has changed, as of any other refusal.
    if (!(await confirmOwner(context))) throw error;
    return action();
  }
}

/** Asks the owner to show once more who they are; true once the server knows. */
export async function confirmOwner(context: Context): Promise<boolean> {
  const [account, security] = await Promise.all([ask(api.account), ask(api.security)]);
  const open: Way[] = [];
  for (const way of ways) if (await way.isOpen(account)) open.push(way);
  const title = t("account.confirm.title");
  if (!account.hasPassword) return withoutPassword(title, open);
  const fields = proofFields(security.needsCode);
  return formDialog({
    title, text: t("account.confirm.text"), action: t("security.continue"), fields: fields.elements,
    others: (send) => open.map((way) => button("plain", way.picture, way.label(), () => void send(way.show))),
    read: () => {
      const proof = fields.read();
      return proof === null ? null : () => ask((options) => api.confirmOwner(proof, options));
    },
    explain: fields.explain, onEnded: (failure) => context.report(failure),
  });
}

/** The same for an account that has no password; one that has no other way here either is told so. */
async function withoutPassword(title: string, open: readonly Way[]): Promise<boolean> {
  let isDone = false;
  const fault = faultLine();
  const buttons = open.map((way) => {
    const choice: HTMLButtonElement = button("primary", way.picture, way.label(), () =>
      working(choice, async () => {
        fault.hide();
        try {
          await way.show();
          isDone = true;
          box.close();
        } catch (error) {
          fault.show(Failure.from(error).explanation);
        }
      }),
    );
    return choice;
  });
  const text = open.length === 0 ? t("account.confirm.none") : t("account.confirm.text");
  const box: Dialog = dialog(
    title, el("p", {}, text), fault.element, dialogActions(cancelButton(() => box.close()), ...buttons),
  );
  await box.open();
  return isDone;
}
