import { api } from "../api";
import { ask, Failure } from "../client";
import { el, uniqueId } from "../dom";
import { t } from "../i18n";
import { keyPatience, type VaultContext } from "./context";
import { faultLine, field, passwordInput, submitButton } from "./parts";

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

/** Asks for the password in a dialog; true once the desk has taken it. */
function askForProof(context: VaultContext): Promise<boolean> {
  const id = uniqueId("proof");
  const secret = passwordInput("current-password");
  const secretField = field(t("sign.password"), secret.input, "", secret.element);
  const fault = faultLine();
  const submit = submitButton(t("vault.proof.submit"));
  return new Promise((resolve) => {
    const opener = document.activeElement;
    const cancel: HTMLButtonElement = el(
      "button", { type: "button", class: "button", onclick: () => dialog.close() }, t("vault.cancel"),
    );
    const form: HTMLFormElement = el(
      "form", { class: "vault-form", novalidate: true },
      secretField.element, fault.element, el("div", { class: "confirm-actions" }, cancel, submit.element),
    );
    const dialog: HTMLDialogElement = el(
      "dialog", { class: "confirm", "aria-labelledby": id },
      el("h2", { id }, t("vault.proof.title")), el("p", {}, t("vault.proof.text")), form,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void send();
    });
    const send = async (): Promise<void> => {
      fault.hide();
      secretField.forgive();
      const password = secret.input.value;
      if (password === "") return secretField.blame(t("sign.passwordMissing"));
      try {
        await submit.during(() => ask(
          (options) => api.vaultPageConfirm({ password, usesPlace: false }, options), keyPatience,
        ));
        resolve(true);
        dialog.close();
      } catch (error) {
        const failure = Failure.from(error);
        secret.input.value = "";
        if (failure.status === 401) {
          dialog.close();
          context.report(failure);
        } else fault.show(failure.explanation);
      }
    };
    dialog.addEventListener("close", () => {
      resolve(false);
      dialog.remove();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
