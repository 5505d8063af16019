import { el, fill } from "../dom";
import { language, languageTags, t } from "../i18n";
import { icon, type IconName } from "../icons";
import { Scope } from "../observable";
import { withTexts } from "../texts";
import { later } from "../ui/later";
import { addressOf, type Place, placeOf, type Route, type Tab, tabOf, tabs } from "./address";
import type { MarketContext } from "./context";
import { liveBanner } from "./freshness";
import { playBanner } from "./play";
import { views } from "./routes";

const pictures: Record<Tab, IconName> = {
  markets: "chart", instant: "exchange", orders: "list", wallet: "wallet", more: "me",
};

const news = withTexts(["chart"], () => import("./alerts/news"));

/** The frame around the market's views, in the parts of the app: tabs on a telephone, a rail on a wide screen. */
export class MarketApp {
  private scope = new Scope();
  private frame = new Scope();

  constructor(private readonly root: HTMLElement, private readonly context: MarketContext) {}

  start(): void {
    window.addEventListener("hashchange", () => this.show(placeOf(window.location.hash), true));
    language.subscribe((chosen) => {
      document.documentElement.lang = languageTags[chosen];
      this.build();
    });
    void this.context.session.account.load();
    this.context.store.start(this.context.session);
    this.tellPrices();
  }

  /** Whoever is signed in is told, on whatever view is open, when a price is reached. */
  private tellPrices(): void {
    let isAsked = false;
    this.context.session.account.observable.subscribe((remote) => {
      if (isAsked || remote.state !== "ready" || remote.value === null) return;
      isAsked = true;
      news.load().then(({ followNews }) => followNews(this.context), () => (isAsked = false));
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
    const banners = el("div", { class: "market-banners" }, liveBanner(this.frame, this.context.store.connection), playBanner());
    fill(this.root, skip, navigation, banners, main, this.context.toasts.element);
    this.root.classList.add("market");
    this.show(placeOf(window.location.hash), false);
    // Choosing a language rebuilds the page under the reader's finger: the focus returns to the same button.
    if (focused !== "") main.querySelector<HTMLElement>(`[data-value="${CSS.escape(focused)}"]`)?.focus();
  }

  private navigation(): HTMLElement {
    this.frame.end();
    this.frame = new Scope();
    const links = tabs.map((name) => {
      const link = el("a", { href: addressOf(name), "data-route": name }, icon(pictures[name]), el("span", {}, t(`market.nav.${name}`)));
      if (name === "orders") this.countOrders(link);
      return el("li", {}, link);
    });
    const brand = el("a", { class: "brand", href: "/" }, icon("brand"), el("span", {}, "Cerca"));
    return el("nav", { class: "navigation", "aria-label": t("nav.label") }, brand, el("ul", {}, ...links));
  }

  /** Says on the tab how many orders are open. */
  private countOrders(link: HTMLElement): void {
    const mark = el("span", { class: "tab-count figures", hidden: true });
    link.append(mark);
    this.frame.watch(this.context.store.openOrders.observable, () => {
      const count = this.context.store.openOrders.value?.length ?? 0;
      mark.hidden = count === 0;
      mark.textContent = count > 99 ? "99+" : String(count);
    });
  }

  private show(place: Place, moveFocus: boolean): void {
    this.scope.end();
    this.scope = new Scope();
    const main = this.root.querySelector("main");
    if (main === null) return;
    const go = (route: Route, ...path: string[]): void => {
      window.location.hash = addressOf(route, ...path);
    };
    const input = { context: this.context, scope: this.scope, path: place.path.map(decodeURIComponent), go };
    main.dataset["route"] = place.route;
    fill(main, later(this.scope, views[place.route], (view) => view(input)));
    document.title = `${t(`market.nav.${tabOf(place.route)}`)} · Cerca`;
    for (const link of this.root.querySelectorAll<HTMLElement>("a[data-route]")) {
      if (link.dataset["route"] === tabOf(place.route)) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    main.scrollTop = 0;
    if (moveFocus) main.focus({ preventScroll: true });
  }
}
