import { language } from "../../i18n";
import type { Observable } from "../../observable";
import type { Builds, Message } from "../../build";

/** How often an open page asks for a newer build, in milliseconds; the browser asks at each visit. */
const interval = 3_600_000;
/** How long a worker may take to say its build, or to take over, in milliseconds. */
const patience = 5000;

/** A newer build that the reader may take; null while there is none. */
export type News = Observable<(() => void) | null>;

/**
 * Keeps the page in this browser for times without a network, and tells of newer builds, which wait until they are taken.
 *
 * A browser without workers, or an address that is not secure, keeps nothing; the page is the same.
 */
export async function keepPage(news: News): Promise<void> {
  // An address that is not secure has no workers, whatever the types say.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (container === undefined) return;
  let registration: ServiceWorkerRegistration;
  try {
    registration = await container.register("/sw.js");
  } catch {
    return;
  }
  const own = document.querySelector<HTMLMetaElement>('meta[name="cerca-build"]')?.content;

  const offer = async (worker: ServiceWorker): Promise<void> => {
    const builds = await buildsOf(worker);
    if (builds === undefined || own === undefined) return;
    // Whoever loaded the page again before taking anything has the newer one already; and a worker that is at work may be
    // older than the page.
    const isNewer = worker.state === "installed" ? builds.hash !== own : builds.older.includes(own);
    if (isNewer) news.set(() => take(worker));
  };
  const follow = (worker: ServiceWorker | null): void => {
    if (worker === null) return;
    const tell = (): void => {
      if (worker.state === "installed" || worker.state === "activated") void offer(worker);
    };
    worker.addEventListener("statechange", tell);
    tell();
  };
  registration.addEventListener("updatefound", () => follow(registration.installing));
  follow(registration.waiting);
  // Another page may have taken the newer one before this one looked.
  follow(registration.active);
  speak(registration);
  lookForNews(registration);
}

/**
 * Lets a worker take over and loads the page again, once. Other pages go on, and say that they are older.
 *
 * A browser lets the old worker finish what it is at, which may take it minutes. Nobody waits for that: the server's page is
 * the newer one whichever worker asks for it.
 */
function take(worker: ServiceWorker): void {
  const reload = (): void => window.location.reload();
  if (worker.state !== "installed") return reload();
  window.setTimeout(reload, patience);
  worker.addEventListener("statechange", () => {
    if (worker.state === "activated") reload();
  });
  say(worker, { kind: "take-over" });
}

/** Tells the worker which texts to keep. */
function speak(registration: ServiceWorkerRegistration): void {
  const tell = (): void => {
    if (registration.active !== null) say(registration.active, { kind: "language", language: language.value });
  };
  language.subscribe(tell);
  void navigator.serviceWorker.ready.then(tell);
}

function lookForNews(registration: ServiceWorkerRegistration): void {
  let looked = Date.now();
  const look = (): void => {
    if (document.hidden || Date.now() - looked < interval) return;
    looked = Date.now();
    // Without a network there is no news; it is looked for again later.
    registration.update().catch(() => undefined);
  };
  document.addEventListener("visibilitychange", look);
  window.setInterval(look, interval);
}

function say(worker: ServiceWorker, message: Message, ports: Transferable[] = []): void {
  worker.postMessage(message, ports);
}

/** The builds that a worker knows; undefined when it does not say, as one that only removes itself. */
function buildsOf(worker: ServiceWorker): Promise<Builds | undefined> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    const timer = window.setTimeout(() => resolve(undefined), patience);
    channel.port1.onmessage = ({ data }) => {
      window.clearTimeout(timer);
      resolve(data as Builds);
    };
    say(worker, { kind: "build" }, [channel.port2]);
  });
}
