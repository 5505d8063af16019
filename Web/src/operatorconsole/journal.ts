import * as api from "../api";
import type { VenueJournal, VenueJournalEntry } from "../api";
import { el } from "../dom";
import { dayAndTime } from "../format";
import { known, plural, t } from "../i18n";
import { notice } from "../ui/banner";
import { olderRows } from "../ui/older";
import { emptyState } from "../ui/states";
import type { VenueContext } from "../venueconsole/context";
import { consolePage, steady } from "../venueconsole/page";

/**
 * Who did what at the venue and when, and whether the journal is as it was written.
 *
 * An action is said as `journal.action.ACTION`, a word of what it was done to as `journal.word.WORD`, of any area that the
 * table of pages loads for this one; what has no text is shown as it is written.
 */
export function journalPage(context: VenueContext): HTMLElement {
  const journal = context.fetched((options) => api.venueJournal(context.venue.venue, {}, options));
  return consolePage(
    t("team.journal.title"), t("team.journal.lead"),
    steady(context, journal, (first) => {
      if (first.entries.length === 0) return emptyState("list", t("team.journal.empty"), t("team.journal.empty.text"));
      const state = first.isIntact
        ? notice("check", plural("team.journal.intact", first.total)) : notice("alert", t("team.journal.broken"), "bad");
      return el("div", { class: "work-list", "data-intact": String(first.isIntact) }, state, pages(context, first));
    }),
  );
}

/** The entries, and a button for older ones as long as there are any. */
function pages(context: VenueContext, first: VenueJournal): HTMLElement {
  return el("div", { class: "work-list" }, ...olderRows(
    first, t("team.journal.older"), (entry) => entryRow(context, entry),
    (before) => context.ask((options) => api.venueJournal(context.venue.venue, { before }, options)),
    (error) => context.report(error)));
}

function entryRow(context: VenueContext, entry: VenueJournalEntry): HTMLElement {
  const person = entry.email ?? t("team.former");
  const who = entry.actor === "account" ? person : entry.actor === "operator" ? t("team.journal.machine") : t("team.journal.server");
  const notes = [entry.about ?? "", aboutWhat(context, entry), t("team.journal.by", { who })].filter((note) => note !== "");
  return el(
    "li", { class: "row trail-row", "data-action": entry.action, tabindex: -1 },
    el("span", { class: "trail-number" }, String(entry.number)),
    el(
      "div", { class: "row-body" },
      el("p", { class: "row-title" }, el("strong", {}, known(`journal.action.${entry.action}`) ?? entry.action)),
      ...notes.map((note) => el("p", { class: "row-note" }, note)),
    ),
    el("time", { class: "row-time", datetime: entry.at }, dayAndTime(entry.at)),
  );
}

/** What an entry is about in the reader's language: roles and shops by name, a version; else the words that stand there. */
export function aboutWhat({ venue }: { venue: VenueContext["venue"] }, { action, subject }: VenueJournalEntry): string {
  const shop = (major: string): string => venue.shops.find((one) => String(one.major) === major)?.name ?? major;
  const [first = "", second = "", ...rest] = subject.split(" ");
  const said = (...parts: string[]): string => parts.filter((part) => part !== "").join(" · ");
  switch (action.split(".")[0]) {
    case "role": case "invitation": case "session": {
      if (first === "operator") return t("team.role.operator");
      if (first !== "merchant") return subject;
      const shops = second.split(",").filter((major) => major !== "").map(shop);
      return shops.length === 0 ? t("team.role.merchant") : t("team.role.of", { shops: shops.join(", ") });
    }
    case "plan": return t("team.journal.version", { number: first });
    // The shop, the offer and its version.
    case "offer": return said(shop(first), second, rest[0] === undefined ? "" : t("team.journal.version", { number: rest[0] }));
    // The shop, what names the campaign to programs, and its name.
    case "campaign": return said(shop(first), rest.join(" "));
    case "door": return said(shop(first), second, rest.join(" "));
    default: return subject.split(" ").map((word) => known(`journal.word.${word}`) ?? word).join(" ");
  }
}
