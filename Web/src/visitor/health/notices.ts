import type { TracingNotice } from "../../api";
import { el } from "../../dom";
import { dayName, daysAgo } from "../../format";
import { plural, t } from "../../i18n";
import { icon, type IconName } from "../../icons";
import { personDay } from "../../personday";

const shownNotices = 12;

/** What the phone has told its owner, the latest first. */
export function noticeList(notices: readonly TracingNotice[], now: number): HTMLElement {
  if (notices.length === 0) return el("p", { class: "quiet" }, t("health.notices.empty"));
  return el("ol", { class: "rows" }, ...notices.slice(0, shownNotices).map((notice) => row(notice, now)));
}

function row(notice: TracingNotice, now: number): HTMLElement {
  const told = personDay(notice.day, now);
  const text = words(notice);
  const title = notice.kind === "exposure" ? el("a", { href: "#/health/contact" }, text) : text;
  return el(
    "li",
    { class: "row" },
    el("span", { class: `mark ${marks[notice.kind].className}` }, icon(marks[notice.kind].picture)),
    el(
      "div",
      { class: "row-body" },
      el("p", { class: "row-title" }, el("strong", {}, title)),
      el("p", { class: "row-note", title: dayName(told.day) }, daysAgo(told.daysAgo)),
    ),
  );
}

const marks: Record<TracingNotice["kind"], { picture: IconName; className: string }> = {
  heartbeat: { picture: "health", className: "mark-near" },
  nothingFound: { picture: "check", className: "mark-accepted" },
  exposure: { picture: "alert", className: "mark-through" },
  reported: { picture: "forward", className: "mark-near" },
  missedBatches: { picture: "alert", className: "mark-through" },
};

function words(notice: TracingNotice): string {
  if (notice.kind === "heartbeat") return plural("health.notice.heartbeat", notice.heartbeat ?? 1);
  if (notice.kind === "missedBatches") return plural("health.notice.missedBatches", notice.missed ?? 1);
  return t(`health.notice.${notice.kind}`);
}
