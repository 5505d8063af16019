import * as api from "../../api";
import type { ShopOffer, ShopOfferTerms } from "../../api";
import { Failure } from "../../client";
import { el, fill, setText, uniqueId } from "../../dom";
import { dayAndTime } from "../../format";
import { language, languages, plural, t } from "../../i18n";
import type { NumberRule } from "../../numbers/entry";
import { offerLimit, offerPoints } from "../../numbers/rules";
import { button, working } from "../../ui/button";
import { checkbox, faultLine, field } from "../../ui/field";
import { segmented } from "../../ui/menu";
import { type NumberField, numberField } from "../../ui/numberfield";
import { failedState, loadingState } from "../../ui/states";
import type { ShopContext } from "../../venueconsole/context";
import { consolePage } from "../../venueconsole/page";
import { conflict } from "./conflict";
import { hourGrid } from "./hourgrid";
import { planDialog } from "./plan";
import { dayIn, emptyTerms, instantOf, isSame, languagesOf, lengthOf, longestText, missingIn, mostPoints, type Tongue } from "./terms";
import { previewCard, stateBadge } from "./words";

/** One offer: what it says in four languages and when it is given, with the card that phones show of it beside it. */
export function offerEditor(context: ShopContext, id: string): HTMLElement {
  const { venue, shop } = context;
  const place = el("div", { class: "shop-editor-place" }, loadingState());
  const load = async (): Promise<void> => {
    fill(place, loadingState());
    try {
      const offer = await context.ask((options) => api.shopOffer(venue.venue, shop.major, id, options));
      if (!context.scope.isEnded) fill(place, new Editor(context, id, offer, load).element);
    } catch (error) {
      const failure = Failure.from(error);
      if (context.scope.isEnded) return;
      // Its identifier was made here: nothing has been kept of it yet.
      if (failure.code === "shop.unknown_offer") fill(place, new Editor(context, id, null, load).element);
      else fill(place, failedState(failure, () => void load()));
    }
  };
  void load();
  const back = button("plain", "back", t("shop.toList"), () => context.go("offers"));
  return consolePage(t("shop.editor"), t("shop.editor.lead"), back, place);
}

class Editor {
  readonly element: HTMLElement;
  private terms: ShopOfferTerms;
  private hoursMissing = false;
  private tongue: string = language.value;
  /** The number fields that count now: a limit that is switched off does not. */
  private numbers: readonly NumberField[] = [];
  private readonly preview = el("div", { class: "shop-phone" });
  private readonly status = el("div", { class: "shop-status", role: "status" });
  private readonly source = el("p", { class: "quiet" });
  private readonly actions = el("div", { class: "actions" });
  private readonly missing = el("p", { class: "quiet" });
  private readonly fault = faultLine();

  constructor(
    private readonly context: ShopContext, private readonly id: string, private offer: ShopOffer | null,
    private readonly reload: () => Promise<void>,
  ) {
    const today = dayIn(context.now(), context.timeZone);
    const month = new Date(Date.parse(`${today}T00:00:00Z`) + 30 * 86_400_000).toISOString().slice(0, 10);
    this.terms = structuredClone(offer?.terms ?? { ...emptyTerms(), validFrom: today, validUntil: month });
    this.element = el(
      "div", { class: "shop-editor" },
      el("div", { class: "shop-form" }, this.status, this.source, this.texts(), this.period(), this.hours(), this.worth(), this.fault.element, this.actions),
      el("aside", { class: "shop-preview", "aria-label": t("shop.preview") }, el("h2", {}, t("shop.preview")), this.preview,
        el("p", { class: "quiet" }, t("shop.preview.note"))),
    );
    this.update();
  }

  private get isDirty(): boolean {
    return this.offer === null || !isSame(this.offer.terms, this.terms);
  }

  private texts(): HTMLElement {
    const area = el("textarea", { id: uniqueId("text"), rows: 3, "data-act": "text" });
    const count = el("p", { class: "quiet figures", role: "status" });
    const box = field(t("shop.text"), area, "");
    const show = (): void => {
      area.value = this.terms.text[this.tongue] ?? "";
      area.lang = this.tongue;
      counted();
    };
    const counted = (): void => {
      const length = lengthOf(area.value);
      setText(count, t("shop.text.count", { count: length, most: longestText }));
      if (length > longestText) box.blame(t("shop.text.long"));
      else box.forgive();
      for (const segment of tabs.querySelectorAll<HTMLElement>("[data-value]")) {
        const isMissing = missingIn(this.terms.text).includes(segment.dataset["value"] as Tongue);
        segment.classList.toggle("shop-missing", isMissing);
      }
    };
    const tabs = segmented(
      t("shop.languages"), languagesOf(this.terms.text).map((value) => ({ value, label: languages[value as Tongue] ?? value })), this.tongue, (value) => {
        this.tongue = value;
        show();
        this.update();
      });
    area.addEventListener("input", () => {
      this.terms.text = { ...this.terms.text, [this.tongue]: area.value };
      if (area.value === "") delete this.terms.text[this.tongue];
      counted();
      this.update();
    });
    show();
    return el("section", { class: "shop-part" }, tabs, box.element, count, this.missing);
  }

  private period(): HTMLElement {
    const date = (label: string, part: "validFrom" | "validUntil"): HTMLElement => {
      const input: HTMLInputElement = el("input", { id: uniqueId("day"), type: "date" });
      input.value = this.terms[part] ?? "";
      input.addEventListener("input", () => {
        if (input.value === "") delete this.terms[part];
        else this.terms[part] = input.value;
        this.update();
      });
      return field(label, input, "").element;
    };
    return el("section", { class: "shop-part shop-pair" }, date(t("shop.from"), "validFrom"), date(t("shop.until"), "validUntil"));
  }

  private hours(): HTMLElement {
    return el(
      "section", { class: "shop-part" }, el("h2", {}, t("shop.hours")),
      hourGrid(this.terms.hours, (hours) => {
        this.hoursMissing = hours === null;
        this.terms.hours = hours ?? [];
        this.update();
      }),
    );
  }

  private worth(): HTMLElement {
    const whole = (label: string, hint: string, rule: NumberRule, value: number | undefined, set: (value: number | undefined) => void): NumberField =>
      numberField({
        label, hint, rule, value,
        onType: (entry) => {
          // What is refused is not saved: the field says why as soon as the offer is to be saved.
          if (entry.kind === "number") set(entry.value.approximate);
          this.update();
        },
      });
    const points = whole(
      t("shop.points"), t("shop.points.hint", { most: mostPoints }), offerPoints, this.terms.points, (value) => (this.terms.points = value ?? 0));
    const setLimit = (value: number | undefined): void => {
      if (value === undefined) delete this.terms.limit;
      else this.terms.limit = value;
    };
    const limit = whole(t("shop.limit"), t("shop.limit.hint"), offerLimit, this.terms.limit, setLimit);
    const follow = (isOn: boolean): void => {
      limit.element.hidden = !isOn;
      this.numbers = isOn ? [points, limit] : [points];
    };
    const isLimited = checkbox(t("shop.limit.some"), this.terms.limit !== undefined, (isOn) => {
      follow(isOn);
      const entry = limit.entry();
      setLimit(isOn && entry.kind === "number" ? entry.value.approximate : undefined);
      this.update();
    });
    follow(this.terms.limit !== undefined);
    return el("section", { class: "shop-part" }, points.element, isLimited.element, limit.element);
  }

  /** Shows what follows from what has just been typed: the card, what is missing, and what can be done. */
  private update(): void {
    const { context, offer } = this;
    fill(this.preview, previewCard(this.terms, this.tongue, context.shop.name, context.timeZone, context.now()));
    const missing = missingIn(this.terms.text);
    setText(this.missing, missing.length === 0 ? t("shop.text.all") : t("shop.text.missing", { languages: missing.map((tongue) => languages[tongue]).join(", ") }));
    const isFromFile = offer?.isFromFile === true;
    this.source.hidden = !isFromFile;
    setText(this.source, isFromFile ? t("shop.fromFile.text") : "");
    fill(
      this.status,
      offer !== null && stateBadge(offer),
      isFromFile && el("span", {}, t("shop.fromFile")),
      offer?.planned !== undefined && el("span", {}, t("shop.begins", { time: dayAndTime(offer.planned.from, context.timeZone) })),
      offer !== null && el("span", {}, plural("shop.redeemed", offer.redeemed)),
      this.isDirty && el("span", { class: "shop-unsaved" }, t("shop.unsaved")),
    );
    const act = (kind: "primary" | "plain", picture: Parameters<typeof button>[1], text: string, work: () => Promise<unknown>): HTMLElement => {
      const made: HTMLButtonElement = button(kind, picture, text, () => working(made, async () => void (await work())));
      return made;
    };
    const state = offer?.state ?? "draft";
    const canEnd = state === "running" || state === "planned";
    fill(
      this.actions,
      state !== "deleted" && act("primary", "check", t("shop.publish"), () => this.publish()),
      state !== "deleted" && act("plain", "clock", t("shop.plan"), () => this.plan()),
      state !== "deleted" && act("plain", "folder", t("shop.save"), () => this.save()),
      offer?.planned !== undefined && act("plain", "undo", t("shop.undo"), () => this.take(api.undoShopOffer, t("shop.undone"))),
      canEnd && act("plain", "pause", t("shop.end"), () => this.take(api.endShopOffer, t("shop.ended"))),
      offer !== null && state === "draft" && act("plain", "trash", t("shop.delete"), () => this.remove()),
      state === "deleted" && act("primary", "undo", t("shop.restore"), () => this.take(api.restoreShopOffer, t("shop.restored"))),
      offer !== null && button("plain", "list", t("shop.history"), () => context.go("offers", `${this.id}/history`)),
    );
  }

  /** Keeps what is typed, if it has changed; null when that failed, which has been told. */
  private async save(isSilent = false): Promise<ShopOffer | null> {
    const { venue, shop } = this.context;
    this.fault.hide();
    if (this.hoursMissing) return this.refuse(t("shop.hours.none"));
    // Each field says what is wrong with it, and nothing is saved or published meanwhile.
    if (this.numbers.map((one) => one.read()).includes(undefined)) return null;
    if (!this.isDirty) return this.offer;
    try {
      this.offer = await this.context.ask((options) =>
        api.saveShopOffer(venue.venue, shop.major, this.id, this.terms, { ...options, match: this.offer?.version ?? 0 }));
    } catch (error) {
      return await this.failed(Failure.from(error));
    }
    if (!isSilent) this.context.toasts.show({ key: "offer", icon: "check", tone: "ok", text: t("shop.saved") });
    this.update();
    return this.offer;
  }

  private async publish(at?: string): Promise<void> {
    const saved = await this.save(true);
    if (saved === null) return;
    if (saved.faults.length > 0) {
      const words = saved.faults.map(({ path }) => this.faultWords(path));
      return void this.refuse(`${t("shop.faults")} ${[...new Set(words)].join(" ")}`);
    }
    const body = at === undefined ? {} : { at };
    const done = await this.take(
      (venue, major, id, options) => api.publishShopOffer(venue, major, id, body, options), null);
    if (!done) return;
    const undo = { what: t("shop.publish.what"), run: () => void this.take(api.undoShopOffer, t("shop.undone")) };
    this.context.toasts.show({ key: "offer", icon: "check", tone: "ok", text: at === undefined ? t("shop.published") : t("shop.planned"), undo });
  }

  private async plan(): Promise<void> {
    const { context } = this;
    const local = await planDialog(context.timeZone, context.now());
    if (local !== null) await this.publish(new Date(instantOf(local, context.timeZone)).toISOString());
  }

  private async remove(): Promise<void> {
    if (!(await this.take(api.deleteShopOffer, null))) return;
    const run = (): void => void this.take(api.restoreShopOffer, t("shop.restored"));
    this.context.toasts.show({ key: "offer", icon: "trash", text: t("shop.deleted"), undo: { what: t("shop.delete.what"), run } });
  }

  /** Does something to the offer as it is on the server; false when that failed, which has been told. */
  private async take(
    call: (venue: string, major: number, id: string, options: api.CallOptions) => Promise<ShopOffer>, done: string | null,
  ): Promise<boolean> {
    const { venue, shop } = this.context;
    this.fault.hide();
    try {
      this.offer = await this.context.ask((options) =>
        call(venue.venue, shop.major, this.id, { ...options, match: this.offer?.version ?? 0 }));
    } catch (error) {
      await this.failed(Failure.from(error));
      return false;
    }
    if (done !== null) this.context.toasts.show({ key: "offer", icon: "check", text: done });
    this.update();
    return true;
  }

  private refuse(words: string): null {
    this.fault.show(words);
    return null;
  }

  private faultWords(path: string): string {
    if (path.startsWith("text")) return t("shop.fault.text");
    if (path.startsWith("hours")) return t("shop.hours.unread");
    return path === "at" || path.startsWith("valid") ? t("shop.fault.days") : t("shop.fault.other");
  }

  /** Tells of a failure: that somebody else was quicker, with both versions, or what is wrong with the offer. */
  private async failed(failure: Failure): Promise<null> {
    if (failure.code !== "shop.changed") {
      const words = failure.faults.map(({ path }) => this.faultWords(path));
      return this.refuse([this.context.explain(failure), ...new Set(words)].join(" "));
    }
    const { venue, shop } = this.context;
    try {
      const theirs = await this.context.ask((options) => api.shopOffer(venue.venue, shop.major, this.id, options));
      if (await conflict(theirs, this.terms, this.context.timeZone)) {
        this.offer = theirs;
        await this.save();
      } else await this.reload();
    } catch (error) {
      this.refuse(this.context.explain(Failure.from(error)));
    }
    return null;
  }
}
