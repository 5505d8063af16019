import * as api from "../api";
import { ask } from "../client";
import { t } from "../i18n";
import { knowsPasskeys, usePasskey } from "../webauthn";
import { ways } from "./confirm";

/** Shows the server once more, by a passkey, who its owner is; it counts for five minutes. */
export async function confirmWithPasskey(): Promise<void> {
  const assertion = await usePasskey(await ask(api.beginPasskeyConfirmation));
  await ask((options) => api.confirmOwnerWithPasskey(assertion, options));
}

ways.push(async () => {
  if (!knowsPasskeys() || (await ask(api.passkeys)).passkeys.length === 0) return [];
  return [{ picture: "key", label: () => t("passkeys.confirm"), show: () => confirmWithPasskey() }];
});
