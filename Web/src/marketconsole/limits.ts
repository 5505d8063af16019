import * as api from "../api";
import type { ConsoleAccount, ConsoleLimit } from "../api";
import { ask, Failure } from "../client";
import { el, fill, uniqueId } from "../dom";
import { t } from "../i18n";
import { notice } from "../ui/banner";
import { button, submitButton } from "../ui/button";
import { formDialog } from "../ui/dialog";
import { field } from "../ui/field";
import { mark, row } from "../ui/list";
import { deskBound } from "../numbers/rules";
import { numberField } from "../ui/numberfield";
import { section } from "../ui/section";
import { amountOf } from "./amounts";
import type { DeskContext, SectionInput } from "./context";
import { Intent, newKey } from "./intent";
import { deskPage } from "./page";

/** What one account may send away in a day: found by its whole address alone. */
export function limitsSection({ context, scope }: SectionInput): HTMLElement {
  const email = el("input", {
    id: uniqueId("email"), type: "email", autocomplete: "off", inputmode: "email", autocapitalize: "none",
    spellcheck: "false", maxlength: 254,
  });
  const asked = field(t("sign.email"), email, t("desk.limits.hint"));
  const submit = submitButton(t("desk.limits.find"));
  const found = el("div", { class: "remote", "aria-live": "polite" });
  const show = (account: ConsoleAccount): void => {
    const change = (limit: ConsoleLimit): void => void changed(context, account, limit, show);
    fill(found, section("ruled", account.email, el("ul", { class: "rows" }, ...account.limits.map((limit) =>
      limitRow(limit, () => change(limit))))));
  };
  const form = el("form", { class: "desk-form", novalidate: true }, asked.element, submit.element);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    asked.forgive();
    fill(found);
    const address = email.value.trim();
    if (address === "" || !email.validity.valid) return asked.blame(t("problem.accounts.invalid_email"));
    submit.during(() => ask((options) => api.findConsoleAccount({ email: address }, options))).then(
      (account) => {
        if (!scope.isEnded) show(account);
      },
      (error: unknown) => {
        const failure = Failure.from(error);
        if (failure.code === "market.unknown_account") return asked.blame(context.explain(failure));
        context.report(failure);
      },
    );
  });
  return deskPage(t("desk.limits.title"), t("desk.limits.lead"), notice("eye", t("desk.limits.traced")), form, found);
}

function limitRow(limit: ConsoleLimit, change: () => void): HTMLElement {
  const { asset, usual, own } = limit;
  const everybody = usual === undefined ? t("desk.limits.noUsual") : t("desk.limits.usual", { amount: amountOf(usual, asset) });
  const edit = button("plain", "pencil", t("desk.change"), change);
  edit.setAttribute("aria-label", `${t("desk.change")}: ${asset}`);
  return row({ "data-asset": asset }, {
    picture: mark(own === undefined ? "" : "near", own === undefined ? "minus" : "shield"),
    title: own === undefined ? asset : t("desk.limits.own", { amount: amountOf(own, asset) }),
    notes: [everybody], actions: [edit],
  });
}

async function changed(
  context: DeskContext, account: ConsoleAccount, limit: ConsoleLimit, show: (account: ConsoleAccount) => void,
): Promise<void> {
  const { asset } = limit;
  const asked = numberField({
    label: t("desk.limits.bound", { asset }), rule: deskBound, value: limit.own, hint: t("desk.limits.boundHint"),
  });
  const intent = new Intent();
  let answer: ConsoleLimit | undefined;
  const isDone = await formDialog({
    title: account.email, action: t("desk.save"), fields: [asked.element],
    read: () => {
      const amount = asked.read();
      if (amount === undefined) return null;
      const body = { email: account.email, asset, ...(amount === null ? {} : { dailyLimit: amount.text }) };
      const key = intent.keyFor(body);
      return async () => {
        answer = await api.setConsoleLimit(body, { key });
      };
    },
    explain: (failure) => {
      asked.blame(context.explain(failure));
      return failure.status !== 401;
    },
    onEnded: (failure) => context.report(failure),
  });
  if (!isDone || answer === undefined) return;
  const replaced = (next: ConsoleLimit): ConsoleAccount => ({
    ...account, limits: account.limits.map((each) => (each.asset === asset ? next : each)),
  });
  show(replaced(answer));
  const before = { email: account.email, asset, ...(limit.own === undefined ? {} : { dailyLimit: limit.own }) };
  context.toasts.show({
    tone: "ok", key: "limit", text: t("desk.saved"),
    undo: {
      what: asset,
      run: () => void context.change(newKey(), (options) => api.setConsoleLimit(before, options), (next) => show(replaced(next))),
    },
  });
}
