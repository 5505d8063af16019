import {
  api, type Coupon, type Notification, type SightingAccepted, type SightingRejected, streams, type Visit,
} from "../api";
import { ask, Failure } from "../client";
import { inMyLanguage, t } from "../i18n";
import { type Cleanup, Observable } from "../observable";
import { Resource } from "../remote";
import { listen, type StreamStatus } from "../stream";
import { Toasts } from "../ui/toasts";
import { Choices } from "./choices";
import { Coupons } from "./coupons";
import { OwnTracing } from "./health/tracing";
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

/** What all views share: who is signed in, the venue, and the reader's own lists, kept fresh by their stream. */
export class Context {
  readonly session = new Session();
  readonly venue: Resource<Venue | null> = venueResource();
  readonly choices = new Choices();
  readonly coupons = new Coupons();
  readonly tracing = new OwnTracing();
  readonly inbox = new Inbox();
  readonly visits = new Resource<Visit[]>(async () => (await ask(api.visits)).visits);
  readonly events = new Observable<readonly OwnEvent[]>([]);
  readonly ownStream = new Observable<StreamStatus>("connecting");
  readonly toasts = new Toasts();
  private stopListening: Cleanup | undefined;

  start(): void {
    void this.venue.load();
    this.session.account.observable.subscribe((remote) => {
      if (remote.state !== "ready") return;
      this.stopListening?.();
      this.stopListening = undefined;
      for (const resource of [this.choices.resource, this.coupons.resource, this.visits, this.inbox.resource]) {
        resource.clear();
      }
      this.tracing.clear();
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

  private follow(): void {
    void this.choices.resource.load();
    const stopStatus = this.ownStream.subscribe((status) => {
      if (status !== "open") return;
      // Whatever happened while the stream was away is in the lists.
      void this.coupons.resource.load();
      void this.visits.load();
      void this.inbox.resource.load();
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
          action: { label: t("health.alert.action"), run: () => (window.location.hash = "#/health/contact") },
        });
      }
      known = count;
    });
  }

  private accepted(event: SightingAccepted): void {
    this.log({ kind: "accepted", shop: event.shop.name, at: event.at });
    const visits = this.visits.value;
    if (visits !== undefined) this.visits.set(withProof(visits, event));
    const text = t(event.disputed ? "toast.disputed" : "toast.accepted", { shop: event.shop.name });
    this.toasts.show({ key: "sighting", tone: event.disputed ? "plain" : "ok", text });
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
    const text = t("toast.offer", { shop: coupon.shop.name, text: inMyLanguage(coupon.text, true) });
    this.toasts.show({ key: "offer", icon: "offers", text });
  }

  private told(notification: Notification): void {
    this.inbox.add(notification);
    this.toasts.show({
      key: "inbox", icon: "bell", text: notificationTitle(notification),
      action: { label: t("inbox.open"), run: () => (window.location.hash = "#/me/inbox") },
    });
  }

  private log(event: OwnEvent): void {
    this.events.set([event, ...this.events.value].slice(0, keptEvents));
  }
}
