import { el, fill } from "../dom";
import { type Key, language, languageTags, t } from "../i18n";
import { icon, type IconName } from "../icons";
import { Later } from "../later";
import { Scope } from "../observable";
import { withTexts } from "../texts";
import { networkBanner } from "../ui/banner";
import { later } from "../ui/later";
import { failedState, loadingState } from "../ui/states";
import { type Section, sectionOfAddress, sections, takeCaseFromAddress } from "./address";
import { brakeSection } from "./brake";
import { casesSection } from "./cases";
import { codesSection } from "./codes";
import { ConsoleContext, type SectionInput } from "./context";
import { staffSignIn } from "./signin";
import { staffSection } from "./staff";
import { trailSection } from "./trail";

/** The sections; what few people open is fetched when they do. */
const views: Record<Section, Later<(input: SectionInput) => HTMLElement>> = {
  codes: Later.of(codesSection), cases: Later.of(casesSection), brake: Later.of(brakeSection),
  trail: Later.of(trailSection), staff: Later.of(staffSection),
  zones: withTexts(["zones", "zone-files"], async () => (await import("./zones")).zonesSection),
  texts: new Later(async () => (await import("./texts")).textsSection),
};

const pictures: Record<Section, IconName> = {
  codes: "code", cases: "phone", zones: "map", texts: "news", brake: "shield", trail: "check", staff: "me",
};

/** The frame around the console's sections, in the parts of the app: tabs on a telephone, a rail on a wide screen. */
export class ConsoleApp {
  private readonly context: ConsoleContext;
  private scope = new Scope();
  private staff: string | null | undefined;
  private shown: Section | undefined;

  constructor(private readonly root: HTMLElement, arrivedCase: string | null) {
    this.context = new ConsoleContext(arrivedCase);
  }

  start(): void {
    window.addEventListener("hashchange", () => this.followAddress());
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

  /** A case can come while the console is open, when somebody opens the next QR code in the same tab. */
  private followAddress(): void {
    const arrived = takeCaseFromAddress();
    if (arrived !== null) this.context.arrived.set(arrived);
    // The same section again is left alone: a code that is shown now could not be shown again.
    if (sectionOfAddress() !== this.shown) this.show(true);
  }

  /** Lays out the frame, anew in another language and for another person, and shows what the address names. */
  private build(): void {
    const focused = document.activeElement?.getAttribute("data-value") ?? "";
    const main = el("main", { id: "main", tabindex: -1 });
    const skip = el("a", { class: "skip", href: "#main" }, t("skip"));
    skip.addEventListener("click", (event) => {
      // The address after # names the section, so the browser's own jump must not happen.
      event.preventDefault();
      main.focus();
    });
    const isSignedIn = typeof this.staff === "string";
    fill(this.root, skip, this.navigation(isSignedIn), networkBanner("console.offline"), main, this.context.toasts.element);
    this.root.classList.add("console");
    this.show(false);
    // Choosing a language rebuilds the page under the reader's finger: the focus returns to the same button.
    if (focused !== "") main.querySelector<HTMLElement>(`[data-value="${CSS.escape(focused)}"]`)?.focus();
  }

  private navigation(isSignedIn: boolean): HTMLElement {
    const links = sections.map((name) =>
      el(
        "li",
        {},
        el(
          "a", { href: `#/${name}`, "data-route": name },
          icon(pictures[name]), el("span", {}, t(`console.nav.${name}` as Key)),
        ),
      ),
    );
    const brand = el("a", { class: "brand", href: "/" }, icon("brand"), el("span", {}, "Cerca"));
    const list = el("ul", { hidden: !isSignedIn }, ...links);
    return el("nav", { class: "navigation", "aria-label": t("nav.label") }, brand, list);
  }

  private show(moveFocus: boolean): void {
    this.scope.end();
    this.scope = new Scope();
    const main = this.root.querySelector("main");
    if (main === null) return;
    const name = sectionOfAddress();
    this.shown = name;
    const { account } = this.context.session;
    const remote = account.observable.value;
    const go = (section: Section): void => {
      window.location.hash = `#/${section}`;
    };
    if (remote.state === "loading") fill(main, loadingState());
    else if (remote.state === "failed") fill(main, failedState(remote.failure, () => void account.load()));
    else if (remote.value === null) fill(main, staffSignIn(this.context, this.scope));
    else {
      const input = { context: this.context, scope: this.scope, go };
      fill(main, later(input.scope, views[name], (view) => view(input)));
    }
    const isSignedIn = remote.state === "ready" && remote.value !== null;
    main.dataset["route"] = isSignedIn ? name : "sign-in";
    const title = isSignedIn ? t(`console.nav.${name}` as Key) : t("console.sign.title");
    document.title = `${title} · ${t("console.name")} · Cerca`;
    for (const link of this.root.querySelectorAll<HTMLElement>("a[data-route]")) {
      if (link.dataset["route"] === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    main.scrollTop = 0;
    if (moveFocus) main.focus({ preventScroll: true });
  }
}
