import * as api from "../../api";
import type { Passkey, Passkeys } from "../../api";
import { ask } from "../../client";
import { el, uniqueId } from "../../dom";
import { t } from "../../i18n";
import type { Scope } from "../../observable";
import { Resource } from "../../remote";
import { notice } from "../../ui/banner";
import { button, iconButton, working } from "../../ui/button";
import { confirmed as meant, formDialog } from "../../ui/dialog";
import { field } from "../../ui/field";
import { mark } from "../../ui/list";
import { remote } from "../../ui/states";
import { forgetPasskey, isAddress, knowsPasskeys, makePasskey } from "../../webauthn";
import type { Context } from "../context";
import { confirmed } from "../../owner/confirm";
import "../../owner/passkey";
import { part, securityRow } from "./parts";
import { day, deviceName } from "./words";

/** The reader's passkeys: added, renamed, removed; where there can be none, why. */
export function passkeysPart(context: Context, scope: Scope): HTMLElement {
  const passkeys = new Resource(() => ask(api.passkeys));
  const standing = remote(scope, passkeys, list);
  void passkeys.load();

  function list(found: Passkeys): HTMLElement {
    const rows = found.passkeys.map((passkey) => {
      const name = deviceName(passkey.label);
      const made = t("passkeys.made", { day: day(passkey.madeOn) });
      return securityRow({ "data-passkey": passkey.id }, {
        picture: mark("near", "key"), title: name,
        notes: [
          passkey.usedOn === undefined
            ? `${made} · ${t("passkeys.neverUsed")}`
            : `${made} · ${t("passkeys.used", { day: day(passkey.usedOn) })}`,
        ],
        actions: [
          iconButton("pencil", t("passkeys.rename", { name }), () => void rename(passkey)),
          iconButton("trash", t("passkeys.remove", { name }), () => void remove(passkey, found.party)),
        ],
      });
    });
    return el(
      "div", { class: "security-stack" },
      rows.length === 0
        ? el("p", { class: "quiet" }, t("passkeys.none"))
        : el("ul", { class: "rows", "aria-label": t("passkeys.title") }, ...rows),
      door(found.party),
    );
  }

  /** The button that adds one, or why there is none. */
  function door(party: string | undefined): HTMLElement {
    if (party === undefined) return notice("alert", t("passkeys.noName"), "warn");
    if (isAddress(window.location.hostname) || !isWithin(window.location.hostname, party)) {
      const place = new URL(window.location.href);
      place.hostname = party;
      return notice("alert", t("passkeys.elsewhere", { address: place.origin }), "warn");
    }
    if (!knowsPasskeys()) return notice("alert", t("passkeys.unknown"), "warn");
    const add = button("plain", "plus", t("passkeys.add"), () => working(add, start));
    return add;
  }

  async function start(): Promise<void> {
    try {
      const asked = await confirmed(context, () => ask(api.beginPasskey));
      const made = await makePasskey(asked);
      const added = await confirmed(context, () => ask((options) => api.addPasskey(made, options)));
      context.toasts.show({ key: "security", text: t("passkeys.added", { name: deviceName(added.label) }) });
    } catch (error) {
      context.report(error);
    }
    await reload();
  }

  async function rename(passkey: Passkey): Promise<void> {
    const input = el("input", { id: uniqueId("label"), type: "text", maxlength: 60, value: deviceName(passkey.label) });
    const name = field(t("passkeys.name"), input, "");
    const isDone = await formDialog({
      title: t("passkeys.rename", { name: deviceName(passkey.label) }), action: t("passkeys.save"),
      fields: [name.element],
      read: () => {
        const label = input.value.trim();
        if (label !== "") return () => ask((options) => api.renamePasskey(passkey.id, { label }, options));
        name.blame(t("problem.passkeys.invalid_label"));
        return null;
      },
      onEnded: (failure) => context.report(failure),
    });
    if (isDone) await reload();
  }

  async function remove(passkey: Passkey, party: string | undefined): Promise<void> {
    const name = deviceName(passkey.label);
    if (!(await meant(t("passkeys.remove", { name }), t("passkeys.removeText"), t("security.remove"), true))) return;
    try {
      await confirmed(context, () => ask((options) => api.removePasskey(passkey.id, options)));
      if (party !== undefined && knowsPasskeys()) forgetPasskey(party, passkey.credential);
      context.toasts.show({ key: "security", text: t("passkeys.removed", { name }) });
    } catch (error) {
      context.report(error);
    }
    await reload();
  }

  async function reload(): Promise<void> {
    await passkeys.load();
    standing.querySelector<HTMLElement>("button")?.focus();
  }

  return part("passkeys", t("passkeys.title"), t("passkeys.text"), standing);
}

/** Whether passkeys of a name may be used under a host: under the same, or one within it. */
function isWithin(host: string, party: string): boolean {
  return host === party || host.endsWith(`.${party}`);
}
