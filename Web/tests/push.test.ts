import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { registration } from "../src/registration";
import { declared, handlePush } from "../src/worker/push";

const origin = "https://cerca.example.org";

/** A worker's scope that notes what is asked of it. */
function scope(open: readonly string[] = []) {
  const handlers = new Map<string, (event: never) => void>();
  const done: string[] = [];
  const shown: { title: string; options: NotificationOptions }[] = [];
  const windows = open.map((url) => ({
    url,
    focus: async () => void done.push(`focus ${url}`),
    navigate: async (to: string) => void done.push(`navigate ${to}`),
  }));
  handlePush({
    registration: {
      showNotification: async (title: string, options: NotificationOptions) => void shown.push({ title, options }),
    } as unknown as ServiceWorkerRegistration,
    location: { origin },
    clients: { matchAll: async () => windows, openWindow: async (url: string) => void done.push(`open ${url}`) },
    addEventListener: (type, listener) => void handlers.set(type, listener),
  });
  const tell = async (type: string, event: object): Promise<void> => {
    let work: Promise<unknown> = Promise.resolve();
    const handler = handlers.get(type);
    assert.ok(handler, type);
    handler({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) } as never);
    await work;
  };
  return { tell, done, shown, types: [...handlers.keys()].sort() };
}

const message = JSON.stringify({
  web_push: 8030,
  notification: {
    title: "Precio alcanzado", body: "ETHCLP ha llegado a 10 o más.", lang: "es", tag: "ab",
    navigate: `${origin}/#/me/inbox`, data: { kind: "prices" },
  },
});

test("each message is shown, one that comes twice under the same tag", async () => {
  const { tell, shown, types } = scope();
  assert.deepEqual(types, ["notificationclick", "push", "pushsubscriptionchange"]);
  for (let time = 0; time < 2; time++) await tell("push", { data: { text: () => message } });
  assert.equal(shown.length, 2);
  for (const { title, options } of shown) {
    assert.equal(title, "Precio alcanzado");
    assert.deepEqual([options.tag, options.lang, options.data], ["ab", "es", `${origin}/#/me/inbox`]);
  }
});

test("a message that cannot be read still shows that there is news", async () => {
  for (const text of ["", "{", "null", "[]", "{}", '{"notification":1}', '{"notification":{"title":7,"body":{}}}']) {
    assert.deepEqual(declared(text), { title: "Cerca", body: "", lang: "", tag: "", navigate: "/" }, text);
  }
  const { tell, shown } = scope();
  await tell("push", { data: null });
  assert.equal(shown[0]?.title, "Cerca");
});

test("a notice opens its page in an open tab, else in a new one, and never another site", async () => {
  const click = (data: unknown) => ({ notification: { data, close: () => undefined } });
  const busy = scope([`${origin}/vault`, `${origin}/#/here`]);
  await busy.tell("notificationclick", click(`${origin}/#/me/inbox`));
  assert.deepEqual(busy.done, [`focus ${origin}/#/here`, `navigate ${origin}/#/me/inbox`]);
  const idle = scope();
  await idle.tell("notificationclick", click("/#/offers"));
  await idle.tell("notificationclick", click("https://evil.example/#/offers"));
  await idle.tell("notificationclick", click("//evil.example/x"));
  await idle.tell("notificationclick", click("javascript:alert(1)"));
  await idle.tell("notificationclick", click(undefined));
  assert.deepEqual(idle.done.map((one) => new URL(one.slice(5)).origin), Array(5).fill(origin));
  assert.equal(idle.done[0], `open ${origin}/#/offers`);
});

test("a subscription becomes what the server wants", () => {
  const subscription = {
    toJSON: () => ({ endpoint: "https://push.example.org/1", expirationTime: null, keys: { p256dh: "BA", auth: "aa" } }),
  } as unknown as PushSubscription;
  assert.deepEqual(registration(subscription), {
    carrier: "web", endpoint: "https://push.example.org/1", p256dh: "BA", auth: "aa",
  });
  const empty = { toJSON: () => ({}) } as unknown as PushSubscription;
  assert.deepEqual(registration(empty), { carrier: "web", endpoint: "", p256dh: "", auth: "" });
});
