import type { Account } from "../../api";
import { el, setText } from "../../dom";
import { dayAndTime } from "../../format";
import { type Key, t } from "../../i18n";
import type { Scope } from "../../observable";
import { withTexts } from "../../texts";
import { button } from "../../ui/button";
import { later } from "../../ui/later";
import { linkRow, points } from "../../ui/list";
import { languageMenu, segmented } from "../../ui/menu";
import { section } from "../../ui/section";
import { remote } from "../../ui/states";
import type { Context } from "../context";
import { signInForm } from "./signin";
import type { ViewInput } from "./view";

// The parts that sign in staff and ask for proofs are shared with the consoles, and so are their texts.
const installation = withTexts(["installed"], () => import("../installed/section"));
const security = withTexts(["console", "vault", "account", "trail", "notices", "identities"], () => import("../security/pages"));
const photos = withTexts(["photo"], () => import("../security/photo"));

const looked = withTexts(["visitor-coupons"], () => import("../looked/parts"));

type MeTab = "account" | "inbox" | "security";

/** The account with its inbox and its security, the language, and what Cerca proves, cannot prove and tells others. */
export function meView({ context, scope, path }: ViewInput): HTMLElement {
  const account = remote(scope, context.session.account, (value) =>
    value === null ? signInForm(context, t("me.sign")) : accountDetails(context, value),
  );
  const languageChoice = languageMenu((error) => context.report(error));
  languageChoice.classList.add("segmented-wrap");
  const photo = el("div", { class: "me-part" });
  const parts: Record<MeTab, HTMLElement> = {
    account: el(
      "div",
      { class: "me-part" },
      section("account", t("me.account"), account),
      photo,
      section("account", t("me.language"), languageChoice),
      later(scope, looked, ({ lookedSection }) => lookedSection(context, scope)),
      whenInstallable(scope),
      section("account", t("privacy.title"), points("dotted", ["privacy.shops", "privacy.others", "privacy.anybody", "privacy.server", "privacy.you"])),
      section("account", t("about.proves.title"), points("dotted", ["about.proves.1", "about.proves.2", "about.proves.3"])),
      section("account", t("about.cannot.title"), points("dotted", ["about.cannot.1", "about.cannot.2", "about.cannot.3"])),
    ),
    inbox: el("div", { class: "me-part" }),
    security: el("div", { class: "me-part" }),
  };
  let shown: MeTab = path[0] === "inbox" || path[0] === "security" ? path[0] : "account";
  const show = (tab: MeTab): void => {
    shown = tab;
    const isSomebody = (context.session.account.value ?? null) !== null;
    // Nobody has an inbox, and what was somebody's goes with the session.
    if (!isSomebody) for (const name of ["inbox", "security"] as const) parts[name].replaceChildren();
    const current = isSomebody ? tab : "account";
    photo.hidden = !isSomebody;
    if (!isSomebody) photo.replaceChildren();
    else if (!photo.hasChildNodes()) photo.append(later(scope, photos, ({ photoPart }) => photoPart(context, scope)));
    if (current === "inbox" && !parts.inbox.hasChildNodes()) {
      // What comes, and below it where and when the reader is told of it.
      parts.inbox.append(later(scope, security, ({ inboxList, noticesPart }) => [
        inboxList(context, scope), el("div", { class: "security" }, noticesPart(context, scope)),
      ]));
    }
    if (current === "security" && !parts.security.hasChildNodes()) {
      parts.security.append(later(scope, security, ({ securityPage }) => securityPage(context, scope)));
    }
    for (const [name, part] of Object.entries(parts)) part.hidden = name !== current;
  };
  const tabs = meTabs(context, scope, shown, (tab) => {
    // The address follows without a visit of its own, so that a reload shows the same part.
    window.history.replaceState(null, "", tab === "account" ? "#/me" : `#/me/${tab}`);
    show(tab);
  });
  scope.watch(context.session.account.observable, (current) => {
    tabs.hidden = current.state !== "ready" || current.value === null;
    show(shown);
  });
  return el(
    "div",
    { class: "view me" },
    el("header", { class: "view-head" }, el("h1", {}, t("me.title"))),
    el("div", { class: "view-body" }, tabs, parts.account, parts.inbox, parts.security),
  );
}

/** How the page is installed, once that is known; whoever can't be told misses nothing. */
function whenInstallable(scope: Scope): HTMLElement {
  const place = el("div", { class: "section section-account", hidden: true });
  installation.load().then(
    ({ installSection }) => {
      if (!scope.isEnded) place.replaceWith(installSection(scope));
    },
    () => undefined,
  );
  return place;
}

/** The parts of Me for somebody signed in; the inbox says how much in it is unread. */
function meTabs(context: Context, scope: Scope, current: MeTab, onChange: (tab: MeTab) => void): HTMLElement {
  const tabs = segmented(
    t("me.tabs"),
    [
      { value: "account", label: t("me.account") }, { value: "inbox", label: t("inbox.title") },
      { value: "security", label: t("me.tab.security") },
    ],
    current, onChange,
  );
  const inbox = tabs.querySelector('[data-value="inbox"]');
  scope.watch(context.inbox.resource.observable, () => {
    const { unread } = context.inbox;
    if (inbox) setText(inbox, unread === 0 ? t("inbox.title") : t("inbox.tab", { count: unread }));
  });
  return tabs;
}

function accountDetails(context: Context, account: Account): HTMLElement {
  const zone = context.venue.value?.sessionTimeZone;
  const isDemo = (context.venue.value?.demo ?? null) !== null;
  const fact = (label: Key, value: string): HTMLElement => el("div", {}, el("dt", {}, t(label)), el("dd", {}, value));
  const signOut = button("plain", "leave", t("me.signOut"), () => {
    context.session.signOut().catch((error) => context.report(error));
  });
  return el(
    "div",
    { class: "account" },
    el(
      "dl",
      { class: "facts-list" },
      fact("sign.email", account.email),
      fact("me.since", dayAndTime(account.signedInAt, zone)),
      fact("me.until", dayAndTime(account.expiresAt, zone)),
    ),
    // In a demo everybody has a purse for it; the venue says whether it is one.
    el("ul", { class: "rows" }, linkRow("exchange", "/market", t("me.market"), t(isDemo ? "me.market.play" : "me.market.note"))),
    signOut,
  );
}
