import type { APIKey, Notification } from "../../api";
import { dayAndTime, dayName, decimal } from "../../format";
import { t } from "../../i18n";
import type { IconName } from "../../icons";
import { dayAt, personDayName } from "../../personday";

export type Scope = APIKey["scopes"][number];

/** The person's day of something of which the API gives no more than the UTC day, by its beginning; or of an instant to come. */
export function day(instant: string, now = Date.now()): string {
  const at = Date.parse(instant);
  return at > now ? dayName(dayAt(at)) : personDayName(instant.slice(0, 10), now);
}

/** What a device is called; "?" stands for one that said nothing of itself. */
export function deviceName(label: string | undefined): string {
  return label === undefined || label === "" || label === "?" ? t("security.device.unnamed") : label;
}

export function scopeName(scope: Scope): string {
  return t(`security.scope.${scope}`);
}

/** What a notification tells, in a sentence. */
export function notificationTitle(notification: Notification): string {
  const { market = "", asset = "", label } = notification;
  const [price, amount] = [decimal(notification.price ?? ""), decimal(notification.amount ?? "")];
  switch (notification.kind) {
    case "order.executed": {
      const side = notification.side === "sell" ? "sold" : "bought";
      const limit = notification.price === undefined ? "" : ".limit";
      return t(`inbox.${side}${limit}`, { market, amount, price });
    }
    case "price.reached":
      return t(notification.direction === "below" ? "inbox.price.below" : "inbox.price.above", { market, price });
    case "device.approved":
      return t("inbox.device", { device: deviceName(label) });
    case "passkey.copied":
      return t("inbox.passkey", { name: deviceName(label) });
    case "request.settled":
    case "request.refused": {
      const what = notification.direction === "withdrawal" ? "withdrawal" : "deposit";
      return t(`inbox.${what}.${notification.kind === "request.settled" ? "settled" : "refused"}`, { amount, asset });
    }
    case "invoice.delayed":
    case "invoice.changed":
    case "invoice.kept":
      return t(`inbox.${notification.kind}`, { amount, asset });
    case "payment.received":
      return t("inbox.payment.received", { amount, asset });
    default:
      // A newer server may tell what this page does not know.
      return t("inbox.other");
  }
}

/** What belongs below the sentence: what to do about it, or what it is about. */
export function notificationNote({ kind, order, request, invoice }: Notification): string {
  if (kind === "device.approved") return t("inbox.device.note");
  if (kind === "passkey.copied") return t("inbox.passkey.note");
  if (order !== undefined) return t("inbox.order", { order });
  if (invoice !== undefined) return t("inbox.invoice", { invoice });
  return request === undefined ? "" : t("inbox.request", { request });
}

/** When it happened: of a device and a passkey only the day is known. */
export function notificationTime({ kind, at }: Notification): string {
  return kind === "device.approved" || kind === "passkey.copied" ? day(at) : dayAndTime(at);
}

const pictures: Record<string, IconName> = {
  "order.executed": "check", "price.reached": "bell", "device.approved": "phone", "passkey.copied": "alert", "request.settled": "bank",
  "request.refused": "alert", "invoice.delayed": "alert", "invoice.changed": "bank", "invoice.kept": "alert",
  "payment.received": "bank",
};

export function notificationIcon({ kind }: Notification): IconName {
  return pictures[kind] ?? "bell";
}
