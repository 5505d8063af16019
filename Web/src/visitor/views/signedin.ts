import { type Child, el, fill } from "../../dom";
import { failedState, loadingState } from "../../ui/states";
import { signInForm } from "./signin";
import type { ViewInput } from "./view";

/** A view with a heading whose content is for somebody signed in; others get the form, and why it is needed. */
export function signedIn(input: ViewInput, title: string, reason: string, content: () => Child[]): HTMLElement {
  const place = el("div", { class: "view-body" });
  const { account } = input.context.session;
  input.scope.watch(account.observable, (remote) => {
    if (remote.state === "loading") fill(place, loadingState());
    else if (remote.state === "failed") fill(place, failedState(remote.failure, () => void account.load()));
    else if (remote.value === null) fill(place, signInForm(input.context, reason));
    else fill(place, ...content());
  });
  return el("div", { class: "view" }, el("header", { class: "view-head" }, el("h1", {}, title)), place);
}
