import * as api from "../api";
import type { ConsoleAudit, ConsoleAuditPiece } from "../api";
import { ask } from "../client";
import { el } from "../dom";
import { dayAndTime, number } from "../format";
import { plural, t } from "../i18n";
import { notice } from "../ui/banner";
import { button, working } from "../ui/button";
import { section } from "../ui/section";
import { emptyState } from "../ui/states";
import { table } from "../ui/table";
import { amountText } from "./amounts";
import type { SectionInput } from "./context";
import { deskPage, steady } from "./page";

const refresh = 1000;

/** The audit of the ledger: everything against everything else, piece by piece. */
export function ledgerSection({ context, scope }: SectionInput): HTMLElement {
  void context.audit.load();
  scope.every(refresh, () => {
    if (context.audit.value?.state === "running") void context.renew(context.audit, api.consoleAudit);
  });
  const begin: HTMLButtonElement = button("primary", "check", t("desk.ledger.begin"), () =>
    working(begin, async () => {
      try {
        context.audit.set(await ask(api.beginConsoleAudit));
      } catch (error) {
        context.report(error);
      }
    }));
  scope.watch(context.audit.observable, () => {
    begin.hidden = context.audit.value?.state === "running";
  });
  return deskPage(
    t("desk.ledger.title"), t("desk.ledger.lead"), el("div", { class: "actions" }, begin),
    steady(scope, context.audit, report),
  );
}

function report(audit: ConsoleAudit): HTMLElement {
  if (audit.state === "never") return emptyState("check", t("desk.ledger.never"), t("desk.ledger.never.text"));
  return el(
    "div", { class: "desk-list", "data-audit": audit.state },
    result(audit),
    audit.begunAt !== undefined && el("p", { class: "quiet" }, t("desk.ledger.begun", { time: dayAndTime(audit.begunAt) })),
    audit.faults.length > 0 && section(
      "ruled", t("desk.ledger.faults"), el("ul", { class: "points-list" }, ...audit.faults.map((text) => el("li", {}, text))),
    ),
    audit.assets.length > 0 && section("ruled", t("desk.ledger.assets"), scrolling(t("desk.ledger.assets"), table(
      [t("desk.asset"), t("desk.ledger.owned"), t("desk.ledger.sum")],
      audit.assets.map(({ asset, owned, sum }) => ({ code: asset, head: asset, cells: [amountText(owned), amountText(sum)] })),
    ))),
    audit.pieces.length > 0 && section("ruled", t("desk.ledger.pieces"), scrolling(t("desk.ledger.pieces"), table(
      [t("desk.ledger.piece"), t("desk.ledger.milliseconds"), t("desk.ledger.wrong")],
      audit.pieces.map((piece) => ({
        code: pieceName(piece), head: pieceName(piece), cells: [number(piece.milliseconds), number(piece.faults)],
      })),
    ))),
  );
}

/** A table that scrolls within itself where it is wider than the screen, by the keyboard too. */
function scrolling(label: string, content: HTMLElement): HTMLElement {
  return el("div", { class: "desk-table", tabindex: 0, role: "group", "aria-label": label }, content);
}

function result(audit: ConsoleAudit): HTMLElement {
  if (audit.state === "running") {
    const done = audit.piecesInAll === 0 ? 0 : audit.pieces.length;
    const bar = el("progress", { max: Math.max(1, audit.piecesInAll), value: done, "aria-label": t("desk.ledger.running") });
    return el("div", { role: "status" }, el("p", {}, t("desk.ledger.running")), bar);
  }
  if (audit.state === "failed") return notice("alert", t("desk.ledger.failed"), "bad");
  if (audit.isClean !== true) return notice("alert", t("desk.ledger.unclean"), "bad");
  const compared = [
    plural("desk.ledger.balances", audit.balances), plural("desk.ledger.orders", audit.orders),
    plural("desk.ledger.fills", audit.fills),
  ].join(", ");
  return notice("check", `${t("desk.ledger.clean")} ${compared}.`);
}

function pieceName(piece: ConsoleAuditPiece): string {
  if (piece.kind === "market") return piece.market ?? "";
  return piece.kind === "postings" ? t("desk.ledger.postings") : t("desk.ledger.allBalances");
}
