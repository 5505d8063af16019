import { el, fill } from "../dom";
import { type Key, language, languageTags, t } from "../i18n";
import { icon, type IconName } from "../icons";
import { Later } from "../later";
import { Scope } from "../observable";
import { networkBanner } from "../ui/banner";
import { later } from "../ui/later";
import { failedState, loadingState } from "../ui/states";
import { type Section, sectionOf, sections } from "./address";
import { DeskContext, type SectionInput } from "./context";
import { requestsSection } from "./requests";
import { deskSignIn } from "./signin";

/** The sections; what is not opened first is fetched when somebody opens it. */
const views: Record<Section, Later<(input: SectionInput) => HTMLElement>> = {
  requests: Later.of(requestsSection),
  markets: new Later(async () => (await import("./markets")).marketsSection),
  limits: new Later(async () => (await import("./limits")).limitsSection),
  ledger: new Later(async () => (await import("./ledger")).ledgerSection),
  health: new Later(async () => (await import("./figures")).figuresSection),
  journal: new Later(async () => (await import("./journal")).journalSection),
  staff: new Later(async () => (await import("./staff")).staffSection),
};

const pictures: Record<Section, IconName> = {
  requests: "exchange", markets: "chart", limits: "shield", ledger: "check", health: "health", journal: "list",
  staff: "me",
};

/** The frame around the console's sections, in the parts of the app: tabs on a telephone, a rail on a wide screen. */
export class DeskApp {
  private readonly context = new DeskContext();
  private scope = new Scope();
  private staff: string | null | undefined;
  private shown: Section | undefined;

  constructor(private readonly root: HTMLElement) {}

  start(): void {
    window.addEventListener("hashchange", () => {
      if (sectionOf(window.location.hash) !== this.shown) this.show(true);
    });
    language.subscribe((chosen) => {
      document.documentElement.lang = languageTags[chosen];
      this.build();
    });
    this.context.session.account.observable.subscribe((remote) => {
      const staff = remote.state === "ready" ? (remote.value?.email ?? null) : undefined;
      if (staff !== this.staff) this.context.clear();
      this.staff = staff;
      this.build();
    });
    void this.context.session.account.load();
  }

  /** Lays out the frame, anew in another language and for another person, and shows what the address names. */
  private build(): void {
    const focused = document.activeElement?.getAttribute("data-value") ?? "";
    // Sections without anything to press scroll by the keyboard too.
    const main = el("main", { id: "main", tabindex: 0 });
    const skip = el("a", { class: "skip", href: "#main" }, t("skip"));
    skip.addEventListener("click", (event) => {
      // The address after # names the section, so the browser's own jump must not happen.
      event.preventDefault();
      main.focus();
    });
    const isSignedIn = typeof this.staff === "string";
    fill(this.root, skip, this.navigation(isSignedIn), networkBanner("desk.offline"), main, this.context.toasts.element);
    this.root.classList.add("desk");
    this.show(false);
    // Choosing a language rebuilds the page under the reader's finger: the focus returns to the same button.
    if (focused !== "") main.querySelector<HTMLElement>(`[data-value="${CSS.escape(focused)}"]`)?.focus();
  }

  private navigation(isSignedIn: boolean): HTMLElement {
    const links = sections.map((name) => {
      const words = el("span", {}, t(`desk.nav.${name}` as Key));
      return el("li", {}, el("a", { href: `#/${name}`, "data-route": name }, icon(pictures[name]), words));
    });
    const brand = el("a", { class: "brand", href: "/" }, icon("brand"), el("span", {}, "Cerca"));
    const list = el("ul", { hidden: !isSignedIn }, ...links);
    return el("nav", { class: "navigation", "aria-label": t("nav.label") }, brand, list);
  }

  private show(moveFocus: boolean): void {
    this.scope.end();
    this.scope = new Scope();
    const main = this.root.querySelector("main");
    if (main === null) return;
    const name = sectionOf(window.location.hash);
    this.shown = name;
    const { account } = this.context.session;
    const remote = account.observable.value;
    const go = (section: Section): void => {
      window.location.hash = `#/${section}`;
    };
    if (remote.state === "loading") fill(main, loadingState());
    else if (remote.state === "failed") fill(main, failedState(remote.failure, () => void account.load()));
    else if (remote.value === null) fill(main, deskSignIn(this.context));
    else {
      const input = { context: this.context, scope: this.scope, go };
      fill(main, later(input.scope, views[name], (view) => view(input)));
    }
    const isSignedIn = remote.state === "ready" && remote.value !== null;
    main.dataset["route"] = isSignedIn ? name : "sign-in";
    const title = isSignedIn ? t(`desk.nav.${name}` as Key) : t("desk.sign.title");
    document.title = `${title} · ${t("desk.name")} · Cerca`;
    for (const link of this.root.querySelectorAll<HTMLElement>("a[data-route]")) {
      if (link.dataset["route"] === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    main.scrollTop = 0;
    if (moveFocus) main.focus({ preventScroll: true });
  }
}
