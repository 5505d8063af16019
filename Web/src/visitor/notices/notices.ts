import * as api from "../../api";
import type { Coupon, PushRules } from "../../api";
import { ask } from "../../client";
import { inMyLanguage, plural, t } from "../../i18n";
import { copyOf, keepCopy } from "../offline/copies";
import type { Toasts } from "../../ui/toasts";
import { momentOf, type ToldToday, toTell } from "./bounds";

/**
 * What the page tells by itself of shops and venues, within the bounds that the account's messages have too: three things
 * a day, one of a shop, none in quiet hours or of a shop that is muted.
 */
export class Notices {
  private rules: PushRules | undefined;
  /** What was told, for browsers that keep nothing. */
  private told: ToldToday | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly toasts: Toasts) {}

  /** Takes over rules that the reader has changed. */
  take(rules: PushRules): void {
    this.rules = rules;
  }

  /** Of what the reader wants to be told. */
  async standing(): Promise<PushRules> {
    this.rules ??= (await ask(api.push)).rules;
    return this.rules;
  }

  /** Says whether a shop's offers are told of, on all devices and in the page. */
  async mute(venue: string, major: number, isMuted: boolean): Promise<void> {
    const rules = await this.standing();
    const others = rules.mutedShops.filter((shop) => shop.venue !== venue || shop.major !== major);
    const kept = { ...rules, mutedShops: isMuted ? [...others, { venue, major }] : others };
    await ask((options) => api.setPushRules(kept, options));
    this.rules = kept;
  }

  /** Forgets whose rules they were. */
  clear(): void {
    this.rules = undefined;
    this.told = undefined;
  }

  /** Tells of an offer; false when it is one too many today, and only stands in the list. */
  offer(coupon: Coupon, now: number): Promise<boolean> {
    const { shop } = coupon;
    return this.tell(`${shop.venue}/${shop.major}`, now, () => {
      const text = t("toast.offer", { shop: shop.name, text: inMyLanguage(coupon.text, true) });
      this.toasts.show({ key: "offer", icon: "offers", text });
    }, shop);
  }

  /** Welcomes to a venue, once a day, with the offers that are good there. */
  welcome(venue: { uuid: string; name: string }, offers: number, now: number): Promise<boolean> {
    return this.tell(venue.uuid, now, () => {
      const { name } = venue;
      const text = offers === 0 ? t("notice.welcome", { venue: name }) : plural("notice.welcome.offers", offers, { venue: name });
      const open = (): void => {
        window.location.hash = "#/offers";
      };
      this.toasts.show({ key: "welcome", icon: "here", text, ...(offers === 0 ? {} : { action: { label: t("notice.open"), run: open } }) });
    });
  }

  /** One after the other, so that two that arrive together are counted both. */
  private tell(what: string, now: number, show: () => void, shop?: Coupon["shop"]): Promise<boolean> {
    const told = this.turn.then(async () => {
      const rules = await this.standing();
      const before = (await copyOf<ToldToday>("told")) ?? this.told;
      const kept = toTell(before, rules, what, momentOf(now, zoneOf(rules)), shop);
      if (kept === null) return false;
      this.told = kept;
      await keepCopy("told", kept);
      show();
      return true;
      // Whoever cannot learn what the reader wants tells nothing.
    }).catch(() => false);
    this.turn = told;
    return told;
  }
}

/** Whether a shop is among those of which nothing is told. */
export function isMuted({ mutedShops }: PushRules, venue: string, major: number): boolean {
  return mutedShops.some((shop) => shop.venue === venue && shop.major === major);
}

/** The zone of whoever never set hours is the browser's. */
function zoneOf({ timeZone, quietFrom }: PushRules): string {
  return quietFrom === undefined && timeZone === "UTC" ? Intl.DateTimeFormat().resolvedOptions().timeZone : timeZone;
}
