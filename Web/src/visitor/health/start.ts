import { el } from "../../dom";
import { type Key, t } from "../../i18n";
import { icon, type IconName } from "../../icons";
import { button, linkButton } from "../../ui/button";
import { points } from "../../ui/list";
import { section } from "../../ui/section";
import { type PhoneInput, report } from "./input";
import { page, stepButtons, stepLine } from "./parts";

type Step = () => { title: string; content: HTMLElement[] };

const steps: Step[] = [
  () => ({
    title: t("health.start.purpose"),
    content: [points("dotted", ["health.start.purpose.1", "health.start.purpose.2", "health.start.purpose.3"])],
  }),
  () => ({
    title: t("health.start.how"),
    content: [points("numbered", ["health.how.1", "health.how.2", "health.how.3", "health.how.4"])],
  }),
  () => ({
    title: t("health.start.privacy"),
    content: [
      points("dotted", [
        "health.start.privacy.1", "health.start.privacy.2", "health.start.privacy.3", "health.start.privacy.4",
      ]),
      el("p", {}, el("a", { class: "panel-link", href: "#/about" }, t("health.start.more"))),
    ],
  }),
  () => ({
    title: t("health.start.needs"),
    content: [
      el(
        "ul",
        { class: "needs" },
        need("brand", "health.start.needs.bluetooth", "health.start.needs.bluetooth.text"),
        need("refresh", "health.start.needs.internet", "health.start.needs.internet.text"),
        need("bell", "health.start.needs.notices", "health.start.needs.notices.text"),
        need("here", "health.start.needs.position", "health.start.needs.position.text"),
      ),
    ],
  }),
];

function need(picture: IconName, what: Key, why: Key): HTMLElement {
  return el("li", {}, icon(picture), el("p", {}, el("strong", {}, t(what)), " ", el("span", {}, t(why))));
}

/** Purpose, way of working, privacy and needs, before tracing is switched on for the first time. */
export function startPage(input: PhoneInput): HTMLElement {
  const index = Math.max(steps.findIndex((_, step) => String(step + 1) === input.path[1]), 0);
  const step = steps[index];
  if (step === undefined) return page(t("health.start.title"));
  const { title, content } = step();
  const previous = index === 0 ? null : linkButton("plain", address(index - 1), t("health.previous"));
  const isLast = index === steps.length - 1;
  const on = button("primary", "check", t("health.start.on"), () => void switchOn());

  async function switchOn(): Promise<void> {
    on.disabled = true;
    try {
      await input.context.tracing.setOn(true);
      input.context.toasts.show({ key: "health", tone: "ok", text: t("health.switchedOn") });
      if (!input.scope.isEnded) input.go("health");
    } catch (error) {
      on.disabled = false;
      report(input, error);
    }
  }

  return page(
    t("health.start.title"),
    stepLine(index + 1, steps.length),
    section("open", title, ...content),
    isLast
      ? stepButtons(linkButton("plain", "#/health", t("health.start.later")), on)
      : stepButtons(previous, linkButton("primary", address(index + 1), t("health.next"))),
  );
}

function address(index: number): string {
  return index === 0 ? "#/health/start" : `#/health/start/${index + 1}`;
}
