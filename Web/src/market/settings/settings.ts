import { Observable } from "../../observable";
import { recall, remember } from "../../storage";
import { hearTabs, tellTabs } from "../../tabs";

/** How the reader wants the market to look, in this browser. */
export interface Settings {
  /** The asset that values are told in, and whose markets are listed first; null until one was chosen. */
  counter: string | null;
  /** The language and region whose way of writing numbers is followed, as `es-CL`; null follows the page's language. */
  numbers: string | null;
  /** Instants as this device's clock shows them, or in UTC. */
  zone: "device" | "utc";
  /** The colours of what rises and what falls. */
  colours: "green-red" | "red-green" | "blue-orange";
  /** Whether an order is asked for once more before it is sent. */
  isConfirming: boolean;
  /** Whether amounts are hidden from whoever looks over the shoulder. */
  isHidingAmounts: boolean;
}

const first: Settings = {
  counter: null, numbers: null, zone: "device", colours: "green-red", isConfirming: true, isHidingAmounts: false,
};

/** The settings; views follow them at once, and so do other tabs. */
export const settings = new Observable<Settings>(kept());

/** Changes some settings, for later visits too. */
export function change(changes: Partial<Settings>): void {
  settings.set({ ...settings.value, ...changes });
  remember("market", JSON.stringify(settings.value));
  tellTabs({ kind: "settings" });
}

hearTabs(({ kind }) => {
  if (kind === "settings") settings.set(kept());
});

/** What this browser kept; whatever is not understood is as at the first visit. */
function kept(): Settings {
  try {
    const value = JSON.parse(recall("market") ?? "{}") as Partial<Settings>;
    return { ...first, ...value };
  } catch {
    return first;
  }
}
