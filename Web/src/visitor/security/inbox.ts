import * as api from "../../api";
import type { Notification } from "../../api";
import { ask } from "../../client";
import { Resource } from "../../remote";
import { orCopy } from "../offline/copies";
import { atOnce, type Sender } from "../offline/waiting";

/** What this person was told, newest first. */
export class Inbox {
  readonly resource = new Resource<readonly Notification[]>(
    () => orCopy("inbox", async () => (await ask(api.inbox)).notifications),
  );

  constructor(private readonly sender: Sender = atOnce) {}

  get unread(): number {
    return (this.resource.value ?? []).filter((notification) => !notification.isRead).length;
  }

  /** Adds one that has just arrived, or that was restored. */
  add(notification: Notification): void {
    const others = this.resource.value?.filter(({ id }) => id !== notification.id);
    if (others === undefined) return;
    // Later ones have greater names; a restored one returns to its place.
    this.resource.set([...others, notification].sort((a, b) => (a.id < b.id ? 1 : -1)));
  }

  /** Marks one as read on the page and then on the server; it is unread again, and the failure thrown, if not taken. */
  async read(notification: Notification): Promise<void> {
    this.show(notification.id, true);
    try {
      const act = (): Promise<unknown> => ask((options) => api.readNotification(notification.id, options));
      await this.sender.send(act, [{ kind: "notice.read", id: notification.id }]);
    } catch (error) {
      this.show(notification.id, false);
      throw error;
    }
  }

  async readAll(): Promise<void> {
    await this.sender.send(() => ask(api.readInbox), [{ kind: "inbox.read" }]);
    this.resource.set((this.resource.value ?? []).map((notification) => ({ ...notification, isRead: true })));
  }

  /** Takes one off the page at once and deletes it; it comes back, and the failure is thrown, when that fails. */
  async remove(notification: Notification): Promise<void> {
    this.resource.set((this.resource.value ?? []).filter(({ id }) => id !== notification.id));
    try {
      const act = (): Promise<unknown> => ask((options) => api.deleteNotification(notification.id, options));
      await this.sender.send(act, [{ kind: "notice.delete", id: notification.id }]);
    } catch (error) {
      this.add(notification);
      throw error;
    }
  }

  async restore(notification: Notification): Promise<void> {
    let restored = notification;
    const act = async (): Promise<void> => {
      restored = await ask((options) => api.restoreNotification(notification.id, options));
    };
    await this.sender.send(act, [{ kind: "notice.restore", id: notification.id }]);
    this.add(restored);
  }

  private show(id: string, isRead: boolean): void {
    const shown = this.resource.value ?? [];
    this.resource.set(shown.map((one) => (one.id === id ? { ...one, isRead } : one)));
  }
}
