import * as api from "../api";
import type { ConsoleEntry, ConsoleJournal } from "../api";
import { ask } from "../client";
import { el } from "../dom";
import { dayAndTime } from "../format";
import { known, plural, t } from "../i18n";
import { Resource } from "../remote";
import { notice } from "../ui/banner";
import { olderRows } from "../ui/older";
import { emptyState, remote } from "../ui/states";
import type { DeskContext, SectionInput } from "./context";
import { deskPage } from "./page";

/** Who did what here and when, and whether the journal is as it was written. */
export function journalSection({ context, scope }: SectionInput): HTMLElement {
  const journal = new Resource<ConsoleJournal>(() => ask((options) => api.consoleJournal({}, options)));
  void journal.load();
  return deskPage(
    t("desk.journal.title"), t("desk.journal.lead"),
    remote(scope, journal, (first) => {
      if (first.entries.length === 0) return emptyState("list", t("desk.journal.empty"), t("desk.journal.empty.text"));
      const state = first.isIntact
        ? notice("check", plural("desk.journal.intact", first.total)) : notice("alert", t("desk.journal.broken"), "bad");
      return el("div", { class: "desk-list", "data-intact": String(first.isIntact) }, state, pages(context, first));
    }),
  );
}

/** The entries, and a button for older ones as long as there are any. */
function pages(context: DeskContext, first: ConsoleJournal): HTMLElement {
  return el("div", { class: "desk-list" }, ...olderRows(
    first, t("desk.journal.older"), entryRow,
    (before) => ask((options) => api.consoleJournal({ before }, options)),
    (error) => context.report(error)));
}

function entryRow(entry: ConsoleEntry): HTMLElement {
  const staff = entry.email ?? t("desk.formerAccount");
  const who = entry.actor === "account" ? staff : t(entry.actor === "operator" ? "desk.journal.operator" : "desk.journal.server");
  const isAboutStaff = entry.action.startsWith("role.") || entry.action.startsWith("session.");
  return el(
    "li", { class: "row trail-row", "data-action": entry.action, tabindex: -1 },
    el("span", { class: "trail-number" }, String(entry.number)),
    el(
      "div", { class: "row-body" },
      el("p", { class: "row-title" }, el("strong", {}, known(`desk.action.${entry.action}`) ?? entry.action)),
      !isAboutStaff && el("p", { class: "row-note" }, inWords(entry.subject)),
      el("p", { class: "row-note" }, who),
    ),
    el("time", { class: "row-time", datetime: entry.at }, dayAndTime(entry.at)),
  );
}

/** What an entry is about in the reader's language: numbers and names stay, `orders:3` becomes `orders: 3`. */
function inWords(subject: string): string {
  const word = (text: string): string => known(`desk.word.${text}`) ?? text;
  return subject.split(" ").map((part) => {
    const [name = "", count] = part.split(":");
    return count !== undefined && known(`desk.word.${name}`) !== undefined ? `${word(name)}: ${count}` : word(part);
  }).join(" ");
}
