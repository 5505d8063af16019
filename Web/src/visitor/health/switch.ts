import { el, setText } from "../../dom";
import { t } from "../../i18n";
import { type PhoneInput, report } from "./input";

/** The one switch of tracing. A phone that has never traced explains itself first, one that reported is done. */
export function tracingSwitch(input: PhoneInput): HTMLElement {
  const { context, scope } = input;
  const title = el("span", { class: "tracing-title" });
  const toggle = el(
    "button",
    { type: "button", class: "tracing-switch", role: "switch", onclick: () => void turn(!isOn(), true) },
    title,
    el("span", { class: "switch switch-large", "aria-hidden": "true" }),
  );
  const still = el("p", { class: "tracing-title" });
  const place = el("div", {}, toggle, still);

  function isOn(): boolean {
    return context.tracing.resource.value?.state === "on";
  }

  async function turn(on: boolean, offerUndo: boolean): Promise<void> {
    toggle.disabled = true;
    try {
      await context.tracing.setOn(on);
      context.toasts.show({
        key: "health", icon: on ? "check" : "shield", text: t(on ? "health.switchedOn" : "health.switchedOff"),
        ...(offerUndo ? { undo: { what: t("health.switch"), run: () => void turn(!on, false) } } : {}),
      });
    } catch (error) {
      report(input, error);
    } finally {
      toggle.disabled = false;
      if (!scope.isEnded && document.activeElement === document.body) toggle.focus();
    }
  }

  scope.watch(context.tracing.resource.observable, () => {
    const state = context.tracing.resource.value?.state;
    if (state === undefined) return;
    const canTurn = state === "on" || state === "off";
    toggle.hidden = !canTurn;
    still.hidden = canTurn;
    toggle.setAttribute("aria-checked", String(state === "on"));
    setText(title, t(`health.state.${state}`));
    setText(still, t(`health.state.${state}`));
  });
  toggle.setAttribute("aria-label", t("health.switch"));
  return place;
}
