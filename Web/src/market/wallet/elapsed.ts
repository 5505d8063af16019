import { locale } from "../../i18n";

/** How long something has lasted, in its largest unit: "5 minutes ago"; under a minute as one. */
export function elapsed(milliseconds: number): string {
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: "always" });
  const minutes = Math.max(1, Math.floor(milliseconds / 60_000));
  if (minutes < 60) return words.format(-minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? words.format(-hours, "hour") : words.format(-Math.floor(hours / 24), "day");
}
