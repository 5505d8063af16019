import type { Context } from "./context";
import { el, fill, setText } from "./dom";
import { icon } from "./icons";
import { language, t } from "./i18n";
import { Live } from "./live";
import { Scope } from "./observable";
import { centreView } from "./views/centre";
import { hereView } from "./views/here";
import { meView } from "./views/me";
import { offersView } from "./views/offers";
import { shopsView } from "./views/shops";
import { type Route, routes, type View } from "./views/view";

const views: Record<Route, View> = {
  centre: centreView, here: hereView, offers: offersView, shops: shopsView, me: meView,
};

/** The frame around the views: tabs on a telephone, a rail on a wide screen, notices, and the state of the network. */
export class App {
  private readonly live = new Live();
  private scope = new Scope();
  private current: Route = "centre";

  constructor(private readonly root: HTMLElement, private readonly context: Context) {}

  start(): void {
    this.context.start();
    window.addEventListener("hashchange", () => this.show(route(), true));
    language.subscribe((chosen) => {
      document.documentElement.lang = chosen;
      this.build();
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
    fill(this.root, skip, this.navigation(), networkBanner(), main, this.context.toasts.element);
    this.show(route(), false);
    // Choosing a language rebuilds the page under the reader's finger: the focus returns to the same button.
    if (focused !== "") main.querySelector<HTMLElement>(`[data-value="${CSS.escape(focused)}"]`)?.focus();
  }

  private navigation(): HTMLElement {
    const links = routes.map((name) =>
      el("li", {}, el("a", { href: `#/${name}`, "data-route": name }, icon(name), el("span", {}, t(`nav.${name}`)))),
    );
    const brand = el("a", { class: "brand", href: "#/centre" }, icon("brand"), el("span", {}, "Cerca"));
    return el("nav", { class: "navigation", "aria-label": t("nav.label") }, brand, el("ul", {}, ...links));
  }

  private show(name: Route, moveFocus: boolean): void {
    this.scope.end();
    this.scope = new Scope();
    this.current = name;
    const main = this.root.querySelector("main");
    if (main === null) return;
    const go = (next: Route): void => {
      window.location.hash = `#/${next}`;
    };
    fill(main, views[name]({ context: this.context, live: this.live, scope: this.scope, go }));
    main.dataset["route"] = name;
    document.title = `${t(`nav.${this.current}`)} · Cerca`;
    for (const link of this.root.querySelectorAll<HTMLElement>("[data-route]")) {
      if (link.dataset["route"] === name && link.tagName === "A") link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    main.scrollTop = 0;
    if (moveFocus) main.focus({ preventScroll: true });
  }
}

function route(): Route {
  const name = window.location.hash.replace(/^#\//, "");
  return routes.find((known) => known === name) ?? "centre";
}

/** Tells when the browser has no network at all; single requests and streams tell of their own troubles. */
function networkBanner(): HTMLElement {
  const text = el("span");
  const banner = el("div", { class: "network", role: "status", hidden: navigator.onLine }, icon("offline"), text);
  const follow = (): void => {
    banner.hidden = navigator.onLine;
    setText(text, navigator.onLine ? "" : t("offline"));
  };
  window.addEventListener("online", follow);
  window.addEventListener("offline", follow);
  follow();
  return banner;
}
