import { Failure } from "../client";
import type { Child } from "../dom";
import { withTexts } from "../texts";
import { formDialog } from "../ui/dialog";
import type { MarketContext } from "./context";

/** What asks for the owner comes with its words when it is needed. */
const parts = withTexts(["owner", "passkeys"], async () => {
  const [confirm, passkey, proof] = await Promise.all([import("../owner/confirm"), import("../owner/passkey"), import("../owner/proof")]);
  return { ...confirm, ...passkey, ...proof };
});

/** Does something that may ask for the owner; when it does, the owner is asked, and it is done again. */
export async function confirmed<T>(context: MarketContext, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const { code } = Failure.from(error);
    if (!code.startsWith("accounts.")) throw error;
    // What is said of accounts comes with what asks for their owners.
    const owner = await parts.load();
    if (code !== "accounts.confirmation_needed") throw error;
    return owner.confirmed(context, action);
  }
}

/** What is asked once more before money leaves. */
export interface Consent {
  title: string;
  /** What is about to happen: where to, how much. */
  facts: readonly Child[];
  /** What the button says. */
  action: string;
  /** What the account is known to be asked for: with a code, there is a field for it at once. */
  asksCode: boolean;
}

/**
 * Sends away money: it is shown once more what, with a field for a code where the account asks for one; a passkey is
 * asked for when the server wants it. What it was answered; nothing for whoever closes the dialog and has sent nothing.
 */
export async function consented<T>(
  context: MarketContext, consent: Consent, send: (code: string | undefined) => Promise<T>,
): Promise<T | undefined> {
  const owner = await parts.load().catch((error: unknown) => context.report(error));
  if (owner === undefined) return undefined;
  const code = owner.codeField(true);
  code.element.hidden = !consent.asksCode;
  let answer: T | undefined;
  await formDialog({
    title: consent.title, action: consent.action, fields: [...consent.facts, code.element],
    read: () => {
      code.forgive();
      const isAsked = !code.element.hidden;
      if (isAsked && code.code() === "") {
        code.blame(code.missing());
        return null;
      }
      return async () => {
        answer = await sent(context, () => send(isAsked ? code.code() : undefined), owner.confirmWithPasskey);
      };
    },
    explain: (failure) => {
      const isAboutCode = failure.code === "accounts.code_needed" || failure.code === "accounts.wrong_code";
      if (!isAboutCode) return false;
      code.element.hidden = false;
      code.input.value = "";
      code.blame(failure.explanation);
      return true;
    },
    onEnded: (failure) => context.report(failure),
  });
  return answer;
}

/** Sends, and once more after the passkey or the owner that the server asked for was shown. */
async function sent<T>(context: MarketContext, send: () => Promise<T>, confirmWithPasskey: () => Promise<void>): Promise<T> {
  try {
    return await confirmed(context, send);
  } catch (error) {
    if (Failure.from(error).code !== "accounts.passkey_needed") throw error;
    await confirmWithPasskey();
    return confirmed(context, send);
  }
}

/** Sends what was shown already: a passkey is asked for when the server wants one, a code is not. */
export async function authorized<T>(context: MarketContext, send: () => Promise<T>): Promise<T> {
  return sent(context, send, async () => (await parts.load()).confirmWithPasskey());
}
