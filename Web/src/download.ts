import { el } from "./dom";

/** How long the browser may take to begin to save a file, in milliseconds. */
const patience = 60_000;

/** Gives the reader a file to save; nothing is sent anywhere. */
export function download(name: string, content: BlobPart, type = ""): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href: address, download: name }).click();
  // It has begun to save it by then; the copy in memory goes.
  window.setTimeout(() => URL.revokeObjectURL(address), patience);
}
