import * as api from "../../api";
import type { Device, Security } from "../../api";
import { ask } from "../../client";
import { el, uniqueId } from "../../dom";
import { t } from "../../i18n";
import type { Scope } from "../../observable";
import { Resource } from "../../remote";
import { iconButton } from "../../ui/button";
import { confirmed } from "../../ui/dialog";
import { mark } from "../../ui/list";
import { remote } from "../../ui/states";
import type { Context } from "../context";
import { part, proven, securityRow } from "./parts";
import { day, deviceName } from "./words";

/** Whether new devices must be approved, and those that are. */
export function devicesPart(
  context: Context, scope: Scope, security: Resource<Security>, onChange: () => void,
): HTMLElement {
  const devices = new Resource(async () => (await ask(api.devices)).devices);
  const standing = remote(scope, security, (value) => {
    if (value.approvesDevices) void devices.load();
    return el(
      "div", { class: "security-stack" }, toggle(value), value.approvesDevices && remote(scope, devices, list),
    );
  });

  function toggle({ approvesDevices, canApproveDevices }: Security): HTMLElement {
    const canChange = approvesDevices || canApproveDevices;
    const id = uniqueId("why");
    const control = el(
      "button",
      {
        type: "button", class: "shop-row", role: "switch", "aria-checked": String(approvesDevices),
        disabled: !canChange, "aria-describedby": id, onclick: () => void change(!approvesDevices),
      },
      el("span", { class: "shop-name" }, t("security.devices.switch")),
      el("span", { class: "shop-category" }, t(approvesDevices ? "security.devices.on" : "security.devices.off")),
      el("span", { class: "switch", "aria-hidden": "true" }),
    );
    const why = canChange ? t("security.devices.mailbox") : t("security.devices.noMail");
    return el("div", { class: "security-stack" }, control, el("p", { class: "field-hint", id }, why));
  }

  function list(found: readonly Device[]): HTMLElement {
    if (found.length === 0) return el("p", { class: "quiet" }, t("security.devices.none"));
    const rows = found.map((device) => {
      const name = deviceName(device.label);
      return securityRow({ "data-device": device.id }, {
        picture: mark("near", "phone"), title: name, tag: device.isCurrent ? t("security.current.device") : "",
        notes: [t("security.devices.days", { approved: day(device.approvedOn), seen: day(device.seenOn) })],
        actions: [iconButton("trash", t("security.devices.remove", { device: name }), () => void drop(device))],
      });
    });
    return el("ul", { class: "rows", "aria-label": t("security.devices.list") }, ...rows);
  }

  async function change(isOn: boolean): Promise<void> {
    const words = {
      title: t(isOn ? "security.devices.turnOn" : "security.devices.turnOff"),
      text: t(isOn ? "security.devices.onText" : "security.devices.offText"), action: t("security.continue"),
    };
    const isDone = await proven(context, words, false, async ({ password }) => {
      // The browser keeps what it shows at sign-in as a cookie that no page can read.
      await ask((options) => api.setDeviceApproval({ isOn, password }, options));
    });
    if (!isDone) return;
    devices.clear();
    await security.load();
    standing.querySelector<HTMLElement>("[role=switch]")?.focus();
  }

  async function drop(device: Device): Promise<void> {
    const name = deviceName(device.label);
    const text = t(device.isCurrent ? "security.devices.removeOwn" : "security.devices.removeText");
    if (!(await confirmed(t("security.devices.remove", { device: name }), text, t("security.remove"), true))) return;
    try {
      await ask((options) => api.removeDevice(device.id, options));
      context.toasts.show({ key: "security", text: t("security.devices.removed", { device: name }) });
      if (device.isCurrent) return await context.session.check();
      onChange();
    } catch (error) {
      context.report(error);
    }
    await devices.load();
    standing.querySelector<HTMLElement>("[role=switch]")?.focus();
  }

  return part("devices", t("security.devices.title"), t("security.devices.text"), standing);
}
