import { api, type Notification } from "../../api";
import { ask } from "../../client";
import { Resource } from "../../remote";

/** What this person was told, newest first. */
export class Inbox {
  readonly resource = new Resource<readonly Notification[]>(async () => (await ask(api.inbox)).notifications);

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
      await ask((options) => api.readNotification(notification.id, options));
    } catch (error) {
      this.show(notification.id, false);
      throw error;
    }
  }

  async readAll(): Promise<void> {
    await ask(api.readInbox);
    this.resource.set((this.resource.value ?? []).map((notification) => ({ ...notification, isRead: true })));
  }

  /** Takes one off the page at once and deletes it; it comes back, and the failure is thrown, when that fails. */
  async remove(notification: Notification): Promise<void> {
    this.resource.set((this.resource.value ?? []).filter(({ id }) => id !== notification.id));
    try {
      await ask((options) => api.deleteNotification(notification.id, options));
    } catch (error) {
      this.add(notification);
      throw error;
    }
  }

  async restore(notification: Notification): Promise<void> {
    this.add(await ask((options) => api.restoreNotification(notification.id, options)));
  }

  private show(id: string, isRead: boolean): void {
    const shown = this.resource.value ?? [];
    this.resource.set(shown.map((one) => (one.id === id ? { ...one, isRead } : one)));
  }
}
