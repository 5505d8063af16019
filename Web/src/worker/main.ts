import type { Builds, Message } from "../build";
import { Files, isHashed } from "./files";
import { handlePush } from "./push";
import type { WorkerScope } from "./worker";

declare const self: WorkerScope;

handlePush(self);

const files = new Files(self.cercaBuild, self.navigator.languages);

// A new worker waits until no page of the old one is open, or until its reader takes it: nobody's form is lost.
self.addEventListener("install", (event) => event.waitUntil(files.fetchAll()));
self.addEventListener("activate", (event) => event.waitUntil(files.forgetOld()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  // The consoles and the vault are pages of their own, which are of no use without their servers.
  if (request.mode === "navigate" && pathname === "/") event.respondWith(files.page(request));
  else if (request.mode !== "navigate" && isHashed(pathname)) event.respondWith(files.file(request));
});

async function tellBuild(port: MessagePort | undefined): Promise<void> {
  const builds: Builds = { hash: self.cercaBuild.hash, older: await files.older() };
  port?.postMessage(builds);
}

self.addEventListener("message", (event) => {
  const message = event.data as Message;
  if (message.kind === "build") event.waitUntil(tellBuild(event.ports[0]));
  if (message.kind === "take-over") event.waitUntil(self.skipWaiting());
  if (message.kind === "language") event.waitUntil(files.speak(message.language).catch(() => undefined));
});
