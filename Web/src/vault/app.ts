import * as api from "../api";
import type { VaultPageState } from "../api";
import { ask, Failure } from "../client";
import { el, fill } from "../dom";
import { language, languageTags, t } from "../i18n";
import { icon, type IconName } from "../icons";
import { Later } from "../later";
import { Scope } from "../observable";
import { later } from "../ui/later";
import { failedState, loadingState } from "../ui/states";
import { type Place, placeOf, type Section, sectionOf, sections } from "./address";
import { VaultContext } from "./context";
import { doorView } from "./door";
import { closedState, lostState } from "./link";
import { RecordsView } from "./records";
import { recoveryView } from "./recovery";

// What few visits need comes when it is opened.
const check = new Later(() => import("./check"));
const create = new Later(() => import("./create"));
const settings = new Later(() => import("./settings"));

const pictures: Record<Section, IconName> = { items: "vault", check: "shield", trash: "trash", settings: "settings" };

/** Milliseconds between looks at how the vault stands; somebody who is at the page keeps it open meanwhile. */
const lookEvery = 10_000;

/** What the page shows as a whole; within `records` the address decides. */
type Scene = "loading" | "failed" | "none" | "create" | "door" | "recovery" | "records" | "check" | "settings";

/** The vault's page: the door while it is locked, and its sections while it is open. */
export class VaultApp {
  private readonly context = new VaultContext();
  private scope = new Scope();
  private scene: Scene | undefined;
  private records: RecordsView | undefined;
  private wantsNew = false;
  private wasUsed = false;
  private isGone = false;

  constructor(private readonly root: HTMLElement, private readonly token: string | null) {}

  start(): void {
    window.addEventListener("hashchange", () => this.show(true));
    for (const type of ["keydown", "pointerdown", "input"]) {
      window.addEventListener(type, () => (this.wasUsed = true), { passive: true });
    }
    language.subscribe((chosen) => {
      document.documentElement.lang = languageTags[chosen];
      this.build();
    });
    this.context.state.observable.subscribe(() => this.build());
    this.context.freshRecovery.subscribe(() => this.build());
    window.setInterval(() => void this.look(), lookEvery);
    void this.enter();
  }

  /** Exchanges the link's token for a cookie, once, and asks how the vaults stand. */
  private async enter(): Promise<void> {
    const { token } = this;
    if (token !== null) {
      // A link that was used already may belong to this very browser: the cookie decides then.
      await ask((options) => api.vaultPageEnter({ token }, options)).catch(() => undefined);
    }
    await this.context.state.load();
  }

  /** Sees that the vault locked itself or that the command has ended, and says that somebody is here. */
  private async look(): Promise<void> {
    const { context } = this;
    const before = context.state.value;
    if (before === undefined && !this.isGone) return;
    const stays = this.wasUsed && before?.state === "open";
    this.wasUsed = false;
    try {
      const now = await ask(stays ? api.vaultPageStay : api.vaultPageState);
      const isBack = this.isGone;
      this.isGone = false;
      if (before?.state === "open" && now.state !== "open") context.lockReason = t("vault.door.idle");
      if (isBack || now.state !== before?.state) context.take(now);
    } catch (error) {
      const failure = Failure.from(error);
      if (context.closes(failure)) return;
      // The command has ended, and the vault was locked with it: nothing of it may stay on the screen.
      this.isGone = true;
      if (before?.state === "open") context.take({ ...before, state: "locked" });
      this.build();
    }
  }

  /** Lays out the frame, anew in another language and for another state, and shows what the address names. */
  private build(): void {
    const scene = this.sceneNow();
    // The same page is left as it is: a form in it may be half filled.
    const isSettled = scene !== "loading" && scene !== "failed";
    if (isSettled && scene === this.scene && this.root.lang === language.value) return;
    const focused = document.activeElement?.getAttribute("data-value") ?? "";
    this.root.lang = language.value;
    const main = el("main", { id: "main", tabindex: -1 });
    const skip = el("a", { class: "skip", href: "#main" }, t("skip"));
    skip.addEventListener("click", (event) => {
      // The address after # names the section, so the browser's own jump must not happen.
      event.preventDefault();
      main.focus();
    });
    const isOpen = scene === "records" || scene === "check" || scene === "settings";
    fill(this.root, skip, this.navigation(isOpen), main, this.context.toasts.element);
    this.root.classList.add("vault");
    this.scene = undefined;
    this.show(false);
    // Choosing a language rebuilds the page under the reader's finger: the focus returns to the same button.
    if (focused !== "") main.querySelector<HTMLElement>(`[data-value="${CSS.escape(focused)}"]`)?.focus();
  }

  private navigation(isOpen: boolean): HTMLElement {
    const links = sections.map((name) => {
      const address = name === "items" ? "#/" : `#/${name}`;
      return el(
        "li", {},
        el("a", { href: address, "data-route": name }, icon(pictures[name]), el("span", {}, t(`vault.nav.${name}`))),
      );
    });
    const brand = el("span", { class: "brand" }, icon("brand"), el("span", {}, "Cerca"));
    const list = el("ul", { hidden: !isOpen }, ...links, el("li", {}, lockButton(this.context)));
    return el("nav", { class: "navigation", "aria-label": t("nav.label"), hidden: !isOpen }, brand, list);
  }

  private sceneNow(): Scene {
    const remote = this.context.state.observable.value;
    if (this.isGone || remote.state === "failed") return "failed";
    if (remote.state === "loading") return "loading";
    const { state } = remote.value;
    if (state === "open") {
      if (this.context.freshRecovery.value !== null) return "recovery";
      const place = placeOf(window.location.hash);
      return place.kind === "check" || place.kind === "settings" ? place.kind : "records";
    }
    return state === "none" || this.wantsNew ? "create" : "door";
  }

  private show(moveFocus: boolean): void {
    const main = this.root.querySelector("main");
    if (main === null) return;
    const place = placeOf(window.location.hash);
    const scene = this.sceneNow();
    if (scene !== this.scene) {
      this.scope.end();
      this.scope = new Scope();
      this.records = undefined;
      this.scene = scene;
      fill(main, this.view(scene));
      main.scrollTop = 0;
    }
    this.records?.show(place, window.location.hash);
    this.title(main, scene, place);
    if (!moveFocus) return;
    const title = main.querySelector<HTMLElement>(".panes[data-pane=detail] .pane-detail h1");
    (title ?? main).focus({ preventScroll: true });
  }

  private view(scene: Scene): Node {
    const { context, scope } = this;
    const remote = context.state.observable.value;
    if (scene === "failed") return this.failure();
    if (remote.state !== "ready" || scene === "loading") return loadingState();
    const made = context.freshRecovery.value;
    if (scene === "recovery" && made !== null) return recoveryView(context, made);
    if (scene === "door") return doorView(context, scope, remote.value, () => this.chooseNew(true));
    if (scene === "create") return this.creation(remote.value);
    if (scene === "check") return later(scope, check, ({ checkView }) => checkView(context, scope));
    if (scene === "settings") return later(scope, settings, ({ settingsView }) => settingsView(context, scope));
    if (context.categories.value === undefined) void context.categories.load();
    this.records = new RecordsView(context, scope);
    return this.records.element;
  }

  private failure(): HTMLElement {
    const { context } = this;
    const remote = context.state.observable.value;
    if (remote.state === "failed" && remote.failure.status === 401) return closedState();
    if (this.isGone || (remote.state === "failed" && remote.failure.code === "network.unreachable")) {
      return lostState(() => {
        this.isGone = false;
        void context.state.load();
      });
    }
    return remote.state === "failed" ? failedState(remote.failure, () => void context.state.load()) : loadingState();
  }

  /** The form for a new vault, once the ciphers to choose from are known. */
  private creation(state: VaultPageState): HTMLElement {
    const { context, scope } = this;
    const place = el("div", {}, loadingState());
    const load = async (): Promise<void> => {
      try {
        const [{ ciphers }, { createView }] = await Promise.all([ask(api.vaultPageCiphers), create.load()]);
        if (!scope.isEnded) fill(
          place, createView(context, ciphers, state.state === "none" ? null : () => this.chooseNew(false)),
        );
      } catch (error) {
        const failure = Failure.from(error);
        if (!context.closes(failure)) fill(place, failedState(failure, () => void load()));
      }
    };
    void load();
    return place;
  }

  private chooseNew(wanted: boolean): void {
    this.wantsNew = wanted;
    this.show(true);
  }

  private title(main: HTMLElement, scene: Scene, place: Place): void {
    const isOpen = scene === "records" || scene === "check" || scene === "settings";
    if (isOpen) this.wantsNew = false;
    const section = sectionOf(place);
    main.dataset["route"] = isOpen ? section : scene;
    main.dataset["scene"] = scene;
    document.title = `${isOpen ? t(`vault.nav.${section}`) : t("vault.name")} · Cerca`;
    for (const link of this.root.querySelectorAll<HTMLElement>("a[data-route]")) {
      if (link.dataset["route"] === section) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }
}

/** A button among the tabs that locks the vault. */
function lockButton(context: VaultContext): HTMLElement {
  return el(
    "button", { type: "button", class: "lock-button", "data-route": "lock", onclick: () => void context.lock() },
    icon("lock"), el("span", {}, t("vault.lock")),
  );
}
