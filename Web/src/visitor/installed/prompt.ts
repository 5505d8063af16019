import { Observable } from "../../observable";
import { recall, remember } from "../../storage";

/** A browser's own question whether to install the page, as some browsers hand it over. */
export interface InstallPrompt {
  prompt: () => Promise<unknown>;
}

/** The question, kept until the reader asks for it; null where there is none or it was used. */
export const installPrompt = new Observable<InstallPrompt | null>(null);

/** Keeps the question back, which the browser would else ask at a moment of its own. It may come at any time. */
export function keepPrompt(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    installPrompt.set(event as Event & InstallPrompt);
  });
  window.addEventListener("appinstalled", () => installPrompt.set(null));
}

/** After so long without the page a reader comes back; what is sooner is the same visit, in milliseconds. */
const pause = 30 * 60_000;

/** Counts this visit, in this browser alone, and says whether it is a new one. */
export function countVisit(now: number): boolean {
  const isNew = now - Number(recall("visited") ?? 0) >= pause;
  remember("visited", String(now));
  if (isNew) remember("visits", String(visits() + 1));
  return isNew;
}

/** How often this browser was here. */
export function visits(): number {
  return Number(recall("visits") ?? 0);
}

/** How the page can be installed here: by the browser's question, by the reader's own hand, or not. */
export function wayToInstall(): "prompt" | "hand" | null {
  // The second is Safari's own word.
  const isInstalled = window.matchMedia("(display-mode: standalone)").matches
    || (navigator as Navigator & { standalone?: boolean }).standalone === true;
  if (isInstalled) return null;
  if (installPrompt.value !== null) return "prompt";
  // iPads say that they are Macs, which have no touch screen.
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent)
    || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  return isApple ? "hand" : null;
}
