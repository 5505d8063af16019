import * as api from "../../api";
import type { Security } from "../../api";
import { ask } from "../../client";
import { el } from "../../dom";
import { t } from "../../i18n";
import type { Scope } from "../../observable";
import type { Resource } from "../../remote";
import { button } from "../../ui/button";
import { formDialog } from "../../ui/dialog";
import { field, passwordInput } from "../../ui/field";
import { remote } from "../../ui/states";
import type { Context } from "../context";
import { confirmed } from "../../owner/confirm";
import { proofFields } from "../../owner/proof";
import { part } from "./parts";

/** The password, which is changed with the old one; an account without one gets its first. */
export function passwordPart(context: Context, scope: Scope, security: Resource<Security>): HTMLElement {
  const standing = remote(scope, context.session.account, (account) => {
    const has = account?.hasPassword ?? true;
    return el(
      "div", { class: "security-stack" },
      !has && el("p", {}, t("account.password.none")),
      button("plain", "key", has ? t("account.password.change") : t("account.password.add"), () => void change(has)),
    );
  });

  async function change(has: boolean): Promise<void> {
    const proof = proofFields(security.value?.needsCode ?? false);
    const secret = passwordInput("new-password");
    const secretField = field(t("account.password.new"), secret.input, t("sign.passwordHint"), secret.element);
    const isDone = await formDialog({
      title: has ? t("account.password.change") : t("account.password.add"), text: t("account.password.ends"),
      action: t("account.save"), fields: [...(has ? proof.elements : []), secretField.element],
      read: () => {
        secretField.forgive();
        const owner = has ? proof.read() : {};
        if (owner === null) return null;
        const newPassword = secret.input.value;
        if (newPassword === "") {
          secretField.blame(t("sign.passwordMissing"));
          return null;
        }
        return () =>
          confirmed(context, () => ask((options) => api.changePassword({ ...owner, newPassword }, options)));
      },
      explain: (failure) => {
        if (!failure.code.startsWith("accounts.password")) return proof.explain(failure);
        secretField.blame(failure.explanation);
        return true;
      },
      onEnded: (failure) => context.report(failure),
    });
    if (!isDone) return;
    context.toasts.show({ key: "security", text: t("account.password.changed") });
    await context.session.reload();
    standing.querySelector("button")?.focus();
  }

  return part("password", t("sign.password"), t("account.password.text"), standing);
}
