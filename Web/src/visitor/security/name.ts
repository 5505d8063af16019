import * as api from "../../api";
import { ask } from "../../client";
import { el, uniqueId } from "../../dom";
import { t } from "../../i18n";
import type { Scope } from "../../observable";
import { button } from "../../ui/button";
import { formDialog } from "../../ui/dialog";
import { field } from "../../ui/field";
import { remote } from "../../ui/states";
import type { Context } from "../context";
import { part } from "./parts";

/** What the reader wants to be called. */
export function namePart(context: Context, scope: Scope): HTMLElement {
  const standing = remote(scope, context.session.account, (account) => {
    const name = account?.displayName;
    return el(
      "div", { class: "security-stack" },
      el("p", {}, name ?? t("account.name.none")),
      button("plain", "pencil", t("account.name.change"), () => void change(name ?? "")),
    );
  });

  async function change(current: string): Promise<void> {
    const input = el("input", {
      id: uniqueId("name"), type: "text", name: "name", autocomplete: "name", maxlength: 60, value: current,
    });
    const nameField = field(t("account.name.title"), input, t("account.name.hint"));
    const isDone = await formDialog({
      title: t("account.name.title"), action: t("account.save"), fields: [nameField.element],
      read: () => {
        nameField.forgive();
        const displayName = input.value.trim();
        return () => ask((options) => api.setDisplayName(displayName === "" ? {} : { displayName }, options));
      },
      explain: (failure) => {
        if (failure.code !== "accounts.invalid_name") return false;
        nameField.blame(failure.explanation);
        return true;
      },
      onEnded: (failure) => context.report(failure),
    });
    if (!isDone) return;
    await context.session.reload();
    standing.querySelector("button")?.focus();
  }

  return part("name", t("account.name.title"), t("account.name.text"), standing);
}
