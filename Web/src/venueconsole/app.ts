import { el, fill } from "../dom";
import { language, languageTags, t } from "../i18n";
import { icon } from "../icons";
import { Later } from "../later";
import { Scope } from "../observable";
import { withTexts } from "../texts";
import { networkBanner, notice } from "../ui/banner";
import { later } from "../ui/later";
import { emptyState, failedState, loadingState } from "../ui/states";
import { Toasts } from "../ui/toasts";
import { consoleAddress, hashOf } from "./address";
import { isAmong, nameOf, type Spot, spotAt, spotChooser, spotsOf } from "./chooser";
import type { Desk, VenueContext } from "./context";
import { mePage } from "./me";
import type { ConsolePage } from "./page";
import { PendingInvitation } from "./pending";
import { ConsoleSession, type Staff } from "./session";
import { consoleSignIn, demoDoors, waitingRoles } from "./signin";

const invitation = withTexts(["operator-staff"], async () => (await import("./invitation")).invitationPage);

/** What is particular about one of the two consoles. */
export interface ConsoleInput<Context extends VenueContext> {
  role: "merchant" | "operator";
  /** The pages, the first of which is shown when the address names none. */
  pages: readonly ConsolePage<Context>[];
  /** What a page is given. */
  context: (spot: Spot, ...common: ConstructorParameters<typeof VenueContext>) => Context;
}

/** The frame around the pages of a venue's console: tabs on a telephone, a rail on a wide screen. */
export class ConsoleApp<Context extends VenueContext> {
  private readonly session: ConsoleSession;
  private readonly toasts = new Toasts();
  private readonly pages: readonly ConsolePage<Context>[];
  private scope = new Scope();
  private staff: Staff | null | undefined;
  private shown: string | undefined;
  /** The place whose page is shown. */
  private spot: Spot | undefined;
  private readonly pending = new PendingInvitation();
  private isAccepted = false;

  constructor(private readonly root: HTMLElement, private readonly input: ConsoleInput<Context>) {
    this.session = new ConsoleSession(input.role);
    this.pages = [...input.pages, { name: "me", label: "work.nav.me", picture: "me", part: Later.of(mePage) }];
  }

  start(): void {
    window.addEventListener("hashchange", () => {
      // The link of a mail was opened in a tab that has the console already.
      if (window.location.hash.startsWith("#invitation=")) window.location.reload();
      else if (window.location.hash !== this.shown) this.show(true);
    });
    language.subscribe((chosen) => {
      document.documentElement.lang = languageTags[chosen];
      this.build();
    });
    this.session.staff.observable.subscribe((remote) => {
      const staff = remote.state === "ready" ? remote.value : undefined;
      // What is looked after may be the same as before, when it was asked for once more.
      if (JSON.stringify(staff) === JSON.stringify(this.staff) && remote.state === "ready") return;
      this.staff = staff;
      if (staff != null && this.showEnded(staff)) return;
      this.build();
    });
    this.session.isRefused.subscribe(() => this.build());
    void this.session.staff.load();
  }

  /** Lays out the frame, anew in another language and for another person, and shows what the address names. */
  private build(): void {
    const focused = document.activeElement?.getAttribute("data-value") ?? "";
    // Pages without anything to press scroll by the keyboard too.
    const main = el("main", { id: "main", tabindex: 0 });
    const skip = el("a", { class: "skip", href: "#main" }, t("skip"));
    skip.addEventListener("click", (event) => {
      // The address after # names the page, so the browser's own jump must not happen.
      event.preventDefault();
      main.focus();
    });
    fill(this.root, skip, this.navigation(), networkBanner("work.offline"), main, this.toasts.element);
    this.root.classList.add("work");
    this.show(false);
    // Choosing a language rebuilds the page under the reader's finger: the focus returns to the same button.
    if (focused !== "") main.querySelector<HTMLElement>(`[data-value="${CSS.escape(focused)}"]`)?.focus();
  }

  private navigation(): HTMLElement {
    const links = this.pages.map(({ name, label, picture }) => {
      const link = el("a", { href: `#/${name}`, "data-route": name }, icon(picture), el("span", {}, t(label as "work.nav.me")));
      return el("li", {}, link);
    });
    const brand = el("a", { class: "brand", href: "/" }, icon("brand"), el("span", {}, "Cerca"));
    return el("nav", { class: "navigation", "aria-label": t("nav.label") }, brand, el("ul", { hidden: this.staff == null }, ...links));
  }

  private show(moveFocus: boolean): void {
    this.scope.end();
    this.scope = new Scope();
    this.spot = undefined;
    const main = this.root.querySelector("main");
    if (main === null) return;
    this.shown = window.location.hash;
    const remote = this.session.staff.observable.value;
    const isSignedIn = remote.state === "ready" && remote.value !== null && this.pending.secret === null;
    main.dataset["route"] = isSignedIn ? "" : "sign-in";
    let title = t(`work.sign.${this.input.role}`);
    if (this.pending.secret !== null) this.showInvitation(main);
    else if (remote.state === "loading") fill(main, loadingState());
    else if (remote.state === "failed") fill(main, failedState(remote.failure, () => void this.session.staff.load()));
    else if (remote.value === null) {
      const before = [
        ...(this.session.isRefused.value ? [this.refusedState()] : []),
        ...(this.isAccepted ? [notice("check", t("work.accepted"))] : []),
        waitingRoles(this.input.role),
        demoDoors(this.session),
      ];
      fill(main, consoleSignIn(this.session, this.toasts, ...before));
    } else title = this.showPage(main, remote.value);
    document.title = `${title} · ${t(`work.name.${this.input.role}`)} · Cerca`;
    main.scrollTop = 0;
    if (moveFocus) main.focus({ preventScroll: true });
  }

  /** Shows an invitation that was opened in this tab, until it is accepted or of no use. */
  private showInvitation(main: HTMLElement): void {
    main.dataset["route"] = "invitation";
    const done = (isAccepted: boolean): void => {
      this.isAccepted = isAccepted;
      this.build();
      if (isAccepted && this.session.staff.value != null) void this.session.renew();
    };
    const { pending, input: { role } } = this;
    fill(main, later(this.scope, invitation, (page) => page({ role, pending, done })));
  }

  /** Shows the page that the address names, of the place that it names; answers the page's name. */
  private showPage(main: HTMLElement, { account, places }: Staff): string {
    const address = consoleAddress(window.location.hash);
    const found = this.pages.find(({ name }) => name === address.page) ?? this.pages[0];
    const spots = spotsOf(places, this.input.role === "merchant");
    const spot = spotAt(spots, address);
    const desk: Desk = { session: this.session, toasts: this.toasts, account, places };
    if (found === undefined) return "";
    const title = t(found.label as "work.nav.me");
    main.dataset["route"] = found.name;
    const at = (one: Spot): { venue: string; major?: number } | null =>
      spots.length < 2 ? null : { venue: one.venue.venue, ...(one.major === undefined ? {} : { major: one.major }) };
    for (const link of this.root.querySelectorAll<HTMLElement>("a[data-route]")) {
      const name = link.dataset["route"] ?? "";
      if (spot !== undefined) link.setAttribute("href", hashOf(name, "", at(spot)));
      if (name === found.name) {
        link.setAttribute("aria-current", "page");
        // On a telephone the row may be wider than its screen.
        link.scrollIntoView({ block: "nearest", inline: "nearest" });
      } else link.removeAttribute("aria-current");
    }
    if (spot === undefined) {
      const others = spots.length > 0 && el("div", { class: "work-bar" }, this.otherSpots(spots, found.name));
      fill(main, others, el("div", { class: "view work-view" }, this.refusedState(), this.leave()));
      return title;
    }
    this.spot = spot;
    const go = (page: string, rest: string): void => {
      window.location.hash = hashOf(page, rest, at(spot));
    };
    const context = this.input.context(spot, desk, spot.venue, address.rest, this.scope, go);
    const chooser = spots.length < 2
      ? el("p", { class: "work-spot quiet" }, nameOf(spot))
      : spotChooser(spots, spot, (chosen) => {
        window.location.hash = hashOf(found.name, "", at(chosen));
      });
    fill(main, el("div", { class: "work-bar" }, chooser), later(this.scope, found.part, (part) => part(context)));
    return title;
  }

  /**
   * Says on the page itself that the role for its place has ended, while others are left: what is typed stays, and another
   * place is shown only when it is chosen. False when the role goes on, or none is left.
   */
  private showEnded({ places }: Staff): boolean {
    const spots = spotsOf(places, this.input.role === "merchant");
    const bar = this.root.querySelector("main > .work-bar");
    if (this.spot === undefined || bar === null || spots.length === 0 || isAmong(spots, this.spot)) return false;
    const page = this.root.querySelector("main")?.dataset["route"] ?? "";
    fill(bar, notice("alert", t("work.ended", { what: nameOf(this.spot) }), "warn"), this.otherSpots(spots, page));
    return true;
  }

  /** Chooses among the places that are left; none of them is chosen yet. */
  private otherSpots(spots: readonly Spot[], page: string): HTMLElement {
    return spotChooser(spots, null, ({ venue, major }) => {
      window.location.hash = hashOf(page, "", { venue: venue.venue, ...(major === undefined ? {} : { major }) });
    });
  }

  /** What somebody reads who looks after nothing here, or no more: whom to ask. */
  private refusedState(): HTMLElement {
    const text = t(this.input.role === "merchant" ? "work.refused.merchant" : "work.refused.operator");
    return emptyState("lock", t("work.refused.title"), text);
  }

  private leave(): HTMLElement {
    const signOut = (): void => {
      this.session.signOut().catch(() => window.location.reload());
    };
    return el("button", { type: "button", class: "button", onclick: signOut }, t("me.signOut"));
  }
}
