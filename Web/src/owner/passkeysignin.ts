import * as api from "../api";
import type { PasskeyAssertion } from "../api";
import { ask, Failure } from "../client";
import { button, working } from "../ui/button";
import { forgetPasskey, knowsPasskeys, offersInFields, usePasskey } from "../webauthn";

/** How long a challenge waits in a field before it is asked for anew, in milliseconds: a minute less than it holds. */
const renewal = 240_000;

/** Has a passkey answer a challenge of the server and hands over what it says; a passkey nobody knows is forgotten. */
export async function withPasskey(
  use: (assertion: PasskeyAssertion) => Promise<void>, inField = false,
): Promise<void> {
  const asked = await ask(api.beginPasskeySignIn);
  const assertion = await usePasskey(asked, inField);
  try {
    await use(assertion);
  } catch (error) {
    const failure = Failure.from(error);
    if (failure.code === "passkeys.refused") forgetPasskey(asked.party, assertion.credential);
    throw failure;
  }
}

/** The button that signs in with a passkey; null where this browser, or this address, knows none. */
export function passkeyButton(
  text: string, use: (assertion: PasskeyAssertion) => Promise<void>, explain: (failure: Failure) => void,
): HTMLButtonElement | null {
  if (!knowsPasskeys()) return null;
  const one = button("plain", "key", text, () =>
    working(one, () => withPasskey(use).catch((error: unknown) => explain(Failure.from(error)))),
  );
  return one;
}

/** Offers passkeys in the list of a field for as long as the field is on the page, where the browser can. */
export async function offerInField(
  field: HTMLElement, use: (assertion: PasskeyAssertion) => Promise<void>, explain: (failure: Failure) => void,
): Promise<void> {
  if (!(await offersInFields())) return;
  while (field.isConnected) {
    let isChosen = false;
    const answer = withPasskey((assertion) => {
      isChosen = true;
      return use(assertion);
    }, true);
    const next = new Promise<"renew">((resolve) => window.setTimeout(() => resolve("renew"), renewal));
    const outcome = await Promise.race([next, answer.then(() => null, Failure.from)]);
    if (outcome === "renew") continue;
    // Whoever chose no passkey is told nothing: another question took its place, or the server offers none.
    if (outcome === null || !isChosen) return;
    explain(outcome);
  }
}
