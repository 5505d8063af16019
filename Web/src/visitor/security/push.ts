import * as api from "../../api";
import type { Push, PushDevice, PushKindName, PushRules } from "../../api";
import { ask } from "../../client";
import { el, uniqueId } from "../../dom";
import { t } from "../../i18n";
import type { Scope } from "../../observable";
import { Resource } from "../../remote";
import { notice } from "../../ui/banner";
import { iconButton } from "../../ui/button";
import { field } from "../../ui/field";
import { mark } from "../../ui/list";
import { remote } from "../../ui/states";
import type { Context } from "../context";
import { part, securityRow } from "./parts";
import { Obstructed, obstacle, subscribe, unsubscribe } from "./subscription";
import { day, deviceName } from "./words";

const kinds: readonly PushKindName[] = ["offers", "orders", "devices", "prices", "payments", "reminders"];

/** On which devices the reader is told things while the page is closed, of what, and when not. */
export function noticesPart(context: Context, scope: Scope): HTMLElement {
  const standing = new Resource(() => ask(api.push));
  const place = remote(scope, standing, shown);
  void standing.load();
  void context.choices.resource.load();

  function shown(push: Push): HTMLElement {
    const current = push.devices.find(({ isCurrent }) => isCurrent);
    return el(
      "div", { class: "security-stack" },
      thisDevice(push, current),
      current !== undefined && kindList(current),
      // They hold for what the page tells by itself too.
      el("div", { class: "security-stack" }, silence(push.rules), quietHours(push.rules), shopList(push.rules)),
      deviceList(push.devices),
    );
  }

  function thisDevice({ publicKey }: Push, current: PushDevice | undefined): HTMLElement {
    const why = current === undefined ? obstacle(publicKey) : null;
    if (why !== null) return el("p", { class: "quiet", "data-obstacle": why }, t(`notices.${why}`));
    const fault = el("div", { role: "alert" });
    const control = toggle("this", t("notices.on"), t(current ? "notices.on.yes" : "notices.on.no"), current !== undefined,
      async () => {
        fault.replaceChildren();
        try {
          if (current === undefined) await subscribe(publicKey ?? "");
          else await forget(current);
        } catch (error) {
          if (!(error instanceof Obstructed)) throw error;
          fault.append(notice("alert", t(`notices.${error.obstacle}`), "warn"));
          return false;
        }
        return true;
      });
    return el("div", { class: "security-stack" }, control, fault);
  }

  function kindList(device: PushDevice): HTMLElement {
    const rows = kinds.map((kind) => {
      const isMuted = device.muted.includes(kind);
      return toggle(`kind-${kind}`, t(`notices.kind.${kind}`), t(`notices.kind.${kind}.text`), !isMuted, async () => {
        const muted = isMuted ? device.muted.filter((one) => one !== kind) : [...device.muted, kind];
        await ask((options) => api.mutePushDevice(device.id, { muted }, options));
      });
    });
    return group(t("notices.kinds"), ...rows);
  }

  function silence(rules: PushRules): HTMLElement {
    const { isSilent } = rules;
    return toggle(
      "silent", t("notices.silent"), t(isSilent ? "notices.silent.yes" : "notices.silent.no"), isSilent,
      () => keep({ ...rules, isSilent: !isSilent }),
    );
  }

  function quietHours(rules: PushRules): HTMLElement {
    const isOn = rules.quietFrom !== undefined && rules.quietUntil !== undefined;
    const { quietFrom: _, quietUntil: __, ...others } = rules;
    const control = toggle(
      "quiet", t("notices.quiet"), t(isOn ? "notices.quiet.yes" : "notices.quiet.no"), isOn,
      () => keep(isOn ? others : { ...rules, quietFrom: 22 * 60, quietUntil: 8 * 60 }),
    );
    if (!isOn) return control;
    const [from, until] = [rules.quietFrom, rules.quietUntil].map((minute) => el("input", {
      id: uniqueId("quiet"), type: "time", required: true, value: time(minute ?? 0),
    }));
    if (from === undefined || until === undefined) return control;
    const [begin, end] = [field(t("notices.quiet.from"), from, ""), field(t("notices.quiet.until"), until, "")];
    const form = el(
      "form", { class: "form", novalidate: true }, begin.element, end.element,
      el("div", { class: "actions" }, el("button", { type: "submit", class: "button" }, t("notices.quiet.save"))),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const [quietFrom, quietUntil] = [minute(from.value), minute(until.value)];
      end.forgive();
      if (quietFrom === null || quietUntil === null || quietFrom === quietUntil) {
        return end.blame(t("notices.quiet.missing"));
      }
      void change("quiet", () => keep({ ...rules, quietFrom, quietUntil }), t("notices.quiet.saved"));
    });
    return el("div", { class: "security-stack" }, control, form);
  }

  function shopList(rules: PushRules): HTMLElement {
    const venue = context.venue.value;
    const chosen = (venue?.body.shops ?? []).filter(({ major }) => context.choices.has(venue?.body.uuid ?? "", major));
    if (venue === undefined || venue === null || chosen.length === 0) {
      return group(t("notices.shops"), el("p", { class: "quiet" }, t("notices.shops.none")));
    }
    const rows = chosen.map(({ major, name }) => {
      const isMuted = rules.mutedShops.some((shop) => shop.venue === venue.body.uuid && shop.major === major);
      const text = t(isMuted ? "notices.shop.muted" : "notices.shop.heard");
      return toggle(`shop-${major}`, name, text, !isMuted, () => {
        const others = rules.mutedShops.filter((shop) => shop.venue !== venue.body.uuid || shop.major !== major);
        return keep({ ...rules, mutedShops: isMuted ? others : [...others, { venue: venue.body.uuid, major }] });
      });
    });
    return group(t("notices.shops"), ...rows);
  }

  function deviceList(devices: readonly PushDevice[]): HTMLElement {
    if (devices.length === 0) return el("p", { class: "quiet" }, t("notices.devices.none"));
    const rows = devices.map((device) => {
      const name = deviceName(device.label);
      return securityRow({ "data-push-device": device.id }, {
        picture: mark("near", "phone"), title: name, tag: device.isCurrent ? t("security.current.device") : "",
        notes: [
          t(device.carrier === "web" ? "notices.device.browser" : "notices.device.app"),
          t("notices.devices.since", { day: day(device.registeredOn) }),
        ],
        actions: [iconButton("trash", t("notices.devices.remove", { device: name }), () => {
          void change("this", () => forget(device), t("notices.devices.removed", { device: name }));
        })],
      });
    });
    return group(t("notices.devices"), el("ul", { class: "rows", "aria-label": t("notices.devices") }, ...rows));
  }

  async function forget(device: PushDevice): Promise<void> {
    await ask((options) => api.removePushDevice(device.id, options));
    if (device.isCurrent) await unsubscribe();
  }

  /** The server tells hours by the zone in which this browser is. */
  async function keep(rules: PushRules): Promise<void> {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const kept = { ...rules, timeZone: timeZone || "UTC" };
    await ask((options) => api.setPushRules(kept, options));
    context.notices.ready?.take(kept);
  }

  /** Does something and shows what stands then; the focus stays with the same control. */
  async function change(name: string, work: () => Promise<boolean | void>, text = ""): Promise<void> {
    try {
      if ((await work()) === false) return;
      if (text !== "") context.toasts.show({ key: "notices", text });
    } catch (error) {
      context.report(error);
    }
    await standing.load();
    const same = place.querySelector<HTMLElement>(`[data-notice="${name}"]`);
    (same ?? place.querySelector<HTMLElement>("[role=switch]"))?.focus();
  }

  function toggle(
    name: string, title: string, text: string, isOn: boolean, work: () => Promise<boolean | void>,
  ): HTMLElement {
    const control: HTMLButtonElement = el(
      "button",
      {
        type: "button", class: "shop-row", role: "switch", "aria-checked": String(isOn), "data-notice": name,
        onclick: () => {
          control.disabled = true;
          void change(name, work).finally(() => (control.disabled = false));
        },
      },
      el("span", { class: "shop-name" }, title), el("span", { class: "shop-category" }, text),
      el("span", { class: "switch", "aria-hidden": "true" }),
    );
    return control;
  }

  return part("notices", t("notices.title"), t("notices.text"), place);
}

function group(title: string, ...children: readonly (HTMLElement | false)[]): HTMLElement {
  const id = uniqueId("notices");
  return el(
    "div", { class: "security-stack", role: "group", "aria-labelledby": id }, el("h3", { id }, title), ...children,
  );
}

/** A minute of the day as a field for times has it. */
function time(minute: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function minute(text: string): number | null {
  const [, hours = "", minutes = ""] = /^(\d\d):(\d\d)$/.exec(text) ?? [];
  return hours === "" ? null : Number(hours) * 60 + Number(minutes);
}
