import type { Notification } from "../../api";
import { el } from "../../dom";
import { plural, t } from "../../i18n";
import type { Scope } from "../../observable";
import { button, iconButton } from "../../ui/button";
import { mark } from "../../ui/list";
import { emptyState, remote } from "../../ui/states";
import type { Context } from "../context";
import { notificationIcon, notificationNote, notificationTime, notificationTitle } from "./words";

/** What the reader was told: unread ones marked, each to be marked as read or deleted. */
export function inboxList(context: Context, scope: Scope): HTMLElement {
  const { inbox } = context;
  // It comes with the reader's stream; somebody who looks does not wait for that.
  if (inbox.resource.value === undefined) void inbox.resource.load();
  const place = remote(scope, inbox.resource, (found) => {
    const focused = document.activeElement;
    const kept = focused?.closest<HTMLElement>("[data-notification]")?.dataset["notification"];
    if (kept !== undefined) window.queueMicrotask(() => focusRow(kept));
    return list(found);
  });

  /** The list is drawn anew under the reader's finger: the focus stays with the same notification. */
  function focusRow(id: string): void {
    const same = place.querySelector(`[data-notification="${CSS.escape(id)}"] .button-icon:last-child`);
    if (same instanceof HTMLElement) same.focus();
  }

  function list(found: readonly Notification[]): HTMLElement {
    if (found.length === 0) return emptyState("bell", t("inbox.empty"), t("inbox.empty.text"));
    const { unread } = inbox;
    const count = unread === 0 ? t("inbox.allRead") : plural("inbox.unread", unread);
    return el(
      "div", { class: "inbox" },
      el(
        "div", { class: "shops-head" },
        el("p", { class: "shops-count", role: "status" }, count),
        unread > 0 && button("plain", "check", t("inbox.readAll"), () => void readAll()),
      ),
      el("ol", { class: "rows", "aria-label": t("inbox.title") }, ...found.map(notificationRow)),
    );
  }

  function notificationRow(notification: Notification): HTMLElement {
    const { id, isRead } = notification;
    const title = notificationTitle(notification);
    const note = notificationNote(notification);
    return el(
      "li", { class: `row security-row notification${isRead ? "" : " notification-new"}`, "data-notification": id },
      mark(isRead ? "read" : "near", notificationIcon(notification)),
      el(
        "div", { class: "row-body" },
        el(
          "p", { class: "row-title" },
          el("strong", {}, !isRead && el("span", { class: "hidden" }, `${t("inbox.new")} `), title),
        ),
        note !== "" && el("p", { class: "row-note" }, note),
        el("p", { class: "row-note" }, el("time", { datetime: notification.at }, notificationTime(notification))),
      ),
      !isRead && iconButton("check", t("inbox.read", { title }), () => {
        inbox.read(notification).catch((error) => context.report(error));
      }),
      iconButton("trash", t("inbox.delete", { title }), (event) => {
        void remove(notification, (event as MouseEvent).detail === 0);
      }),
    );
  }

  async function readAll(): Promise<void> {
    try {
      await inbox.readAll();
      // The button goes once there is nothing left to read.
      place.querySelector<HTMLElement>(".notification .button-icon")?.focus();
    } catch (error) {
      context.report(error);
    }
  }

  async function remove(notification: Notification, byKeyboard: boolean): Promise<void> {
    const restore = (): void => {
      inbox.restore(notification).catch((error) => context.report(error));
    };
    const gone = inbox.remove(notification);
    context.toasts.show({
      key: "inbox-deleted", icon: "trash", text: t("inbox.deleted"),
      undo: { what: notificationTitle(notification), run: restore },
      // The button that had the focus goes with its row.
      focus: byKeyboard,
    });
    try {
      await gone;
    } catch (error) {
      context.report(error);
    }
  }

  return place;
}
