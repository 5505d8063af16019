import * as api from "../api";
import { ask, Failure } from "../client";
import { t } from "../i18n";
import { button } from "../ui/button";
import { formDialog } from "../ui/dialog";
import { field, passwordInput } from "../ui/field";
import { keyPatience, type VaultContext } from "./context";
import { passkeyObstacle, useVaultPasskey } from "./passkey";

/**
 * Does `work`; when the item asks for a proof first, asks for the password and does it then.
 *
 * It is the desk that insists on the proof, not the page. Null when the reader did not give it.
 */
export async function proven<T>(context: VaultContext, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (Failure.from(error).code !== "vault.wrong_secret") throw error;
  }
  return (await askForProof(context)) ? await work() : null;
}

/** Asks for the password, or a passkey, in a dialog; true once the desk has taken it. */
function askForProof(context: VaultContext): Promise<boolean> {
  const secret = passwordInput("current-password");
  const secretField = field(t("sign.password"), secret.input, "", secret.element);
  const state = context.state.value;
  const passkeys = state?.vaults.find(({ user }) => user === state.user)?.passkeys ?? [];
  const usePasskey = async (): Promise<void> => {
    const passkey = await useVaultPasskey(passkeys);
    await ask((options) => api.vaultPageConfirm({ passkey, usesPlace: false }, options), keyPatience);
  };
  return formDialog({
    title: t("vault.proof.title"), text: t("vault.proof.text"), action: t("vault.proof.submit"),
    fields: [secretField.element],
    others: (send) => passkeys.length > 0 && passkeyObstacle() === null
      ? [button("plain", "key", t("vault.passkey.prove"), () => void send(usePasskey))] : [],
    read: () => {
      secretField.forgive();
      const password = secret.input.value;
      if (password !== "") {
        return () => ask((options) => api.vaultPageConfirm({ password, usesPlace: false }, options), keyPatience);
      }
      secretField.blame(t("sign.passwordMissing"));
      return null;
    },
    explain: () => {
      secret.input.value = "";
      return false;
    },
    onEnded: (failure) => context.report(failure),
  });
}
