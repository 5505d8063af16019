import * as api from "../../api";
import type { Authenticator, Security } from "../../api";
import { ask, Failure } from "../../client";
import { el, fill } from "../../dom";
import { plural, t } from "../../i18n";
import type { Scope } from "../../observable";
import type { Resource } from "../../remote";
import { notice } from "../../ui/banner";
import { button, submitButton } from "../../ui/button";
import { faultLine } from "../../ui/field";
import { remote } from "../../ui/states";
import type { Context } from "../context";
import { codeField } from "../../owner/proof";
import { copyButton, downloadButton, focusable, part, proven, tellOnce } from "./parts";
import { qrPicture } from "./qrpicture";

/** From how few recovery codes the reader is told to make new ones. */
const fewCodes = 3;

/** The second factor: on with an authenticator app and a first code, off with the password and a code. */
export function factorPart(context: Context, scope: Scope, security: Resource<Security>): HTMLElement {
  const place = el("div", { class: "security-place" });
  const standing = remote(scope, security, (value) => (value.needsCode ? on(value) : off()));
  const rest = (): void => fill(place, standing);

  function off(): HTMLElement {
    const begin = button("plain", "lock", t("security.factor.on"), () => void start());
    return el("div", { class: "security-stack" }, el("p", {}, t("security.factor.isOff")), begin);
  }

  function on(value: Security): HTMLElement {
    const left = plural("security.factor.left", value.recoveryCodesLeft);
    const isFew = value.recoveryCodesLeft < fewCodes;
    return el(
      "div", { class: "security-stack" },
      el("p", { class: "security-on" }, t("security.factor.isOn")),
      isFew ? notice("alert", `${left} ${t("security.factor.few")}`, "warn") : el("p", {}, left),
      el(
        "div", { class: "actions" },
        button("plain", "refresh", t("security.factor.renew"), () => void renew()),
        button("plain", "cross", t("security.factor.off"), () => void end()),
      ),
    );
  }

  async function start(): Promise<void> {
    let app: Authenticator = {};
    const words = {
      title: t("security.factor.onTitle"), text: t("security.factor.onText"), action: t("security.continue"),
    };
    const isDone = await proven(context, words, false, async ({ password }) => {
      app = await ask((options) => api.beginFactor({ password }, options));
    });
    if (isDone) confirm(app);
  }

  /** The way from the secret to a first code. */
  function confirm({ otpauth, qr = [] }: Authenticator): void {
    const code = codeField(false);
    const fault = faultLine();
    const submit = submitButton(t("security.factor.confirm"));
    const cancel = button("plain", "cross", t("cancel"), () => {
      rest();
      place.querySelector("button")?.focus();
    });
    const send = async (): Promise<void> => {
      fault.hide();
      code.forgive();
      if (!/^\d{6}$/.test(code.code())) return code.blame(code.missing());
      try {
        const { codes } = await submit.during(() =>
          ask((options) => api.confirmFactor({ code: code.code() }, options)),
        );
        void security.load();
        showCodes(codes);
      } catch (error) {
        const failure = Failure.from(error);
        if (failure.status === 401) return context.report(failure);
        if (failure.code === "accounts.wrong_code") {
          code.input.value = "";
          code.blame(failure.explanation);
        } else fault.show(failure.explanation);
      }
    };
    const form = el(
      "form", { class: "form", novalidate: true },
      code.element, fault.element, el("div", { class: "actions" }, submit.element, cancel),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void send();
    });
    const lead = focusable(otpauth === undefined ? t("security.factor.known") : t("security.factor.scan"));
    fill(
      place,
      el("div", { class: "security-stack" }, lead, otpauth !== undefined && secretParts(context, otpauth, qr), form),
    );
    lead.focus();
  }

  function showCodes(codes: readonly string[]): void {
    tellOnce(place, "check", t("security.recovery.once"), [
      el("ul", { class: "once-codes" }, ...codes.map((code) => el("li", {}, code))),
      el(
        "div", { class: "actions" },
        copyButton(context, t("copy"), () => codes.join("\n")),
        downloadButton(t("security.download"), "cerca-recovery-codes.txt", () => codesFile(codes)),
      ),
    ], () => {
      rest();
      place.querySelector("button")?.focus();
    });
  }

  async function renew(): Promise<void> {
    let codes: readonly string[] = [];
    const words = {
      title: t("security.factor.renew"), text: t("security.factor.renewText"), action: t("security.factor.renew"),
    };
    const isDone = await proven(context, words, true, async (proof) => {
      codes = (await ask((options) => api.renewRecoveryCodes(proof, options))).codes;
    });
    if (!isDone) return;
    void security.load();
    showCodes(codes);
  }

  async function end(): Promise<void> {
    const words = {
      title: t("security.factor.offTitle"), text: t("security.factor.offText"), action: t("security.factor.off"),
    };
    const isDone = await proven(context, words, true, async (proof) => {
      await ask((options) => api.removeFactor(proof, options));
    });
    if (!isDone) return;
    context.toasts.show({ key: "security", text: t("security.factor.nowOff") });
    await security.load();
    place.querySelector("button")?.focus();
  }

  rest();
  return part("factor", t("security.factor.title"), t("security.factor.text"), place);
}

/** What an authenticator app needs: the picture for its camera, the address for one on this device, the bare secret. */
function secretParts(context: Context, address: string, qr: readonly string[]): HTMLElement {
  const secret = new URL(address).searchParams.get("secret") ?? "";
  const spaced = secret.match(/.{1,4}/g)?.join(" ") ?? secret;
  return el(
    "div", { class: "factor-secret" },
    qr.length > 0 && qrPicture(qr, t("security.factor.qr")),
    el(
      "div", { class: "security-stack" },
      el("a", { class: "button", href: address }, t("security.factor.open")),
      el("p", { class: "quiet" }, t("security.factor.type")),
      el("p", { class: "once-secret", "data-secret": secret }, spaced),
      copyButton(context, t("copy"), () => secret),
    ),
  );
}

function codesFile(codes: readonly string[]): string {
  return [t("security.recovery.file", { site: window.location.host }), "", ...codes, ""].join("\n");
}
