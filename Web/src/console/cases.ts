import * as api from "../api";
import type { HealthCase } from "../api";
import { ask, Failure } from "../client";
import { el, fill, uniqueId } from "../dom";
import { type Key, plural, t } from "../i18n";
import type { IconName } from "../icons";
import { personDayName } from "../personday";
import { type ScanWords, scanPart } from "../qr/scan";
import { notice } from "../ui/banner";
import { button, working } from "../ui/button";
import { confirmed } from "../ui/dialog";
import { field } from "../ui/field";
import { mark } from "../ui/list";
import { section } from "../ui/section";
import { emptyState, remote } from "../ui/states";
import type { ConsoleContext, SectionInput } from "./context";
import { consolePage } from "./page";

const marks: Record<HealthCase["state"], [string, IconName]> = {
  pending: ["near", "pause"], approved: ["accepted", "check"], rejected: ["refused", "cross"], expired: ["", "minus"],
};

/** Cases from phones' QR codes: read one, compare it with the phone, approve or reject it. */
export function casesSection(input: SectionInput): HTMLElement {
  const { context, scope } = input;
  const said = el("div", { class: "issued-place", "aria-live": "polite" });

  async function register(text: string): Promise<boolean> {
    try {
      const { registered, isDuplicate } = await ask((options) => api.registerCase({ text }, options));
      fill(said, isDuplicate && notice("alert", t("console.cases.duplicate")));
      await context.cases.load();
      const card = document.querySelector<HTMLElement>(`[data-case="${CSS.escape(registered.id)}"]`);
      card?.focus();
      card?.scrollIntoView({ block: "nearest" });
      return true;
    } catch (error) {
      const failure = Failure.from(error);
      fill(said, notice("alert", failure.explanation, "bad"));
      context.session.endIfRefused(failure);
      return false;
    }
  }

  scope.watch(context.arrived, (text) => {
    if (text === null) return;
    context.arrived.set(null);
    void register(text);
  });
  void context.cases.load();
  const waiting = remote(scope, context.cases, (cases) => {
    const pending = cases.filter((one) => one.state === "pending");
    return pending.length === 0
      ? el("p", { class: "quiet" }, t("console.cases.nonePending"))
      : el("ul", { class: "case-cards" }, ...pending.map((one) => caseCard(context, one)));
  });
  const settled = remote(scope, context.cases, (cases) => {
    const others = cases.filter((one) => one.state !== "pending");
    return others.length === 0
      ? emptyState("phone", t("console.cases.empty"), t("console.cases.empty.text"))
      : el("ul", { class: "rows" }, ...others.map(caseRow));
  });
  return consolePage(
    t("console.cases.title"), t("console.cases.lead"),
    section("ruled", t("console.cases.read"), reading(input, register), said),
    section("ruled", t("console.cases.pending"), waiting),
    section("ruled", t("console.cases.settled"), settled),
  );
}

/** The ways in which a case comes here: the camera, a photo, or its text. */
function reading({ scope }: SectionInput, register: (text: string) => Promise<boolean>): HTMLElement {
  const text = el("textarea", {
    id: uniqueId("case"), rows: 3, name: "case", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
    maxlength: 1000,
  });
  const pasted = field(t("console.cases.paste"), text, t("console.cases.pasteHint"));
  const send = el("button", { type: "submit", class: "button button-primary" }, t("console.cases.register"));
  const form = el("form", { class: "case-form", novalidate: true }, pasted.element, send);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    pasted.forgive();
    const value = text.value.trim();
    if (value === "") return pasted.blame(t("console.cases.pasteFault"));
    working(send, async () => {
      if (await register(value)) text.value = "";
    });
  });
  const fault = el("p", { class: "form-fault", role: "alert", hidden: true });
  const say = (words: string): void => {
    fill(fault, words);
    fault.hidden = false;
  };
  const optical = scanPart(
    scope, scanWords(),
    (found) => {
      fault.hidden = true;
      void register(found);
    },
    () => say(t("console.cases.noCamera")), say,
  );
  return el("div", { class: "case-reading" }, optical, fault, form);
}

function scanWords(): ScanWords {
  return {
    title: t("console.cases.read"), why: t("console.cases.scan.why"), scan: t("console.cases.camera"),
    photo: t("console.cases.photo"), reading: t("console.cases.scan.reading"), noCode: t("console.cases.noCode"),
    noPicture: t("console.cases.scan.noPicture"), camera: t("console.cases.scan.picture"),
    looking: t("console.cases.scan.looking"), stop: t("console.cases.scan.stop"),
    refused: t("console.cases.noCamera"), missing: t("console.cases.scan.missing"),
  };
}

/** A case that waits: what it would publish, the words to compare with the phone, and the decision. */
function caseCard(context: ConsoleContext, one: HealthCase): HTMLElement {
  const days = 1 + Math.round((Date.parse(one.registeredOn) - Date.parse(one.firstDay)) / 86_400_000);
  const decide = async (approves: boolean): Promise<void> => {
    const verb = approves ? "approve" : "reject";
    const isMeant = await confirmed(
      t(`console.cases.${verb}.title` as Key), t(`console.cases.${verb}.text` as Key),
      t(`console.cases.${verb}` as Key), !approves,
    );
    if (!isMeant) return;
    try {
      await ask((options) => (approves ? api.approveCase(one.id, options) : api.rejectCase(one.id, options)));
      context.toasts.show({
        tone: "ok", key: "case", text: t(approves ? "console.cases.approved" : "console.cases.rejected"),
      });
    } catch (error) {
      context.report(error);
    }
    await context.cases.load();
  };
  const approve: HTMLButtonElement = button("primary", "check", t("console.cases.approve"), () =>
    working(approve, () => decide(true)));
  const reject: HTMLButtonElement = button("plain", "cross", t("console.cases.reject"), () =>
    working(reject, () => decide(false)));
  return el(
    "li", { class: "case-card", "data-case": one.id, tabindex: -1 },
    el("p", { class: "case-label" }, t("console.cases.words")),
    el("p", { class: "case-words" }, one.checkWords ?? ""),
    el("p", {}, t("console.cases.compare")),
    el(
      "p", { class: "quiet" },
      plural("console.cases.span", days, { first: personDayName(one.firstDay), last: personDayName(one.registeredOn) }),
    ),
    el("div", { class: "actions" }, approve, reject),
  );
}

function caseRow(one: HealthCase): HTMLElement {
  const [kind, picture] = marks[one.state];
  return el(
    "li", { class: "row", "data-state": one.state },
    mark(kind, picture),
    el(
      "div", { class: "row-body" },
      el("p", { class: "row-title" }, el("strong", {}, t(`console.cases.state.${one.state}` as Key))),
      el("p", { class: "row-note" }, t("console.cases.registeredOn", { day: personDayName(one.registeredOn) })),
    ),
  );
}
