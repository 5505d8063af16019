import * as api from "../../api";
import type { APIKey, APIKeyDraft, NewAPIKey, Security } from "../../api";
import { ask, Failure } from "../../client";
import { el, fill, uniqueId } from "../../dom";
import { dayAndTime } from "../../format";
import { t } from "../../i18n";
import type { Scope } from "../../observable";
import { Resource } from "../../remote";
import { button, iconButton, submitButton } from "../../ui/button";
import { confirmed } from "../../ui/dialog";
import { checkbox, faultLine, field } from "../../ui/field";
import { mark } from "../../ui/list";
import { select } from "../../ui/menu";
import { remote } from "../../ui/states";
import type { Context } from "../context";
import { proofFields } from "../../owner/proof";
import { copyButton, part, tellOnce, securityRow } from "./parts";
import { day, type Scope as KeyScope, scopeName } from "./words";

const scopes: readonly KeyScope[] = ["read", "trade", "withdraw"];
const lives = ["30", "90", "365", "never"] as const;
const dayLength = 86_400_000;

/** The keys by which programs act for the reader. */
export function keysPart(context: Context, scope: Scope, security: Resource<Security>): HTMLElement {
  const keys = new Resource(async () => (await ask(api.apiKeys)).keys);
  const standing = remote(scope, keys, list);
  const place = el("div", { class: "security-place" });
  const element = part("keys", t("security.keys.title"), t("security.keys.text"), standing, place);
  void keys.load();

  /** The button that opens the form, with the focus when it came back from there. */
  function rest(takesFocus: boolean): void {
    const open = button("plain", "plus", t("security.keys.new"), () => form());
    fill(place, open);
    if (takesFocus) open.focus();
  }

  function list(found: readonly APIKey[]): HTMLElement {
    if (found.length === 0) return el("p", { class: "quiet" }, t("security.keys.none"));
    return el("ul", { class: "rows", "aria-label": t("security.keys.title") }, ...found.map(keyRow));
  }

  function keyRow(key: APIKey): HTMLElement {
    const isOver = key.expiresAt !== undefined && Date.parse(key.expiresAt) <= Date.now();
    const until = key.expiresAt === undefined
      ? t("security.keys.noEnd")
      : t(isOver ? "security.keys.over" : "security.keys.until", { time: dayAndTime(key.expiresAt) });
    return securityRow({ "data-key": key.public }, {
      picture: mark(isOver ? "refused" : "near", "key"), title: key.label,
      notes: [
        key.scopes.map(scopeName).join(" · "),
        `${t("security.keys.made", { day: day(key.madeOn) })} · ${until}`,
        key.addresses.length === 0 ? "" : t("security.keys.from", { addresses: key.addresses.join(", ") }),
        el("code", { class: "key-public" }, key.public),
      ],
      actions: [iconButton("trash", t("security.keys.revoke", { label: key.label }), () => void revoke(key))],
    });
  }

  async function revoke(key: APIKey): Promise<void> {
    const title = t("security.keys.revoke", { label: key.label });
    if (!(await confirmed(title, t("security.keys.revokeText"), t("security.keys.revokeYes"), true))) return;
    try {
      await ask((options) => api.revokeAPIKey(key.public, options));
      context.toasts.show({ key: "security", text: t("security.keys.revoked", { label: key.label }) });
    } catch (error) {
      context.report(error);
    }
    await keys.load();
    place.querySelector("button")?.focus();
  }

  function form(): void {
    const needsCode = security.value?.needsCode ?? false;
    const label = el("input", {
      id: uniqueId("label"), type: "text", name: "key-label", maxlength: 60, autocomplete: "off",
    });
    const labelField = field(t("security.keys.label"), label, t("security.keys.labelHint"));
    const boxes = scopes.map((scope) => ({ scope, box: checkbox(scopeName(scope), scope === "read") }));
    const life = select(
      t("security.keys.life"), lives.map((value) => ({ value, label: t(`security.keys.life.${value}`) })), "90",
    );
    const proof = proofFields(needsCode);
    const fault = faultLine();
    const submit = submitButton(t("security.keys.make"));
    const cancel = el(
      "button", { type: "button", class: "button", onclick: () => rest(true) }, t("cancel"),
    );
    const legend = uniqueId("scopes");
    const whole = el(
      "form", { class: "form key-form", novalidate: true },
      labelField.element,
      el(
        "div", { class: "key-scopes", role: "group", "aria-labelledby": legend },
        el("p", { id: legend, class: "key-legend" }, t("security.keys.scopes")),
        ...boxes.map(({ box }) => box.element), el("p", { class: "field-hint" }, t("security.keys.scopesHint")),
      ),
      life.element, ...proof.elements, fault.element,
      el("div", { class: "actions" }, submit.element, cancel),
    );
    const send = async (): Promise<void> => {
      fault.hide();
      labelField.forgive();
      if (label.value.trim() === "") return labelField.blame(t("security.keys.labelMissing"));
      const chosen = boxes.filter(({ box }) => box.input.checked).map(({ scope }) => scope);
      if (chosen.length === 0) {
        fault.show(t("security.keys.scopesMissing"));
        boxes[0]?.box.input.focus();
        return;
      }
      const owner = proof.read();
      if (owner === null) return;
      const draft: APIKeyDraft = { label: label.value.trim(), scopes: chosen, password: owner.password };
      if (needsCode) draft.code = owner.code;
      if (life.input.value !== "never") {
        draft.expiresAt = new Date(Date.now() + Number(life.input.value) * dayLength).toISOString();
      }
      try {
        const made = await submit.during(() => ask((options) => api.makeAPIKey(draft, options)));
        void keys.load();
        show(made);
      } catch (error) {
        const failure = Failure.from(error);
        if (proof.explain(failure)) return;
        if (failure.status === 401) return context.report(failure);
        fault.show(failure.explanation);
        // The second factor was switched on elsewhere meanwhile: the form is then to ask for a code.
        if (failure.code === "accounts.code_needed") void security.load().then(form);
      }
    };
    whole.addEventListener("submit", (event) => {
      event.preventDefault();
      void send();
    });
    fill(place, whole);
    label.focus();
  }

  function show(made: NewAPIKey): void {
    const value = (name: string, title: string, text: string): HTMLElement =>
      el(
        "div", { class: "once-pair" },
        el("p", { class: "quiet" }, title), el("p", { class: "once-secret", [`data-${name}`]: text }, text),
        copyButton(context, t("security.copyThis", { what: title }), () => text),
      );
    tellOnce(place, "check", t("security.keys.once"), [
      value("public", t("security.keys.public"), made.public), value("private", t("security.keys.secret"), made.secret),
    ], () => rest(true));
  }

  rest(false);
  return element;
}
