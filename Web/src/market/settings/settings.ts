import { Observable } from "../../observable";
import { follow, recall, remember } from "../../storage";

/** The languages and regions whose way of writing numbers can be chosen. */
export const numberStyles = ["es-CL", "es-ES", "en-US", "pt-BR", "it-IT"] as const;

/** Instants as this device's clock shows them, or in UTC. */
export const zones = ["device", "utc"] as const;

/** The colours of what rises and of what falls. */
export const colourSchemes = ["green-red", "red-green", "blue-orange"] as const;

/** How the reader wants the market to look, in this browser. */
export interface Settings {
  /** The asset that values are told in, and whose markets are listed first; null until one was chosen. */
  counter: string | null;
  /** The language and region whose way of writing numbers is followed, as `es-CL`; null follows the page's language. */
  numbers: (typeof numberStyles)[number] | null;
  zone: (typeof zones)[number];
  colours: (typeof colourSchemes)[number];
  /** Whether every order is asked for once more before it is sent; one that is unusual always is. */
  isConfirming: boolean;
  /** Whether amounts are hidden from whoever looks over the shoulder. */
  isHidingAmounts: boolean;
}

const first: Settings = {
  counter: null, numbers: null, zone: "device", colours: "green-red", isConfirming: false, isHidingAmounts: false,
};

/** The settings; views follow them at once, and so do other tabs. */
export const settings = new Observable<Settings>(kept());

/** Changes some settings, for later visits too. */
export function change(changes: Partial<Settings>): void {
  settings.set({ ...settings.value, ...changes });
  remember("market", JSON.stringify(settings.value));
}

/** Lets the page's colours follow the setting: the sheets read it from an attribute of the root. */
export function colour(page: Document): void {
  settings.subscribe(({ colours }) => {
    page.documentElement.dataset["colours"] = colours;
  });
}

follow("market", () => settings.set(kept()));

/** What this browser kept; whatever is not understood is as at the first visit. */
function kept(): Settings {
  try {
    return understood(JSON.parse(recall("market") ?? "{}"));
  } catch {
    return first;
  }
}

/** Settings as somebody else wrote them, an older page or a hand. */
export function understood(value: unknown): Settings {
  if (typeof value !== "object" || value === null) return first;
  const given = value as Record<string, unknown>;
  const oneOf = <T extends string>(choices: readonly T[], name: string): T | undefined =>
    choices.find((choice) => choice === given[name]);
  const { counter, isConfirming, isHidingAmounts } = given;
  return {
    counter: typeof counter === "string" && /^[A-Z0-9]{2,10}$/.test(counter) ? counter : first.counter,
    numbers: oneOf(numberStyles, "numbers") ?? first.numbers,
    zone: oneOf(zones, "zone") ?? first.zone,
    colours: oneOf(colourSchemes, "colours") ?? first.colours,
    isConfirming: typeof isConfirming === "boolean" ? isConfirming : first.isConfirming,
    isHidingAmounts: typeof isHidingAmounts === "boolean" ? isHidingAmounts : first.isHidingAmounts,
  };
}
