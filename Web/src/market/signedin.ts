import { type Child, el, fill } from "../dom";
import { t } from "../i18n";
import { emptyState, failedState, loadingState } from "../ui/states";
import type { ViewInput } from "./view";

/** Where one signs in: the visitor's page, which comes back to the place of the market that the reader is at. */
export function signInAddress(): string {
  return `/?next=${encodeURIComponent(`/market${window.location.hash}`)}#/me`;
}

/** What is for somebody signed in; others are told why, and led to where they sign in. */
export function signedIn({ context, scope }: Pick<ViewInput, "context" | "scope">, reason: string, content: () => Child[]): HTMLElement {
  const place = el("div", { class: "view-body" });
  const { account } = context.session;
  scope.watch(account.observable, (remote) => {
    if (remote.state === "loading") fill(place, loadingState());
    else if (remote.state === "failed") fill(place, failedState(remote.failure, () => void account.load()));
    else if (remote.value === null) {
      const link = el("a", { class: "button", href: signInAddress() }, t("market.signIn"));
      fill(place, emptyState("me", t("market.signIn.title"), reason, link));
    } else fill(place, ...content());
  });
  return place;
}
