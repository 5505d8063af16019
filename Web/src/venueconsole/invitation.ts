import "./common";
import * as api from "../api";
import type { OwnVenueRoles, ShownInvitation, VenueRoleName } from "../api";
import { ask, Failure } from "../client";
import { type Child, el, fill } from "../dom";
import { dayAndTime } from "../format";
import { t } from "../i18n";
import { recall } from "../storage";
import { notice } from "../ui/banner";
import { button, linkButton, working } from "../ui/button";
import { languageMenu } from "../ui/menu";
import { emptyState, failedState, loadingState } from "../ui/states";
import { facts } from "./page";
import type { PendingInvitation } from "./pending";

/** What the page of an invitation is given. */
export interface InvitationInput {
  role: VenueRoleName;
  pending: PendingInvitation;
  /** Goes on without the invitation: it was accepted, or is of no use. */
  done: (isAccepted: boolean) => void;
}

/** Shows what somebody is invited to who has the link, and what is still missing before it can be accepted. */
export function invitationPage({ role, pending, done }: InvitationInput): HTMLElement {
  const body = el("div", { class: "view-body" });
  const place = el(
    "div", { class: "view work-view", "data-page": "invitation" },
    el("header", { class: "view-head" }, el("h1", {}, t("team.invitation.title"))), body,
    el("div", { class: "sign work-language" }, languageMenu(() => undefined)),
  );

  async function load(): Promise<void> {
    fill(body, loadingState());
    try {
      const secret = pending.secret ?? "";
      const shown = await ask((options) => api.shownInvitation({ secret }, options));
      // Somebody else's session, or none: nobody is asked about who is not there.
      const own = recall("signed-in") === null ? null : await ask(api.ownVenueRoles).catch(nobody);
      fill(body, about(shown), el("div", { class: "work-list" }, ...next(shown, own)));
    } catch (error) {
      const failure = Failure.from(error);
      fill(body, failure.code.startsWith("staff.") ? useless(failure) : failedState(failure, () => void load()));
    }
  }

  /** What is offered. */
  function about({ role: as, venueName, shops, expiresAt }: ShownInvitation): HTMLElement {
    return el(
      "div", { class: "work-list" },
      el("p", { class: "lead" }, as === "operator" ? t("team.invitation.operator") : t("team.invitation.merchant")),
      facts(
        [t("work.venue"), venueName], [t("team.shops"), shops.map(({ name }) => name).join(", ")],
        [t("team.until"), dayAndTime(expiresAt)]),
    );
  }

  /** What to do next: sign in, get a second factor, or accept. */
  function next(shown: ShownInvitation, own: OwnVenueRoles | null): Child[] {
    const again = button("plain", "refresh", t("team.invitation.again"), () => void load());
    if (own === null) {
      const back = `/?next=${encodeURIComponent(window.location.pathname)}#/me`;
      return [notice("me", t("team.invitation.signIn")), el("div", { class: "actions" }, linkButton("primary", back, t("sign.in")), again)];
    }
    if (!own.hasFactor) {
      return [
        notice("lock", t("team.invitation.factor", { email: own.email }), "warn"),
        el("div", { class: "actions" }, linkButton("primary", "/#/me/security", t("team.invitation.toSecurity")), again),
      ];
    }
    const fault = el("div", { role: "alert" });
    const accept: HTMLButtonElement = button("primary", "check", t("team.invitation.accept"), () =>
      working(accept, async () => {
        try {
          await ask((options) => api.acceptInvitation({ secret: pending.secret ?? "" }, options));
          pending.forget();
          // The invitation may have been to the other console.
          if (shown.role !== role) window.location.assign(`/console/${shown.role}`);
          else done(true);
        } catch (error) {
          fill(fault, notice("alert", Failure.from(error).explanation, "bad"));
        }
      }));
    return [el("p", {}, t("team.invitation.as", { email: own.email })), fault, el("div", { class: "actions" }, accept)];
  }

  /** Why the link is worth nothing, and what then. */
  function useless(failure: Failure): HTMLElement {
    const leave = button("plain", "forward", t("team.invitation.goOn"), () => {
      pending.forget();
      done(false);
    });
    return emptyState("mail", t("team.invitation.useless"), failure.explanation, leave);
  }

  void load();
  return place;
}

/** Nobody is signed in after all; other failures go on. */
function nobody(error: unknown): null {
  if (Failure.from(error).status === 401) return null;
  throw error;
}
