import * as api from "../api";
import type { ConsoleRequest } from "../api";
import { el, uniqueId } from "../dom";
import { dayAndTime } from "../format";
import { type Key, plural, t } from "../i18n";
import { notice } from "../ui/banner";
import { button, working } from "../ui/button";
import { confirmed, formDialog } from "../ui/dialog";
import { field } from "../ui/field";
import { mark } from "../ui/list";
import { emptyState } from "../ui/states";
import { amountOf } from "./amounts";
import type { DeskContext, SectionInput } from "./context";
import { Intent, newKey } from "./intent";
import { deskPage, facts, steady } from "./page";

const refresh = 15_000;

/** Deposits and withdrawals that wait for somebody to look at the bank and say so. */
export function requestsSection({ context, scope }: SectionInput): HTMLElement {
  void context.requests.load();
  scope.every(refresh, () => void context.renew(context.requests, (options) => api.consoleRequests({}, options)));
  return deskPage(
    t("desk.requests.title"), t("desk.requests.lead"),
    steady(scope, context.requests, ({ requests, cursor }) => {
      if (requests.length === 0) return emptyState("check", t("desk.requests.empty"), t("desk.requests.empty.text"));
      return el(
        "div", { class: "desk-list" },
        el("p", { class: "quiet" }, plural("desk.requests.count", requests.length)),
        el("ul", { class: "rows" }, ...requests.map((request) => requestRow(context, request))),
        cursor !== undefined && notice("alert", t("desk.requests.more")),
      );
    }),
  );
}

/** The request in a few words, for a dialog or a notice. */
function nameOf(request: ConsoleRequest): string {
  const values = { id: request.id, amount: amountOf(request.amount, request.asset) };
  return t(`desk.requests.name.${request.kind}` as "desk.requests.name.deposit", values);
}

function requestRow(context: DeskContext, request: ConsoleRequest): HTMLElement {
  const { asset } = request;
  const told = (text: string | undefined): string | undefined => (text === undefined ? undefined : amountOf(text, asset));
  return el(
    "li", { class: "row desk-request", "data-request": request.id },
    mark(request.kind === "deposit" ? "accepted" : "offer", request.kind === "deposit" ? "plus" : "minus"),
    el(
      "div", { class: "row-body" },
      el(
        "p", { class: "row-title" },
        el("strong", {}, nameOf(request)),
        request.needsTwo && el("span", { class: "own-tag" }, t("desk.requests.two")),
      ),
      facts(
        [t("desk.requests.person"), request.email], [t("desk.requests.account"), request.bankAccount],
        [t("desk.requests.pays"), told(request.pays)], [t("desk.requests.fee"), told(request.fee)],
        [t("desk.requests.sent"), request.date], [t("desk.requests.tracking"), request.trackingCode],
        [t("desk.requests.voucher"), request.voucher], [t("desk.requests.asked"), dayAndTime(request.createdAt)],
      ),
      standing(request),
      actions(context, request),
    ),
  );
}

/** Who has approved it already, or why whoever looks cannot decide. */
function standing(request: ConsoleRequest): HTMLElement | false {
  if (request.isOwn) return notice("lock", t("desk.requests.own"));
  const { approval } = request;
  if (approval === undefined) return false;
  const time = dayAndTime(approval.at);
  if (approval.isOwn) return notice("clock", t("desk.requests.approvedByYou", { time }));
  return notice("check", t("desk.requests.approvedBy", { email: approval.email ?? t("desk.formerAccount"), time }));
}

function actions(context: DeskContext, request: ConsoleRequest): HTMLElement | false {
  if (request.isOwn) return false;
  const { id } = request;
  const isFirst = request.needsTwo && request.approval === undefined;
  const words: Key = isFirst ? "desk.requests.approve" : `desk.requests.settle.${request.kind}`;
  const settle: HTMLButtonElement = button("primary", "check", t(words as "desk.requests.approve"), () =>
    working(settle, () => (isFirst ? approve(context, request) : settled(context, request))));
  const back: HTMLButtonElement = button("plain", "undo", t("desk.requests.unapprove"), () =>
    working(back, () => unapprove(context, id)));
  const refuse = button("plain", "cross", t("desk.requests.refuse"), () => void refused(context, request));
  settle.dataset["act"] = back.dataset["act"] = `settle-${id}`;
  refuse.dataset["act"] = `refuse-${id}`;
  for (const each of [settle, back, refuse]) each.setAttribute("aria-label", `${each.textContent}: ${nameOf(request)}`);
  return el("div", { class: "actions" }, request.approval?.isOwn === true ? back : settle, refuse);
}

/** The first of two approvals moves nothing and can be taken back, so that nobody is asked before. */
async function approve(context: DeskContext, request: ConsoleRequest): Promise<void> {
  const { id } = request;
  await context.change(newKey(), (options) => api.settleConsoleRequest(id, options), async ({ status }) => {
    await context.requests.load();
    // Another limit may hold by now, under which one person is enough.
    if (status !== "waiting") return context.toasts.show({ tone: "ok", key: "request", text: t("desk.requests.settled") });
    context.toasts.show({
      tone: "ok", key: "request", text: t("desk.requests.approved"),
      undo: { what: nameOf(request), run: () => void unapprove(context, id) },
    });
  });
}

async function unapprove(context: DeskContext, id: string): Promise<void> {
  await context.change(newKey(), (options) => api.withdrawConsoleApproval(id, options), async () => {
    await context.requests.load();
    context.toasts.show({ key: "request", text: t("desk.requests.unapproved") });
  });
}

async function settled(context: DeskContext, request: ConsoleRequest): Promise<void> {
  const values = { amount: amountOf(request.pays ?? request.amount, request.asset), account: request.bankAccount };
  const text = request.kind === "deposit"
    ? t("desk.requests.settle.depositText", { amount: values.amount, email: request.email })
    : t("desk.requests.settle.withdrawalText", values);
  const action = t(`desk.requests.settle.${request.kind}` as "desk.requests.settle.deposit");
  if (!(await confirmed(nameOf(request), text, action))) return;
  await context.change(newKey(), (options) => api.settleConsoleRequest(request.id, options), async () => {
    await context.requests.load();
    context.toasts.show({ tone: "ok", key: "request", text: t("desk.requests.settled") });
  });
}

async function refused(context: DeskContext, request: ConsoleRequest): Promise<void> {
  const reason = el("input", { id: uniqueId("reason"), type: "text", maxlength: 200, autocomplete: "off" });
  const asked = field(t("desk.requests.reason"), reason, t("desk.requests.reasonHint"));
  const intent = new Intent();
  const isDone = await formDialog({
    title: nameOf(request), text: t("desk.requests.refuse.text"), action: t("desk.requests.refuse"),
    fields: [asked.element],
    read: () => {
      asked.forgive();
      const body = { reason: reason.value.trim() };
      if (body.reason === "") {
        asked.blame(t("desk.requests.reasonMissing"));
        return null;
      }
      const key = intent.keyFor(body);
      return () => api.refuseConsoleRequest(request.id, body, { key });
    },
    explain: (failure) => {
      asked.blame(context.explain(failure));
      return failure.status !== 401;
    },
    onEnded: (failure) => context.report(failure),
  });
  if (!isDone) return;
  await context.requests.load();
  context.toasts.show({ key: "request", text: t("desk.requests.refused") });
}
