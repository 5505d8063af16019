import * as api from "../../api";
import type { AccountDeletion } from "../../api";
import { ask, Failure } from "../../client";
import { el } from "../../dom";
import { download } from "../../download";
import { decimal } from "../../format";
import { t } from "../../i18n";
import { button } from "../../ui/button";
import { formDialog } from "../../ui/dialog";
import { faultLine } from "../../ui/field";
import type { Context } from "../context";
import { confirmed } from "../../owner/confirm";
import { part } from "./parts";

/** How the reader leaves: from every session, with what is kept about them, or for good. */
export function endingPart(context: Context): HTMLElement {
  async function guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      context.report(error);
    }
  }

  async function signOut(): Promise<void> {
    // All of it goes unless the reader keeps something: a thief may have added any of them.
    const [keys, passkeys, identities, devices] = [
      box(t("ending.out.keys"), true), box(t("ending.out.passkeys"), true), box(t("ending.out.identities"), true),
      box(t("ending.out.devices"), true),
    ];
    const isMeant = await formDialog({
      title: t("ending.out"), text: t("ending.out.text"), action: t("ending.out"),
      fields: [keys.element, passkeys.element, identities.element, devices.element], read: () => () => Promise.resolve(),
      onEnded: (failure) => context.report(failure),
    });
    if (!isMeant) return;
    const choice = {
      endsKeys: keys.input.checked, endsPasskeys: passkeys.input.checked, endsIdentities: identities.input.checked,
      endsDevices: devices.input.checked,
    };
    const left = await confirmed(context, () => ask((options) => api.signOutEverywhere(choice, options)));
    await context.session.check();
    context.toasts.show({
      key: "security",
      text: t("ending.out.done", {
        keys: String(left.keysLeft), passkeys: String(left.passkeysLeft), identities: String(left.identitiesLeft),
        devices: String(left.devicesLeft),
      }),
    });
  }

  async function saveArchive(): Promise<void> {
    const page = await confirmed(context, () => ask(api.accountArchive));
    download("cerca.html", page, "text/html;charset=utf-8");
    context.toasts.show({ key: "security", icon: "download", text: t("ending.archive.done") });
  }

  async function remove(): Promise<void> {
    const found = await ask(api.accountDeletion);
    const forfeit = box(t("ending.delete.forfeit"));
    const sure = box(t("ending.delete.sure"));
    const fault = faultLine();
    let forfeits = false;
    const isMeant = await formDialog({
      title: t("ending.delete.title"), text: t("ending.delete.text"), action: t("ending.delete"),
      fields: [
        el("p", {}, t("ending.delete.keeps")), lost(found), found.hasMoney && forfeit.element, sure.element,
        fault.element,
      ],
      read: () => {
        fault.hide();
        forfeits = !found.hasMoney || forfeit.input.checked;
        if (!forfeits) fault.show(t("ending.delete.forfeitMissing"));
        else if (!sure.input.checked) fault.show(t("ending.delete.sureMissing"));
        else return () => Promise.resolve();
        return null;
      },
      onEnded: (failure: Failure) => context.report(failure),
    });
    if (!isMeant) return;
    await confirmed(context, () => ask((options) => api.deleteAccount({ forfeits }, options)));
    await context.session.check();
    context.toasts.show({ key: "security", text: t("ending.delete.done") });
  }

  /** What would be lost, in a sentence. */
  function lost({ balances, hasMoney }: AccountDeletion): HTMLElement | false {
    if (balances.length === 0) return false;
    const list = balances.map(({ total, asset }) => `${decimal(total)} ${asset}`).join(", ");
    return el("p", {}, t(hasMoney ? "ending.delete.money" : "ending.delete.points", { balances: list }));
  }

  return part(
    "ending", t("ending.title"), t("ending.text"),
    el(
      "div", { class: "actions" },
      button("plain", "leave", t("ending.out"), () => void guarded(signOut)),
      button("plain", "download", t("ending.archive"), () => void guarded(saveArchive)),
      button("plain", "trash", t("ending.delete"), () => void guarded(remove)),
    ),
  );
}

/** A box to be ticked. */
function box(text: string, isTicked = false): { element: HTMLElement; input: HTMLInputElement } {
  const input = el("input", { type: "checkbox" });
  input.checked = isTicked;
  return { element: el("label", { class: "check" }, input, el("span", {}, text)), input };
}
