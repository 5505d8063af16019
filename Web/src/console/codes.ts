import * as api from "../api";
import type { ExposureCode, IssuedCode } from "../api";
import { ask } from "../client";
import { el, fill } from "../dom";
import { dayAndTime } from "../format";
import { type Key, t } from "../i18n";
import { icon, type IconName } from "../icons";
import { dayAfter, dayAt, personDayName, utcDayOf } from "../personday";
import { button, working } from "../ui/button";
import { field } from "../ui/field";
import { mark } from "../ui/list";
import { section } from "../ui/section";
import { emptyState, remote } from "../ui/states";
import type { ConsoleContext, SectionInput } from "./context";
import { consolePage } from "./page";

const marks: Record<ExposureCode["state"], [string, IconName]> = {
  waiting: ["near", "pause"], used: ["accepted", "check"], expired: ["", "minus"], withdrawn: ["refused", "cross"],
};

/** Of how many days ago an onset can be: as far as keys reach. */
const longestOnset = 21;

/** Codes for people who tested positive: issue one, see what became of each, withdraw one. */
export function codesSection({ context, scope }: SectionInput): HTMLElement {
  const issued = el("div", { class: "issued-place", "aria-live": "polite" });
  const onset = onsetField();
  const issueOne = async (): Promise<void> => {
    const day = onset.input.value;
    try {
      const code = await ask(api.issueCode);
      // The code is shown whatever becomes of the onset: nobody can ask for it again.
      fill(issued, issuedCard(context, code, () => fill(issued)));
      if (day !== "") {
        await ask((options) => api.setCodeOnset(code.id, { onset: onsetDay(day) }, options));
        onset.input.value = "";
      }
      await context.codes.load();
    } catch (error) {
      context.report(error);
    }
  };
  const issue: HTMLButtonElement = button("primary", "plus", t("console.codes.issue"), () => working(issue, issueOne));
  void context.codes.load();
  const list = remote(scope, context.codes, (codes) =>
    codes.length === 0
      ? emptyState("code", t("console.codes.empty"), t("console.codes.empty.text"))
      : el("ul", { class: "rows" }, ...codes.map((code) => codeRow(context, code))),
  );
  return consolePage(
    t("console.codes.title"), t("console.codes.lead"),
    onset.element, el("div", { class: "actions" }, issue), issued, section("ruled", t("console.codes.list"), list),
  );
}

/** The day on which symptoms began, if it is known: none that is to come, nor of more than three weeks ago. */
function onsetField(): { element: HTMLElement; input: HTMLInputElement } {
  const day = (ago: number): string => dayAfter(dayAt(Date.now()), -ago);
  const input = el("input", { type: "date", id: "code-onset", min: day(longestOnset), max: day(0) });
  return { element: field(t("console.codes.onset"), input, t("console.codes.onset.text")).element, input };
}

/** The UTC day of an onset on a day of the reader's calendar: the earliest that has something of it, as far as keys reach. */
function onsetDay(day: string): string {
  const [utcDay, oldest] = [utcDayOf(day), dayAfter(new Date().toISOString().slice(0, 10), -longestOnset)];
  return utcDay < oldest ? oldest : utcDay;
}

/** The code itself, for as long as the page shows it: nobody can ask for it again. */
function issuedCard(context: ConsoleContext, code: IssuedCode, hide: () => void): HTMLElement {
  const groups = code.code.match(/.{4}/g) ?? [code.code];
  const label = t("console.codes.spoken", { code: spoken(code.code) });
  const digits = el("output", { class: "issued-code", "aria-label": label });
  fill(digits, ...groups.map((group) => el("span", {}, group)));
  const copy = button("plain", "copy", t("console.codes.copy"), () => {
    navigator.clipboard.writeText(code.code).then(
      () => context.toasts.show({ tone: "ok", key: "copy", text: t("console.codes.copied") }),
      () => context.toasts.show({ tone: "bad", key: "copy", text: t("console.codes.notCopied") }),
    );
  });
  return el(
    "section", { class: "issued" },
    el("p", { class: "issued-head" }, t("console.codes.reference", { id: reference(code.id) })),
    digits,
    el("p", {}, t("console.codes.until", { time: dayAndTime(code.expiresAt) })),
    el("p", { class: "quiet" }, t("console.codes.once")),
    el(
      "div", { class: "actions" },
      copy,
      button("plain", "eyeOff", t("console.codes.hide"), hide),
    ),
  );
}

function codeRow(context: ConsoleContext, code: ExposureCode): HTMLElement {
  const [kind, picture] = marks[code.state];
  const name = reference(code.id);
  return el(
    "li", { class: "row", "data-state": code.state },
    mark(kind, picture),
    el(
      "div", { class: "row-body" },
      el("p", { class: "row-title" }, el("strong", {}, t(`console.codes.state.${code.state}` as Key))),
      el("p", { class: "row-note" }, t("console.codes.issuedOn", { id: name, day: personDayName(code.issuedOn) })),
    ),
    code.state === "waiting" && el(
      "button",
      {
        type: "button", class: "button-icon", "aria-label": t("console.codes.withdraw", { id: name }),
        title: t("console.codes.withdraw", { id: name }),
        onclick: (event) => void withdraw(context, code, (event as MouseEvent).detail === 0),
      },
      icon("trash"),
    ),
  );
}

async function withdraw(context: ConsoleContext, code: ExposureCode, byKeyboard: boolean): Promise<void> {
  const become = (state: ExposureCode["state"]): void => {
    const codes = context.codes.value;
    if (codes !== undefined) {
      context.codes.set(codes.map((other) => (other.id === code.id ? { ...other, state } : other)));
    }
  };
  const restore = async (): Promise<void> => {
    try {
      await ask((options) => api.restoreCode(code.id, options));
      become("waiting");
    } catch (error) {
      context.report(error);
      await context.codes.load();
    }
  };
  become("withdrawn");
  try {
    await ask((options) => api.withdrawCode(code.id, options));
  } catch (error) {
    context.report(error);
    await context.codes.load();
    return;
  }
  context.toasts.show({
    key: "code", icon: "trash", text: t("console.codes.withdrawn", { id: reference(code.id) }),
    undo: { what: reference(code.id), run: () => void restore() }, focus: byKeyboard,
  });
}

/** A few letters by which two people can speak of a code without telling it. */
function reference(id: string): string {
  return id.slice(-6).toUpperCase();
}

/** The digits one by one, as a screen reader should say them. */
function spoken(code: string): string {
  return code.split("").join(" ");
}
