import { el, fill } from "../dom";
import { language, languageTags, t } from "../i18n";
import { icon } from "../icons";
import { Observable, Scope } from "../observable";
import { withTexts } from "../texts";
import { networkBanner, offerBanner } from "../ui/banner";
import { later } from "../ui/later";
import type { Context } from "./context";
import { Live } from "./live";
import { isAway } from "./offline/copies";
import { views } from "./routes";
import { type Place, placeOf, type Route, tabOf, tabs } from "./views/view";

/** The frame around the views: tabs on a telephone, a rail on a wide screen, notices, and the state of the network. */
export class App {
  private readonly live = new Live();
  private scope = new Scope();
  private frameScope = new Scope();
  /** Takes a newer build of the page; null while there is none. */
  private readonly news = new Observable<(() => void) | null>(null);

  constructor(private readonly root: HTMLElement, private readonly context: Context) {}

  start(): void {
    this.context.start();
    this.openWithoutVenue();
    window.addEventListener("hashchange", () => this.show(placeOf(window.location.hash), true));
    language.subscribe((chosen) => {
      document.documentElement.lang = languageTags[chosen];
      document.querySelector('link[rel="manifest"]')?.setAttribute("href", `/manifest.${chosen}.webmanifest`);
      this.build();
    });
    whenSettled(() => void installed.load().then(
      ({ startInstalled }) => startInstalled(this.context.toasts, this.news),
      // Without a network it was not needed, and with the next visit it comes again.
      () => undefined,
    ));
  }

  /**
   * A server without a venue is a health authority's: whoever names no place on it begins with its public pages.
   *
   * Once the reader has gone anywhere nothing is done any more.
   */
  private openWithoutVenue(): void {
    if (isNamed(window.location.hash)) return;
    const opening = new Scope();
    this.context.venue.observable.subscribe((venue) => {
      if (opening.isEnded || venue.state !== "ready") return;
      opening.end();
      if (venue.value === null && !isNamed(window.location.hash)) window.location.replace("#/about");
    });
  }

  /** Lays out the frame, anew in another language, and shows the view of the address. */
  private build(): void {
    const focused = document.activeElement?.getAttribute("data-value") ?? "";
    const main = el("main", { id: "main", tabindex: -1 });
    const skip = el("a", { class: "skip", href: "#main" }, t("skip"));
    skip.addEventListener("click", (event) => {
      // The address after # names the view, so the browser's own jump must not happen.
      event.preventDefault();
      main.focus();
    });
    const navigation = this.navigation();
    const banners = el("div", { class: "banners" }, networkBanner("offline", isAway), this.newsBanner());
    fill(this.root, skip, navigation, banners, main, this.context.toasts.element);
    this.show(placeOf(window.location.hash), false);
    // Choosing a language rebuilds the page under the reader's finger: the focus returns to the same button.
    if (focused !== "") main.querySelector<HTMLElement>(`[data-value="${CSS.escape(focused)}"]`)?.focus();
  }

  /** Offers a newer build of the page: what it would interrupt is the reader's to know. */
  private newsBanner(): HTMLElement {
    const place = el("div");
    this.frameScope.watch(this.news, (take) => {
      fill(place, take !== null && offerBanner(t("installed.news"), t("installed.take"), take));
    });
    return place;
  }

  private navigation(): HTMLElement {
    this.frameScope.end();
    this.frameScope = new Scope();
    const links = tabs.map((name) => {
      const label = el("span", {}, t(`nav.${name}`));
      const link = el("a", { href: `#/${name}`, "data-route": name }, icon(name), label);
      if (name === "health") this.markHealth(link);
      if (name === "me") this.markInbox(link);
      return el("li", {}, link);
    });
    const brand = el("a", { class: "brand", href: "#/centre" }, icon("brand"), el("span", {}, "Cerca"));
    return el("nav", { class: "navigation", "aria-label": t("nav.label") }, brand, el("ul", {}, ...links));
  }

  /** Marks the tab while the reader's phone knows of a possible contact. */
  private markHealth(link: HTMLElement): void {
    const words = el("span", { class: "hidden" }, t("nav.health.warned"));
    const mark = el("span", { class: "tab-mark", hidden: true }, words);
    link.append(mark);
    this.frameScope.watch(this.context.tracing.resource.observable, () => {
      mark.hidden = (this.context.tracing.resource.value?.exposures.length ?? 0) === 0;
    });
  }

  /** Marks the tab while something in the inbox has not been read. */
  private markInbox(link: HTMLElement): void {
    const words = el("span", { class: "hidden" }, t("inbox.mark"));
    const mark = el("span", { class: "tab-mark tab-mark-news", hidden: true }, words);
    link.append(mark);
    this.frameScope.watch(this.context.inbox.resource.observable, () => {
      mark.hidden = this.context.inbox.unread === 0;
    });
  }

  private show({ route, path }: Place, moveFocus: boolean): void {
    this.scope.end();
    this.scope = new Scope();
    const main = this.root.querySelector("main");
    if (main === null) return;
    const go = (next: Route, ...rest: string[]): void => {
      window.location.hash = `#/${[next, ...rest].join("/")}`;
    };
    const { context, live, scope } = this;
    fill(main, later(scope, views[route], (view) => view({ context, live, scope, path, go })));
    const tab = tabOf(route);
    main.dataset["route"] = route;
    document.title = `${t(`nav.${tab}`)} · Cerca`;
    for (const link of this.root.querySelectorAll<HTMLElement>("[data-route]")) {
      if (link.dataset["route"] === tab && link.tagName === "A") link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    main.scrollTop = 0;
    if (moveFocus) main.focus({ preventScroll: true });
  }
}

const installed = withTexts(["installed"], () => import("./installed/start"));

/** Does something once the first view has all that it fetches, when the browser has nothing better to do. */
function whenSettled(act: () => void): void {
  const idle = (): void => {
    if ("requestIdleCallback" in window) window.requestIdleCallback(act, { timeout: settling });
    else globalThis.setTimeout(act, settling);
  };
  window.setTimeout(idle, settling);
}

/** How long a first view has the network for itself, in milliseconds. */
const settling = 2000;

/** Whether an address names a place of the app after its `#`. */
function isNamed(hash: string): boolean {
  return hash.replace(/^#\/?/, "") !== "";
}
