import * as api from "../../api";
import type { AccountEvent, AccountTrail } from "../../api";
import { ask } from "../../client";
import { el, uniqueId } from "../../dom";
import { plural, t } from "../../i18n";
import type { IconName } from "../../icons";
import type { Scope } from "../../observable";
import { Resource } from "../../remote";
import { button } from "../../ui/button";
import { mark } from "../../ui/list";
import { remote } from "../../ui/states";
import type { Context } from "../context";
import { confirmed } from "../../owner/confirm";
import { part, securityRow } from "./parts";
import { day, deviceName } from "./words";

/** How many events are shown before the reader asks for all. */
const few = 8;

/** Events that the reader should look at, whoever they were. */
const grave = new Set<string>(["session.failed", "device.new", "factor.off", "approval.off", "key.made"]);

/** What happened to the security of the account, and whether it says from where. */
export function trailPart(context: Context, scope: Scope): { element: HTMLElement; reload: () => void } {
  const trail = new Resource(() => ask(api.accountTrail));
  let showsAll = false;
  const standing = remote(scope, trail, show);
  void trail.load();

  function show(value: AccountTrail): HTMLElement {
    const shown = showsAll ? value.events : value.events.slice(0, few);
    return el(
      "div", { class: "security-stack" },
      shown.length === 0
        ? el("p", { class: "quiet" }, t("trail.none"))
        : el("ul", { class: "rows", "aria-label": t("trail.list") }, ...shown.map(event)),
      shown.length < value.events.length &&
        button("plain", "chevron", t("trail.more"), () => {
          showsAll = true;
          void trail.load().then(() => standing.querySelector<HTMLElement>("ul")?.focus());
        }),
      value.isMailed && el("p", { class: "quiet" }, t("trail.mailed")),
      toggle(value.keepsAddresses),
    );
  }

  function event({ kind, on, times, label, address }: AccountEvent): HTMLElement {
    const picture: IconName = grave.has(kind) ? "alert" : "check";
    return securityRow({ "data-event": kind }, {
      picture: mark(grave.has(kind) ? "near" : "far", picture), title: sentence(kind),
      notes: [
        [day(on), times > 1 ? plural("trail.times", times) : "", label === undefined ? "" : deviceName(label)]
          .filter((text) => text !== "").join(" · "),
        address === undefined ? "" : t("trail.from", { address }),
      ],
    });
  }

  function toggle(isOn: boolean): HTMLElement {
    const id = uniqueId("why");
    const control = el(
      "button",
      {
        type: "button", class: "shop-row", role: "switch", "aria-checked": String(isOn), "aria-describedby": id,
        onclick: () => void change(!isOn),
      },
      el("span", { class: "shop-name" }, t("trail.addresses")),
      el("span", { class: "shop-category" }, t(isOn ? "trail.addresses.on" : "trail.addresses.off")),
      el("span", { class: "switch", "aria-hidden": "true" }),
    );
    return el("div", { class: "security-stack" }, control, el("p", { class: "field-hint", id }, t("trail.addresses.text")));
  }

  async function change(isOn: boolean): Promise<void> {
    try {
      await confirmed(context, () => ask((options) => api.setTrailAddresses({ isOn }, options)));
    } catch (error) {
      context.report(error);
    }
    await trail.load();
    standing.querySelector<HTMLElement>("[role=switch]")?.focus();
  }

  const element = part("trail", t("trail.title"), t("trail.text"), standing);
  return { element, reload: () => void trail.load() };
}

/** What happened, in a few words. */
function sentence(kind: AccountEvent["kind"]): string {
  switch (kind) {
    case "account.made":
    case "session.begun":
    case "device.new":
    case "session.failed":
    case "sessions.ended":
    case "device.approved":
    case "device.removed":
    case "approval.on":
    case "approval.off":
    case "factor.on":
    case "factor.off":
    case "factor.renewed":
    case "key.made":
    case "key.revoked":
    case "password.changed":
    case "password.reset":
    case "email.proved":
    case "email.changed":
    case "email.restored":
    case "identity.linked":
    case "identity.unlinked":
    case "passkey.added":
    case "passkey.removed":
    case "archive.made":
    case "withdrawal.asked":
    case "withdrawal.cancelled":
    case "withdrawal.settled":
    case "withdrawal.refused":
    case "money.sent":
    case "book.added":
    case "book.removed":
    case "book.only":
    case "book.opening":
    case "addresses.on":
    case "addresses.off":
      return t(`trail.event.${kind}`);
    default:
      // A newer server may tell what this page does not know.
      return t("trail.other");
  }
}
