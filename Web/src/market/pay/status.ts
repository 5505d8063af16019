import type { MarketPaymentRequest } from "../../api";
import { t } from "../../i18n";
import type { IconName } from "../../icons";

/** Whether nothing can become of a request any more but a refund. */
export function isDecided({ status }: MarketPaymentRequest): boolean {
  return status !== "waiting" && status !== "processing";
}

export const statusPictures: Record<MarketPaymentRequest["status"], IconName> = {
  waiting: "clock", processing: "refresh", paid: "check", unconverted: "check", expired: "cross", refunded: "undo",
};

export function statusWord({ status }: MarketPaymentRequest): string {
  return t(`payment.status.${status}`);
}

/** How long a request can still be paid, as a clock: `14:59`, or hours and days in words of numbers. */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  const two = (count: number): string => String(count).padStart(2, "0");
  if (hours === 0) return `${minutes}:${two(seconds % 60)}`;
  return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
