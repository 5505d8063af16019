import { el, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { cancelButton, dialog, dialogActions } from "../../ui/dialog";
import { field } from "../../ui/field";
import { dayIn } from "./terms";

/** Asks when an offer is to begin, by the wall clock of the venue, as `2026-12-01T09:30`; null when it is not meant. */
export async function planDialog(timeZone: string, now: number): Promise<string | null> {
  let chosen: string | null = null;
  const input: HTMLInputElement = el("input", { id: uniqueId("when"), type: "datetime-local", required: true });
  input.value = `${dayIn(now + 86_400_000, timeZone)}T09:00`;
  const line = field(t("shop.plan.when"), input, t("shop.plan.zone", { zone: timeZone }));
  const form = el(
    "form", {}, line.element,
    dialogActions(cancelButton(() => box.close()), el("button", { type: "submit", class: "button button-primary" }, t("shop.plan"))),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(input.value)) return line.blame(t("shop.fault.days"));
    chosen = input.value;
    box.close();
  });
  const box = dialog(t("shop.plan"), form);
  await box.open();
  return chosen;
}
