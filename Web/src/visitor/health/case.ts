import type { CaseCode } from "../../api";
import { el, fill, svg } from "../../dom";
import { t } from "../../i18n";
import { button } from "../../ui/button";
import { points } from "../../ui/list";
import { section } from "../../ui/section";
import { emptyState } from "../../ui/states";
import { type PhoneInput, report } from "./input";
import { caution, page } from "./parts";

/** Light modules around a QR code, without which a camera does not find it (ISO/IEC 18004). */
const quietZone = 4;

/** The QR code with which the authority registers a case; fetched only when its owner asks for it. */
export function casePage(input: PhoneInput): HTMLElement {
  if (input.tracing.state === "reported" || input.tracing.reportable === undefined) {
    const nothing = emptyState("code", t("health.report.nothing"), t("health.report.nothing.text"));
    return page(t("health.case.title"), nothing);
  }
  const place = el("div", { class: "case", "aria-live": "polite" });

  function hidden(focus: boolean): void {
    const show = button("primary", "code", t("health.case.show"), () => void fetchAndShow(show));
    fill(place, show);
    if (focus) show.focus();
  }

  async function fetchAndShow(show: HTMLButtonElement): Promise<void> {
    show.disabled = true;
    try {
      const code = await input.context.tracing.caseCode();
      if (input.scope.isEnded) return;
      const hide = button("plain", "eyeOff", t("health.case.hide"), () => hidden(true));
      fill(place, ...codeParts(input, code), hide);
      hide.focus();
    } catch (error) {
      show.disabled = false;
      report(input, error);
    }
  }

  hidden(false);
  return page(
    t("health.case.title"),
    el("p", { class: "lead" }, t("health.case.text")),
    place,
    section(
      "open", t("health.case.learns"),
      points("dotted", ["health.case.learns.1", "health.case.learns.2", "health.case.learns.3"]),
      caution(t("health.case.only")),
    ),
  );
}

function codeParts({ context }: PhoneInput, code: CaseCode): HTMLElement[] {
  const copy = button("plain", "copy", t("health.case.copy"), () => {
    const written = navigator.clipboard?.writeText(code.url) ?? Promise.reject(new Error("no clipboard"));
    written.then(
      () => context.toasts.show({ key: "health", tone: "ok", text: t("health.case.copied") }),
      () => context.toasts.show({ key: "health", tone: "bad", text: t("health.case.notCopied") }),
    );
  });
  return [
    el("div", { class: "case-code", role: "img", "aria-label": t("health.case.label") }, drawing(code.modules)),
    el(
      "dl",
      { class: "own-case-words" },
      el("dt", {}, t("health.case.words")),
      el("dd", { class: "report-digits" }, code.checkWords),
      el("dd", { class: "quiet" }, t("health.case.words.text")),
    ),
    copy,
  ];
}

/** The dark modules as one path, a run of a row at a time. */
function drawing(modules: readonly string[]): SVGSVGElement {
  const runs = modules.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(({ 0: run = "", index = 0 }) => {
      return `M${index + quietZone} ${y + quietZone}h${run.length}v1h-${run.length}z`;
    }),
  );
  const size = modules.length + 2 * quietZone;
  const picture = svg(`0 0 ${size} ${size}`, "case-modules", [runs.join("")]);
  picture.setAttribute("shape-rendering", "crispEdges");
  return picture;
}
