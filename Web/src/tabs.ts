/** What the tabs of one browser tell one another. */
export interface TabMessage {
  kind: "signed-out";
}

/** The channel of all tabs of this server; without it, as in old browsers, each tab is on its own. */
const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("cerca");

/** Tells the other tabs; this one does not hear it. */
export function tellTabs(message: TabMessage): void {
  channel?.postMessage(message);
}

/** Hears what other tabs tell, for as long as the page lives. */
export function hearTabs(listener: (message: TabMessage) => void): void {
  channel?.addEventListener("message", (event: MessageEvent<TabMessage>) => listener(event.data));
}
