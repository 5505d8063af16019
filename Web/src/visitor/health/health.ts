import { el, fill } from "../../dom";
import { t } from "../../i18n";
import { failedState, loadingState } from "../../ui/states";
import type { ViewInput } from "../views/view";
import { casePage } from "./case";
import { contactPage } from "./contact";
import type { PhoneInput } from "./input";
import { aboutLinks, noPhone } from "./nophone";
import { page } from "./parts";
import { reportPage, takeCodeFromAddress } from "./report";
import { settingsPage } from "./settings";
import { startPage } from "./start";
import { statusPage } from "./status";

type Page = (input: PhoneInput) => HTMLElement;

const pages: Record<string, Page> = {
  "": statusPage, start: startPage, contact: contactPage, report: reportPage, case: casePage, settings: settingsPage,
};

/** The tracing of the reader's own phone, and where there is none, what that means. */
export function healthView(input: ViewInput): HTMLElement {
  const name = input.path[0] ?? "";
  if (name === "report") takeCodeFromAddress(input.context.tracing);
  const build = pages[name] ?? statusPage;
  const place = el("div", { class: "remote" });
  const { session, tracing } = input.context;
  let isShown = false;

  function waiting(content: HTMLElement): void {
    isShown = false;
    fill(place, name === "" ? frame(content) : page(t("nav.health"), content));
  }

  function show(): void {
    const account = session.account.observable.value;
    const current = tracing.resource.observable.value;
    if (account.state === "failed") return waiting(failedState(account.failure, () => void session.account.load()));
    if (account.state === "loading") return waiting(loadingState());
    if (account.value === null) return waiting(noPhone(input));
    if (current.state === "failed") return waiting(failedState(current.failure, () => void tracing.resource.load()));
    if (current.state === "loading") return waiting(loadingState());
    if (current.value === null) return waiting(noPhone(input));
    // A page that is shown follows the phone by itself: replacing it would take the focus from under the reader.
    if (isShown) return;
    isShown = true;
    fill(place, build({ ...input, tracing: current.value }));
  }

  let asked: unknown = null;
  input.scope.watch(session.account.observable, (account) => {
    if (account.state === "ready" && account.value !== null && asked !== account.value) {
      asked = account.value;
      void tracing.resource.load();
    }
    show();
  });
  input.scope.watch(tracing.resource.observable, show);
  return place;
}

/** Health where there is no phone to show. */
function frame(content: HTMLElement): HTMLElement {
  return el(
    "div",
    { class: "view health" },
    el("header", { class: "view-head" }, el("h1", {}, t("nav.health"))),
    el("div", { class: "view-body health-body" }, el("p", { class: "lead" }, t("health.lead")), content, aboutLinks()),
  );
}
