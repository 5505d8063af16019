// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Lists what you were told, the newest first.
    package static let inbox = Endpoint<NoBody, InboxBody>(
        "inbox", .get, "/api/inbox", "Lists what you were told, the newest first.", needsSession: true)
    /// Marks every notification as read.
    package static let readInbox = Endpoint<NoBody, NoBody>(
        "readInbox", .post, "/api/inbox-read", "Marks every notification as read.", needsSession: true)
    /// Marks a notification as read.
    package static let readNotification = Endpoint<NoBody, NoBody>(
        "readNotification", .post, "/api/inbox/{id}/read", "Marks a notification as read.", needsSession: true)
    /// Deletes a notification; `restoreNotification` undoes it for a day.
    package static let deleteNotification = Endpoint<NoBody, NoBody>(
        "deleteNotification", .delete, "/api/inbox/{id}",
        "Deletes a notification; `restoreNotification` undoes it for a day.", needsSession: true)
    /// Restores a notification that was deleted.
    package static let restoreNotification = Endpoint<NoBody, NotificationBody>(
        "restoreNotification", .post, "/api/inbox/{id}/restore", "Restores a notification that was deleted.",
        needsSession: true)
    /// Lists what of the markets you want to be told.
    package static let alerts = Endpoint<NoBody, AlertsBody>(
        "alerts", .get, "/api/alerts", "Lists what of the markets you want to be told.", needsSession: true)
    /// Makes an alert: for a price, told once by the first trade there or beyond; or for your own orders, told whenever
    /// one is executed to its last unit.
    package static let addAlert = Endpoint<AlertDraftBody, AlertBody>(
        "addAlert", .post, "/api/alerts",
        "Makes an alert: for a price, told once by the first trade there or beyond; or for your own orders, told whenever one is executed to its last unit.",
        needsSession: true, status: 201)
    /// Deletes an alert.
    package static let deleteAlert = Endpoint<NoBody, NoBody>(
        "deleteAlert", .delete, "/api/alerts/{id}", "Deletes an alert.", needsSession: true)

    /// These, in the order in which documents list them.
    static let inboxRoutes: [Route] = [
        inbox.route, readInbox.route, readNotification.route, deleteNotification.route, restoreNotification.route,
        alerts.route, addAlert.route, deleteAlert.route,
    ]
}
