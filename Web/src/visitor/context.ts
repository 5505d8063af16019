import * as api from "../api";
import {
  type Coupon, type Notification, type SightingAccepted, type SightingRejected, streams, type Visit,
} from "../api";
import { ask, Failure } from "../client";
import { t } from "../i18n";
import { type Cleanup, Observable } from "../observable";
import { Resource } from "../remote";
import { listen, type StreamStatus } from "../stream";
import { withTexts } from "../texts";
import { Toasts } from "../ui/toasts";
import { Choices } from "./choices";
import { Coupons } from "./coupons";
import { OwnTracing } from "./health/tracing";
import { LookedAt } from "./looked/looking";
import { isAway, keepUpToDate } from "./offline/copies";
import { Outbox } from "./offline/outbox";
import { Inbox } from "./security/inbox";
import { notificationTitle } from "./security/words";
import { Session } from "./session";
import { type Venue, venueResource } from "./venue";
import { withProof } from "./visits";
import { resultName } from "./words";

/** Something that happened to the reader's own phone. */
export type OwnEvent =
  | { kind: "accepted"; shop: string; at: string }
  | { kind: "rejected"; code: string; at: string }
  | { kind: "offer"; coupon: Coupon; at: string };

const keptEvents = 30;

const noticing = withTexts(["visitor-coupons"], () => import("./notices/notices"));

/** What all views share: who is signed in, the venue, and the reader's own lists, kept fresh by their stream. */
export class Context {
  readonly session = new Session();
  readonly venue: Resource<Venue | null> = venueResource();
  private readonly outbox = new Outbox(
    (failure) => this.toasts.show({ text: t("offline.refused", { reason: failure.explanation }), tone: "bad" }),
    () => this.toasts.show({ key: "waits", icon: "offline", text: t("offline.waits") }),
    () => void this.refresh(),
  );
  readonly choices = new Choices(this.outbox);
  readonly coupons = new Coupons(this.outbox);
  readonly tracing = new OwnTracing();
  readonly inbox = new Inbox(this.outbox);
  readonly visits = new Resource<Visit[]>(async () => (await ask(api.visits)).visits);
  readonly events = new Observable<readonly OwnEvent[]>([]);
  readonly ownStream = new Observable<StreamStatus>("connecting");
  readonly looked = new LookedAt();
  readonly toasts = new Toasts();
  /** What the page tells by itself of shops and venues: fetched with the first of it. */
  readonly notices = noticing.map(({ Notices }) => new Notices(this.toasts));
  private stopListening: Cleanup | undefined;

  start(): void {
    keepUpToDate("choices", this.choices.resource, Choices.body);
    keepUpToDate("coupons", this.coupons.resource, (coupons) => coupons);
    keepUpToDate("inbox", this.inbox.resource, (notifications) => notifications);
    this.outbox.start();
    void this.venue.load();
    this.session.account.observable.subscribe((remote) => {
      if (remote.state !== "ready") return;
      const hasSignedOut = remote.value === null && this.stopListening !== undefined;
      this.stopListening?.();
      this.stopListening = undefined;
      for (const resource of [this.choices.resource, this.coupons.resource, this.visits, this.inbox.resource]) {
        resource.clear();
      }
      this.tracing.clear();
      this.notices.ready?.clear();
      // Whoever has signed out has left nothing to be read: to ask would make what keeps copies anew.
      if (hasSignedOut) this.looked.forget();
      else void this.looked.load();
      this.events.set([]);
      if (remote.value !== null) this.follow();
    });
    this.tellOfExposures();
    void this.session.account.load();
  }

  /** Tells of a failed action; an ended session is ended here too. */
  report(error: unknown): void {
    const failure = Failure.from(error);
    this.toasts.show({ text: failure.explanation, tone: "bad" });
    this.session.endIfRefused(failure);
  }

  /** Loads the reader's lists, after what waits to be sent: else they would show what was deleted once more. */
  private async refresh(): Promise<void> {
    await this.outbox.empty();
    if ((this.session.account.value ?? null) === null) return;
    if (this.choices.resource.value === undefined || isAway.value) void this.choices.resource.load();
    void this.coupons.resource.load();
    void this.visits.load();
    void this.inbox.resource.load();
  }

  private follow(): void {
    // With a network the lists come with the stream; what a reader without one has is on this device.
    if (navigator.onLine) void this.outbox.empty().then(() => this.choices.resource.load());
    else void this.refresh();
    const stopStatus = this.ownStream.subscribe((status) => {
      // Whatever happened while the stream was away is in the lists.
      if (status === "open" || (status === "lost" && this.coupons.resource.value === undefined)) void this.refresh();
    });
    const handlers = {
      "sighting.accepted": (event: SightingAccepted) => this.accepted(event),
      "sighting.rejected": (event: SightingRejected) => this.rejected(event),
      "offer.received": (coupon: Coupon) => this.received(coupon),
      notification: (notification: Notification) => this.told(notification),
    };
    const stopStream = listen(() => streams.userStream(handlers), this.ownStream, () => {
      void this.session.check();
      return "again";
    });
    const stopTracing = this.tracing.follow();
    this.stopListening = () => {
      stopTracing();
      stopStream();
      stopStatus();
    };
  }

  /** Tells of a possible contact that the phone finds while the page is open; those of before are marked at the tab. */
  private tellOfExposures(): void {
    let known: number | undefined;
    this.tracing.resource.observable.subscribe((remote) => {
      if (remote.state !== "ready") return;
      const count = remote.value?.exposures.length;
      if (known !== undefined && count !== undefined && count > known) {
        this.toasts.show({
          key: "exposure", icon: "alert", text: t("health.toast.exposure"),
          action: { label: t("health.alert.action"), leadsTo: "#/health/contact" },
        });
      }
      known = count;
    });
  }

  private accepted(event: SightingAccepted): void {
    this.log({ kind: "accepted", shop: event.shop.name, at: event.at });
    const visits = this.visits.value;
    // A shop that may not know of visits has none of this one.
    const isKept = event.visit !== "";
    if (visits !== undefined && isKept) this.visits.set(withProof(visits, event));
    const words = event.disputed ? "toast.disputed" : isKept ? "toast.accepted" : "toast.present";
    const text = t(words, { shop: event.shop.name });
    const say = (): void => this.toasts.show({ key: "sighting", tone: event.disputed ? "plain" : "ok", text });
    void this.welcome(event.shop.venue).then((isWelcomed) => {
      if (!isWelcomed) say();
    }, say);
  }

  /** Welcomes whoever is in a venue for the first time today, by a shop that is chosen at least for coupons. */
  private async welcome(uuid: string): Promise<boolean> {
    const venue = this.venue.value;
    if (venue?.body.uuid !== uuid) return false;
    const [now, notices] = [venue.now(), await this.notices.load()];
    const open = (this.coupons.resource.value ?? []).filter(
      ({ shop, state, validUntil }) => shop.venue === uuid && state !== "used" && Date.parse(validUntil) > now,
    );
    return notices.welcome(venue.body, open.length, now);
  }

  private rejected(event: SightingRejected): void {
    this.log({ kind: "rejected", code: event.code, at: event.at });
    const chosen = event.code !== "loyalty.not_chosen";
    const text = chosen ? t("toast.rejected", { reason: resultName(event.code) }) : t("toast.notChosen");
    this.toasts.show({ key: "sighting", tone: chosen ? "bad" : "plain", icon: chosen ? "alert" : "shield", text });
  }

  private received(coupon: Coupon): void {
    this.log({ kind: "offer", coupon, at: coupon.receivedAt });
    this.coupons.add(coupon);
    const now = this.venue.value?.now() ?? Date.now();
    // One that is too many today stands in the list alone.
    this.notices.load().then((notices) => notices.offer(coupon, now)).catch(() => undefined);
  }

  private told(notification: Notification): void {
    this.inbox.add(notification);
    this.toasts.show({
      key: "inbox", icon: "bell", text: notificationTitle(notification),
      action: { label: t("inbox.open"), leadsTo: "#/me/inbox" },
    });
  }

  private log(event: OwnEvent): void {
    this.events.set([event, ...this.events.value].slice(0, keptEvents));
  }
}
