import { el, fill, uniqueId } from "../../dom";
import { t } from "../../i18n";
import { button } from "../../ui/button";
import { section } from "../../ui/section";
import { type PhoneInput, report } from "./input";
import { page } from "./parts";
import { tracingSwitch } from "./switch";

/** The switch, and the way to delete everything, which asks once more. */
export function settingsPage(input: PhoneInput): HTMLElement {
  return page(
    t("health.settings.title"),
    el("section", { class: "tracing", "aria-label": t("health.switch") }, tracingSwitch(input)),
    section(
      "open", t("health.settings.delete"),
      el("p", {}, t("health.settings.delete.text")),
      deletion(input),
    ),
  );
}

function deletion(input: PhoneInput): HTMLElement {
  const { context, scope } = input;
  const place = el("div", { class: "deletion" });
  const title = uniqueId("deletion");

  function offer(focus: boolean): void {
    const ask = button("plain", "trash", t("health.settings.delete.button"), question);
    fill(place, ask);
    if (focus) ask.focus();
  }

  function question(): void {
    const keep = el("button", { type: "button", class: "button", onclick: () => offer(true) },
      t("health.settings.delete.keep"));
    const confirm = button("primary", "trash", t("health.settings.delete.confirm"), () => void run(confirm));
    confirm.classList.add("button-bad");
    const box = el(
      "div",
      { class: "question", role: "alertdialog", "aria-labelledby": title, "aria-describedby": `${title}-text` },
      el("h3", { id: title }, t("health.settings.delete.question")),
      el("p", { id: `${title}-text` }, t("health.settings.delete.lost")),
      el("div", { class: "step-buttons" }, keep, confirm),
    );
    box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") offer(true);
    });
    fill(place, box);
    keep.focus();
  }

  async function run(confirm: HTMLButtonElement): Promise<void> {
    confirm.disabled = true;
    try {
      await context.tracing.deleteEverything();
      context.toasts.show({ key: "health", icon: "trash", text: t("health.settings.deleted") });
      if (!scope.isEnded) input.go("health");
    } catch (error) {
      confirm.disabled = false;
      report(input, error);
    }
  }

  offer(false);
  return place;
}
