import * as api from "../../api";
import { ask } from "../../client";
import { numberLocale } from "../numbers/format";
import { zoneIdentifier } from "../numbers/instants";
import { settings } from "./settings";

/** Keeps with the account what tables and values of the server go by; what is of this screen alone stays in the browser. */
export async function keepWithAccount(): Promise<void> {
  const { counter } = settings.value;
  await ask((options) => api.setAccountPreferences({ ...(counter !== null && { base: counter }), language: numberLocale(), timeZone: zoneIdentifier() }, options));
}

/** The asset that an account counts in, as it was kept in another browser; null when it has none. */
export async function keptCounter(): Promise<string | null> {
  return (await ask(api.accountPreferences)).base ?? null;
}
