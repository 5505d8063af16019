import * as api from "../api";
import type { VaultPageFix, VaultPagePlace } from "../api";
import { ask, Failure } from "../client";
import { el, fill } from "../dom";
import { metres } from "../format";
import { t } from "../i18n";
import { notice } from "../ui/banner";
import { button } from "../ui/button";
import { latitude, longitude } from "../numbers/rules";
import { numberField } from "../ui/numberfield";
import { loadingState } from "../ui/states";
import type { VaultContext } from "./context";
import { placeMap } from "./placemap";

/** Milliseconds that a receiver may take until it knows where it is. */
const patience = 45_000;

/** What a position is for: a vault's own cell, or one that is being chosen. */
export interface PlacePurpose {
  user?: string;
  cell?: number;
}

/** A chosen position; `fix` is missing when the desk shall ask this machine's own receiver again. */
export interface ChosenPlace {
  usesPlace: true;
  fix?: VaultPageFix;
}

/**
 * Finds out where one is: by this machine's own receiver through the desk, by the browser, or by hand.
 *
 * The browser is asked only when its button is pressed: its answer may come from a service that learns of it.
 */
export class PositionPicker {
  readonly element: HTMLElement;
  private readonly shown = el("div", { class: "place-shown", role: "status" });
  private readonly byHand: HTMLElement;
  private place: VaultPagePlace | null = null;
  private isMachine = false;
  private turn = 0;

  constructor(private readonly context: VaultContext, private purpose: PlacePurpose) {
    const hasReceiver = (context.state.value?.positionSource ?? "none") !== "none";
    this.byHand = this.handForm();
    this.byHand.hidden = true;
    const machine = button("plain", "refresh", t("vault.place.machine"), () => void this.askMachine());
    const browser = button("plain", "here", t("vault.place.browser"), () => this.askBrowser());
    const hand = button("plain", "pencil", t("vault.place.hand"), () => {
      this.byHand.hidden = !this.byHand.hidden;
      hand.setAttribute("aria-expanded", String(!this.byHand.hidden));
      if (!this.byHand.hidden) this.byHand.querySelector("input")?.focus();
    });
    hand.setAttribute("aria-expanded", "false");
    this.element = el(
      "div", { class: "place-picker" },
      this.shown, el("div", { class: "place-ways" }, hasReceiver && machine, browser, hand), this.byHand,
    );
    if (hasReceiver) void this.askMachine();
    else fill(this.shown, el("p", { class: "quiet" }, t("vault.place.none")));
  }

  /** The position to send; null while there is none that is accurate enough. */
  get chosen(): ChosenPlace | null {
    if (this.place === null || !this.place.isFineEnough) return null;
    return this.isMachine ? { usesPlace: true } : { usesPlace: true, fix: this.place.fix };
  }

  /** Draws the same position for another vault or another cell. */
  show(purpose: PlacePurpose): void {
    this.purpose = purpose;
    if (this.place !== null) void this.draw(this.place.fix, this.isMachine);
  }

  private async askMachine(): Promise<void> {
    fill(this.shown, loadingState());
    await this.draw(undefined, true);
  }

  private askBrowser(): void {
    if (!("geolocation" in navigator)) return this.explain(t("vault.place.noBrowser"));
    fill(this.shown, loadingState());
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const { latitude, longitude, accuracy } = coords;
        void this.draw({ latitude, longitude, accuracy }, false);
      },
      (error) => {
        const isDenied = error.code === error.PERMISSION_DENIED;
        this.explain(t(isDenied ? "vault.place.denied" : "vault.place.noBrowser"));
      },
      { enableHighAccuracy: true, maximumAge: 0, timeout: patience },
    );
  }

  /** Lets the desk say what the cell there looks like, and draws it. */
  private async draw(fix: VaultPageFix | undefined, isMachine: boolean): Promise<void> {
    this.turn += 1;
    const turn = this.turn;
    try {
      const query = { ...this.purpose, ...(fix === undefined ? {} : { fix }) };
      const place = await ask((options) => api.vaultPagePlace(query, options), patience);
      if (turn !== this.turn) return;
      this.place = place;
      this.isMachine = isMachine;
      const values = { accuracy: metres(place.fix.accuracy), limit: metres(place.limit), cell: metres(place.cell) };
      fill(
        this.shown, placeMap(place),
        !place.isFineEnough && notice("alert", t("vault.place.coarse", values), "warn"),
      );
    } catch (error) {
      if (turn !== this.turn) return;
      const failure = Failure.from(error);
      if (!this.context.closes(failure)) this.explain(failure.explanation);
    }
  }

  private explain(text: string): void {
    this.place = null;
    fill(this.shown, notice("alert", text, "warn"));
  }

  private handForm(): HTMLElement {
    const fields = [
      numberField({ label: t("vault.place.latitude"), rule: latitude, hint: t("vault.place.latitudeHint") }),
      numberField({ label: t("vault.place.longitude"), rule: longitude, hint: t("vault.place.longitudeHint") }),
    ] as const;
    const show = (): void => {
      const east = fields[1].read()?.approximate;
      const north = fields[0].read()?.approximate;
      if (north === undefined || east === undefined) return;
      void this.draw({ latitude: north, longitude: east, accuracy: 0 }, false);
    };
    for (const { input } of fields) {
      input.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        // Enter here means this position, not the form around it.
        event.preventDefault();
        show();
      });
    }
    return el(
      "div", { class: "place-hand" }, fields[0].element, fields[1].element,
      button("plain", "check", t("vault.place.take"), show),
    );
  }
}
