import { el, fill } from "../../dom";
import { t } from "../../i18n";
import { icon, type IconName } from "../../icons";
import type { Scope } from "../../observable";
import { iconButton } from "../../ui/button";
import { checkbox } from "../../ui/field";
import { segmented } from "../../ui/menu";
import type { Choices } from "./choices";
import { type Frame, frameNames, frames, frontFrames, isOfDays } from "./frames";
import type { Words } from "./setting";
import { studyNames, studyPlans } from "./studyset";

/** What the buttons do. */
export interface ToolbarActions {
  change: (changes: Partial<Choices>) => void;
  addAlert: () => void;
  toggleTable: () => void;
  toggleFullScreen: () => void;
}

/** The buttons above the candles: how long they are, what is drawn with them, and what can be done. */
export class Toolbar {
  readonly element: HTMLElement;
  readonly table: HTMLButtonElement;
  readonly fullScreen: HTMLButtonElement;
  private readonly frames = el("div", { class: "chart-frames" });
  private readonly more = el("div", { class: "chart-more-frames" });
  private readonly studies = el("div", { class: "chart-study-list" });

  constructor(scope: Scope, private readonly words: Words, private choices: Choices, private readonly actions: ToolbarActions) {
    this.table = this.toggle("list", t("chart.table.show"), actions.toggleTable);
    this.fullScreen = this.toggle("expand", t("chart.fullScreen"), actions.toggleFullScreen);
    this.element = el(
      "div", { class: "chart-toolbar" }, this.frames,
      el("div", { class: "chart-buttons" }, this.options(scope), iconButton("bell", t("chart.alert.add"), actions.addAlert), this.table, this.fullScreen),
    );
    this.showFrames();
  }

  /** Shows what was chosen. */
  show(choices: Choices): void {
    const isOther = choices.frame !== this.choices.frame;
    this.choices = choices;
    if (isOther) this.showFrames();
  }

  private toggle(picture: IconName, label: string, run: () => void): HTMLButtonElement {
    const button = iconButton(picture, label, run);
    button.setAttribute("aria-pressed", "false");
    return button;
  }

  private showFrames(): void {
    const { frame } = this.choices;
    // A frame that is not among the usual ones is in sight as long as it is chosen.
    const shown = frames.filter((each) => frontFrames.includes(each) || each === frame);
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["value"] : undefined;
    const hadFocus = this.frames.contains(document.activeElement);
    const choose = (value: string): void => this.actions.change({ frame: Number(value) as Frame });
    const buttons = segmented(t("chart.frame"), shown.map((each) => ({ value: String(each), label: frameNames[each] })), String(frame), choose);
    for (const button of buttons.querySelectorAll("button")) {
      const name = this.words.frame(Number(button.dataset["value"]) as Frame);
      button.title = name;
      button.setAttribute("aria-label", `${button.textContent ?? ""}, ${name}`);
    }
    fill(this.frames, buttons);
    if (hadFocus) this.frames.querySelector<HTMLElement>(`[data-value="${focused ?? ""}"]`)?.focus();
    for (const button of this.more.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset["frame"] === String(frame)));
    }
    for (const input of this.studies.querySelectorAll<HTMLInputElement>("[data-day] input")) input.disabled = isOfDays(frame);
  }

  /** The list of what is chosen rarely. */
  private options(scope: Scope): HTMLElement {
    const { choices, actions } = this;
    for (const frame of frames) {
      if (frontFrames.includes(frame)) continue;
      const label = `${frameNames[frame]} · ${this.words.frame(frame)}`;
      this.more.append(el("button", {
        type: "button", class: "button", "data-frame": frame, "aria-pressed": String(frame === choices.frame),
        onclick: () => actions.change({ frame }),
      }, label));
    }
    for (const name of studyNames) {
      const { label, isOfDay } = studyPlans[name];
      const box = checkbox(label, choices.studies.includes(name), (isOn) => {
        const { studies } = this.choices;
        actions.change({ studies: studyNames.filter((each) => (each === name ? isOn : studies.includes(each))) });
      });
      if (isOfDay === true) box.element.dataset["day"] = "";
      this.studies.append(box.element);
    }
    const flags = [
      checkbox(t("chart.volume"), choices.hasVolume, (hasVolume) => actions.change({ hasVolume })),
      checkbox(t("chart.logarithmic"), choices.isLogarithmic, (isLogarithmic) => actions.change({ isLogarithmic })),
      checkbox(t("chart.marks"), choices.hasMarks, (hasMarks) => actions.change({ hasMarks })),
      checkbox(t("chart.hollow"), choices.isHollow, (isHollow) => actions.change({ isHollow })),
    ];
    const summary = el("summary", { class: "button-icon", "aria-label": t("chart.options"), title: t("chart.options") });
    summary.append(icon("settings"));
    const group = (title: string, ...children: HTMLElement[]): HTMLElement =>
      el("fieldset", {}, el("legend", {}, title), ...children);
    const details = el(
      "details", { class: "chart-options" }, summary,
      el(
        "div", { class: "chart-options-list" }, group(t("chart.options.frames"), this.more),
        group(t("chart.options.drawing"), ...flags.map(({ element }) => element)),
        group(t("chart.options.studies"), this.studies),
      ),
    );
    details.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !details.open) return;
      details.open = false;
      summary.focus();
      event.stopPropagation();
    });
    scope.listen(document, "pointerdown", (event) => {
      if (!(event.target instanceof Node) || !details.contains(event.target)) details.open = false;
    });
    return details;
  }
}
