import * as api from "../api";
import type { VenueInvitation, VenueStaff, VenueStaffMember, VenueStaffRole } from "../api";
import { Failure } from "../client";
import { el, uniqueId } from "../dom";
import { dayAndTime } from "../format";
import { t } from "../i18n";
import { confirmed as confirmedOwner } from "../owner/confirm";
import "../owner/passkey";
import { notice } from "../ui/banner";
import { button } from "../ui/button";
import { confirmed, formDialog } from "../ui/dialog";
import { checkbox, field } from "../ui/field";
import { mark, row } from "../ui/list";
import { segmented } from "../ui/menu";
import { section } from "../ui/section";
import { emptyState } from "../ui/states";
import type { VenueContext } from "../venueconsole/context";
import type { Fetched } from "../venueconsole/fetched";
import { consolePage, steady } from "../venueconsole/page";

/** Who looks after the venue and its shops, who is invited to, and how both change. */
export function staffPage(context: VenueContext): HTMLElement {
  const staff = context.fetched((options) => api.venueStaff(context.venue.venue, options));
  const invite = button("primary", "plus", t("team.invite"), () => void inviteSomebody(context, staff));
  invite.dataset["act"] = "invite";
  return consolePage(
    t("team.title"), t("team.lead"),
    el("div", { class: "actions" }, invite),
    steady(context, staff, (value) =>
      el("div", { class: "work-list" }, people(context, staff, value), invitations(context, staff, value))),
  );
}

/** What a role is called, with its shop. */
function roleName(context: VenueContext, role: VenueStaffRole): string {
  return role.role === "operator" ? t("team.role.operator") : t("team.role.of", { shops: shopName(context, role.major ?? 0) });
}

/** The name of a shop; its number when the venue has it no more. */
function shopName(context: VenueContext, major: number): string {
  return context.venue.shops.find((shop) => shop.major === major)?.name ?? String(major);
}

function people(context: VenueContext, staff: Fetched<VenueStaff>, { people: all }: VenueStaff): HTMLElement {
  const rows = all.map((person) =>
    el(
      "li", { class: "row", "data-email": person.email },
      mark("plain", "me"),
      el(
        "div", { class: "row-body" },
        el("p", { class: "row-title" }, el("strong", {}, person.email),
          person.isYou && el("span", { class: "own-tag" }, t("team.you"))),
        !person.hasFactor && notice("lock", t("team.noFactor"), "warn"),
        el("ul", { class: "work-roles" }, ...person.roles.map((role) => roleRow(context, staff, person, role))),
      ),
    ));
  return section("ruled", t("team.people"), el("ul", { class: "rows" }, ...rows));
}

function roleRow(
  context: VenueContext, staff: Fetched<VenueStaff>, person: VenueStaffMember, role: VenueStaffRole,
): HTMLElement {
  const name = roleName(context, role);
  const end = el("button", {
    type: "button", class: "button-text", "data-act": `end ${person.email} ${role.role} ${role.major ?? ""}`,
    "aria-label": t("team.endOf", { role: name, email: person.email }),
    onclick: () => void endRole(context, staff, person, role, name),
  }, t("team.end"));
  return el("li", {}, el("span", {}, name), el("span", { class: "row-note" }, t("team.since", { time: dayAndTime(role.since) })), end);
}

async function endRole(
  context: VenueContext, staff: Fetched<VenueStaff>, { email, isYou }: VenueStaffMember, role: VenueStaffRole, name: string,
): Promise<void> {
  const text = isYou ? t("team.end.own", { role: name }) : t("team.end.text", { role: name, email });
  if (!(await confirmed(t("team.end.title"), text, t("team.end"), true))) return;
  const ended = { email, role: role.role, ...(role.major === undefined ? {} : { major: role.major }) };
  try {
    await confirmedOwner(context, () => context.ask((options) => api.endVenueRole(context.venue.venue, ended, options)));
    context.toasts.show({ text: t("team.ended", { role: name, email }), tone: "ok" });
  } catch (error) {
    context.report(error);
  }
  await staff.load();
}

function invitations(context: VenueContext, staff: Fetched<VenueStaff>, value: VenueStaff): HTMLElement {
  const rows = value.invitations.map((one) => invitationRow(context, staff, one));
  return section(
    "ruled", t("team.invitations"),
    rows.length === 0 ? emptyState("mail", t("team.none"), t("team.none.text")) : el("ul", { class: "rows" }, ...rows));
}

function invitationRow(context: VenueContext, staff: Fetched<VenueStaff>, one: VenueInvitation): HTMLElement {
  const shops = one.majors.map((major) => shopName(context, major)).join(", ");
  const withdraw = el("button", {
    type: "button", class: "button-text", "data-act": `withdraw ${one.id}`,
    "aria-label": t("team.withdrawOf", { email: one.email }),
    onclick: () => void withdrawInvitation(context, staff, one),
  }, t("team.withdraw"));
  return row({ "data-invitation": one.email }, {
    picture: mark("plain", "mail"), title: one.email,
    notes: [
      one.role === "operator" ? t("team.role.operator") : t("team.role.of", { shops }),
      t("team.waits", { by: one.invitedBy ?? t("team.former"), time: dayAndTime(one.expiresAt) }),
    ],
    actions: [withdraw],
  });
}

async function withdrawInvitation(
  context: VenueContext, staff: Fetched<VenueStaff>, { id, email }: VenueInvitation,
): Promise<void> {
  if (!(await confirmed(t("team.withdraw.title"), t("team.withdraw.text", { email }), t("team.withdraw"), true))) return;
  try {
    await context.ask((options) => api.withdrawVenueInvitation(context.venue.venue, id, options));
    context.toasts.show({ text: t("team.withdrawn"), tone: "ok" });
  } catch (error) {
    context.report(error);
  }
  await staff.load();
}

/** A form for whom to invite to what. */
async function inviteSomebody(context: VenueContext, staff: Fetched<VenueStaff>): Promise<void> {
  let role: "merchant" | "operator" = "merchant";
  const email = el("input", {
    id: uniqueId("email"), type: "email", name: "email", required: true, maxlength: 254, autocomplete: "off",
    inputmode: "email", autocapitalize: "none", spellcheck: "false",
  });
  const address = field(t("sign.email"), email, t("team.invite.hint"));
  const boxes = context.venue.shops.map((shop) => ({ shop, box: checkbox(shop.name, false) }));
  const fault = el("p", { class: "field-fault", role: "alert", hidden: true }, t("team.invite.noShop"));
  const shops = el(
    "fieldset", { class: "work-shops" }, el("legend", {}, t("team.shops")), ...boxes.map(({ box }) => box.element), fault);
  const kinds = segmented(t("team.invite.as"), [
    { value: "merchant" as const, label: t("team.role.merchant") }, { value: "operator" as const, label: t("team.role.operator") },
  ], role, (chosen) => {
    role = chosen;
    shops.hidden = chosen === "operator";
  });
  const isSent = await formDialog({
    title: t("team.invite"), text: t("team.invite.text"), action: t("team.invite.send"),
    fields: [address.element, kinds, shops],
    read: () => {
      address.forgive();
      fault.hidden = true;
      if (!email.validity.valid) {
        address.blame(t("problem.accounts.invalid_email"));
        return null;
      }
      const majors = role === "operator" ? [] : boxes.filter(({ box }) => box.input.checked).map(({ shop }) => shop.major);
      if (role === "merchant" && majors.length === 0) {
        fault.hidden = false;
        boxes[0]?.box.input.focus();
        return null;
      }
      const draft = { email: email.value.trim(), role, majors };
      return () => confirmedOwner(context, () =>
        context.ask((options) => api.inviteToVenue(context.venue.venue, draft, options)));
    },
    explain: (failure: Failure) => {
      if (failure.code !== "accounts.invalid_email") return false;
      address.blame(failure.explanation);
      return true;
    },
    onEnded: (failure) => context.report(failure),
  });
  if (!isSent) return;
  context.toasts.show({ text: t("team.invited", { email: email.value.trim() }), tone: "ok" });
  await staff.load();
}
