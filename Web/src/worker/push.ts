import { registration } from "../registration";

/** What of a service worker's scope this needs; named here so that it is checked with the page's own types as well. */
interface PushScope {
  readonly registration: ServiceWorkerRegistration;
  readonly location: { readonly origin: string };
  readonly clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly WindowOfOurs[]>;
    openWindow(url: string): Promise<unknown>;
  };
  // Each listener names the event that it takes.
  addEventListener(type: string, listener: (event: any) => void): void;
}

interface WindowOfOurs {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}

/** A declarative message: Safari shows it by itself, other browsers leave it to us. */
interface Declared {
  title: string;
  body: string;
  lang: string;
  tag: string;
  navigate: string;
}

/** Shows what is pushed, opens what a notice is about, and registers anew when the browser takes its subscription back. */
export function handlePush(scope: PushScope): void {
  scope.addEventListener("push", (event: Waiting & { data: { text(): string } | null }) => {
    event.waitUntil(show(scope, declared(event.data?.text() ?? "")));
  });
  scope.addEventListener("notificationclick", (event: Waiting & { notification: Notification }) => {
    event.notification.close();
    event.waitUntil(open(scope, event.notification.data as unknown));
  });
  scope.addEventListener("pushsubscriptionchange", (event: Waiting) => {
    event.waitUntil(subscribeAnew(scope));
  });
}

/** What a message says; a browser wants something shown for each, so a broken one still says that Cerca has news. */
export function declared(text: string): Declared {
  const empty = { title: "Cerca", body: "", lang: "", tag: "", navigate: "/" };
  try {
    const { notification } = JSON.parse(text) as { notification?: Record<string, unknown> };
    const word = (name: keyof Declared): string => {
      const value = notification?.[name];
      return typeof value === "string" && value !== "" ? value : empty[name];
    };
    return {
      title: word("title"), body: word("body"), lang: word("lang"), tag: word("tag"), navigate: word("navigate"),
    };
  } catch {
    return empty;
  }
}

async function show(scope: PushScope, { title, body, lang, tag, navigate }: Declared): Promise<void> {
  // One that comes twice has the same tag and replaces itself without a second sound.
  await scope.registration.showNotification(title, {
    body, lang, tag, icon: "/icon.svg", data: navigate,
  });
}

/** The page of ours that a notice names, in a tab that is open already when there is one. */
async function open(scope: PushScope, wished: unknown): Promise<void> {
  const url = new URL(typeof wished === "string" ? wished : "/", scope.location.origin);
  if (url.origin !== scope.location.origin) url.href = scope.location.origin;
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = windows.find((one) => new URL(one.url).pathname === "/") ?? windows[0];
  if (page === undefined) return void (await scope.clients.openWindow(url.href));
  await page.focus();
  await page.navigate(url.href);
}

async function subscribeAnew(scope: PushScope): Promise<void> {
  const standing = await fetch("/api/push", { credentials: "same-origin", headers: { "X-Cerca": "1" } });
  if (!standing.ok) return;
  const { publicKey } = (await standing.json()) as { publicKey?: string };
  if (publicKey === undefined) return;
  const subscription = await scope.registration.pushManager.subscribe({
    userVisibleOnly: true, applicationServerKey: publicKey,
  });
  await fetch("/api/push/subscriptions", {
    method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json", "X-Cerca": "1" },
    body: JSON.stringify({ ...registration(subscription), language: navigator.language }),
  });
}
