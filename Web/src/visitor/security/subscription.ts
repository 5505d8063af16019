import * as api from "../../api";
import type { PushDevice } from "../../api";
import { ask } from "../../client";
import { language, languageTags } from "../../i18n";
import { registration } from "../../registration";

/** Why this browser cannot be told anything. */
export type Obstacle = "noServer" | "noBrowser" | "install" | "denied" | "slow" | "failed";

/** How long the browser's push service may take; some never answer at all. */
const patience = 15_000;

/** A reason that is said to the reader. */
export class Obstructed extends Error {
  constructor(readonly obstacle: Obstacle) {
    super(obstacle);
  }
}

/** What keeps this browser from being told anything, as far as can be seen without asking its reader; null for nothing. */
export function obstacle(publicKey: string | undefined): Obstacle | null {
  if (publicKey === undefined) return "noServer";
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
    return Notification.permission === "denied" ? "denied" : null;
  }
  // Safari on telephones has them only for pages on the home screen.
  return /iPhone|iPad/.test(navigator.userAgent) ? "install" : "noBrowser";
}

/** Subscribes this browser and registers it; throws `Obstructed` when it does not want to. */
export async function subscribe(publicKey: string): Promise<PushDevice> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") throw new Obstructed("denied");
  const worker = await navigator.serviceWorker.getRegistration();
  if (worker === undefined) throw new Obstructed("noBrowser");
  const subscription = await inTime(subscribed(worker.pushManager, publicKey));
  return ask((options) =>
    api.registerPushDevice({ ...registration(subscription), language: languageTags[language.value] }, options),
  );
}

/** Takes this browser's subscription back, whatever the server says. */
export async function unsubscribe(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  const subscription = await worker?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

async function subscribed(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    // The key of another deployment, or of one before: that subscription is of no use to anybody.
    const former = await manager.getSubscription();
    if (former === null) throw error;
    await former.unsubscribe();
    return manager.subscribe(options);
  }
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = window.setTimeout(() => reject(new Obstructed("slow")), patience);
    work.then(resolve, () => reject(new Obstructed("failed"))).finally(() => window.clearTimeout(timer));
  });
}
