import type { WorkerScope } from "./worker";

declare const self: WorkerScope;

// The way back: served as /sw.js it takes the place of whatever worker a browser has, and leaves nothing behind.
self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(forget()));
// A page that registers its worker while this one goes brings it back, and then speaks to it.
self.addEventListener("message", (event) => event.waitUntil(forget()));

async function forget(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}
