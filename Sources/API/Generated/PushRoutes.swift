// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Tells on which devices you are told things, and of what.
    package static let push = Endpoint<NoBody, PushBody>(
        "push", .get, "/api/push", "Tells on which devices you are told things, and of what.", needsSession: true)
    /// Registers the device of this session for messages, or registers it anew.
    ///
    /// An account has at most 10; each ends with its session.
    package static let registerPushDevice = Endpoint<PushRegistrationBody, PushDeviceBody>(
        "registerPushDevice", .post, "/api/push/subscriptions",
        "Registers the device of this session for messages, or registers it anew. An account has at most 10; each ends with its session.",
        needsSession: true, status: 201)
    /// Changes what a device is not told of.
    package static let mutePushDevice = Endpoint<PushMutingBody, NoBody>(
        "mutePushDevice", .put, "/api/push/subscriptions/{id}", "Changes what a device is not told of.",
        needsSession: true)
    /// Removes a device, which is told nothing more.
    package static let removePushDevice = Endpoint<NoBody, NoBody>(
        "removePushDevice", .delete, "/api/push/subscriptions/{id}", "Removes a device, which is told nothing more.",
        needsSession: true)
    /// Replaces when, and of which shops, you are told things on all your devices.
    package static let setPushRules = Endpoint<PushRulesBody, NoBody>(
        "setPushRules", .put, "/api/push/rules",
        "Replaces when, and of which shops, you are told things on all your devices.", needsSession: true)

    /// These, in the order in which documents list them.
    static let pushRoutes: [Route] = [
        push.route, registerPushDevice.route, mutePushDevice.route, removePushDevice.route, setPushRules.route,
    ]
}
