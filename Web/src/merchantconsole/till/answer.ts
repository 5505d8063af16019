import type { Redemption } from "../../api";
import { Failure } from "../../client";
import { el } from "../../dom";
import { clock, dayAndTime, timeSpan } from "../../format";
import { nearestText, plural, t } from "../../i18n";
import { icon, type IconName } from "../../icons";
import type { Answered } from "./queue";

/** A clock that is wrong by more than this is told of, in seconds. */
const toldClock = 30;

interface Words {
  tone: "ok" | "warn" | "bad";
  picture: IconName;
  title: string;
  text: string;
}

/** What a till says of a coupon, large enough to be read from where the customer stands. */
export function answerPanel(
  { answer }: Pick<Answered, "answer"> | { answer: "mistyped" }, timeZone: string, explain: (failure: Failure) => string,
): HTMLElement {
  const words = wordsOf(answer, timeZone, explain);
  const said = answer === "mistyped" || answer instanceof Failure ? null : answer;
  const offer = said?.text === undefined ? null : nearestText(said.text);
  const off = said?.clockSeconds ?? 0;
  return el(
    "div", { class: `till-panel till-${words.tone}`, "data-outcome": said?.outcome ?? (answer === "mistyped" ? answer : "failed") },
    icon(words.picture), el("h2", {}, words.title),
    offer !== null && el("p", { class: "till-offer", lang: offer.isMine ? undefined : offer.tag }, offer.text),
    words.text !== "" && el("p", {}, words.text),
    Math.abs(off) > toldClock && el("p", { class: "quiet" }, t(off > 0 ? "till.clock.behind" : "till.clock.ahead", { span: timeSpan(Math.abs(off) * 1000) })),
  );
}

/** The same in a line, for what waited without a network. */
export function oneLine(answered: Answered, timeZone: string, explain: (failure: Failure) => string): HTMLElement {
  const { tone, picture, title, text } = wordsOf(answered.answer, timeZone, explain);
  return el(
    "li", { class: "row", "data-key": answered.showing.key },
    el("span", { class: `mark mark-${tone === "ok" ? "accepted" : "rejected"}` }, icon(picture)),
    el("div", { class: "row-body" }, el("p", { class: "row-title" }, title), el("p", { class: "row-note" }, text)),
    el("span", { class: "row-time figures" }, `… ${answered.showing.code.slice(-4)} · ${clock(new Date(answered.showing.shownAt).toISOString(), timeZone)}`),
  );
}

function wordsOf(answer: Redemption | Failure | "mistyped", timeZone: string, explain: (failure: Failure) => string): Words {
  if (answer === "mistyped") return { tone: "warn", picture: "question", title: t("till.mistyped"), text: t("till.mistyped.text") };
  if (answer instanceof Failure) return { tone: "bad", picture: "alert", title: t("till.failed"), text: explain(answer) };
  const time = (instant: string | undefined): string => (instant === undefined ? "" : dayAndTime(instant, timeZone));
  const span = timeSpan((answer.halfMinutes ?? 0) * 30_000);
  switch (answer.outcome) {
    case "redeemed":
      return { tone: "ok", picture: "check", title: t("till.ok"), text: (answer.points ?? 0) > 0 ? plural("till.points", answer.points ?? 0) : "" };
    case "used":
      return { tone: "bad", picture: "cross", title: t("till.used"), text: t("till.used.text", { time: time(answer.usedAt), till: answer.till ?? "" }) };
    case "expired": return { tone: "bad", picture: "clock", title: t("till.expired"), text: t("till.expired.text", { time: time(answer.validUntil) }) };
    case "otherShop": return { tone: "bad", picture: "shops", title: t("till.other"), text: t("till.other.text") };
    case "photographed": return { tone: "warn", picture: "picture", title: t("till.photo"), text: t("till.photo.text", { span }) };
    case "early": return { tone: "warn", picture: "clock", title: t("till.early"), text: t("till.early.text", { span }) };
    case "unknown": return { tone: "bad", picture: "question", title: t("till.unknown"), text: t("till.unknown.text") };
    case "tooLate": return { tone: "bad", picture: "clock", title: t("till.tooLate"), text: t("till.tooLate.text") };
    case "clock": return { tone: "bad", picture: "clock", title: t("till.clock"), text: t("till.clock.text") };
  }
}
