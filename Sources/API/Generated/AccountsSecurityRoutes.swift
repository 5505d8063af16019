// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Approves the device that waits, with the code from the mail, and signs in on it.
    package static let approveDevice = Endpoint<DeviceApprovalBody, SessionBody>(
        "approveDevice", .post, "/api/sessions/device",
        "Approves the device that waits, with the code from the mail, and signs in on it.", status: 201)
    /// Tells how you sign in.
    package static let security = Endpoint<NoBody, SecurityBody>(
        "security", .get, "/api/account/security", "Tells how you sign in.", needsSession: true)
    /// Begins to switch the second factor on: the secret for an authenticator app, which a first code confirms.
    package static let beginFactor = Endpoint<PasswordBody, AuthenticatorBody>(
        "beginFactor", .post, "/api/account/factor",
        "Begins to switch the second factor on: the secret for an authenticator app, which a first code confirms.",
        needsSession: true)
    /// Switches the second factor on with a first code; the recovery codes are told this once.
    package static let confirmFactor = Endpoint<FactorCodeBody, RecoveryCodesBody>(
        "confirmFactor", .post, "/api/account/factor/confirm",
        "Switches the second factor on with a first code; the recovery codes are told this once.", needsSession: true)
    /// Switches the second factor off, with the password and a code.
    package static let removeFactor = Endpoint<OwnerBody, NoBody>(
        "removeFactor", .post, "/api/account/factor/remove",
        "Switches the second factor off, with the password and a code.", needsSession: true)
    /// Replaces the recovery codes; the new ones are told this once.
    package static let renewRecoveryCodes = Endpoint<OwnerBody, RecoveryCodesBody>(
        "renewRecoveryCodes", .post, "/api/account/factor/recovery-codes",
        "Replaces the recovery codes; the new ones are told this once.", needsSession: true)
    /// Switches on or off that new devices have to be approved by a code that comes by mail; the device that asks is
    /// approved.
    package static let setDeviceApproval = Endpoint<DeviceRuleBody, DeviceTokenBody>(
        "setDeviceApproval", .put, "/api/account/device-approval",
        "Switches on or off that new devices have to be approved by a code that comes by mail; the device that asks is approved.",
        needsSession: true)
    /// Lists the devices that you have approved.
    package static let devices = Endpoint<NoBody, DevicesBody>(
        "devices", .get, "/api/account/devices", "Lists the devices that you have approved.", needsSession: true)
    /// Takes the approval of a device back and ends its sessions.
    package static let removeDevice = Endpoint<NoBody, NoBody>(
        "removeDevice", .delete, "/api/account/devices/{id}",
        "Takes the approval of a device back and ends its sessions.", needsSession: true)
    /// Lists where you are signed in, by day and device.
    package static let sessions = Endpoint<NoBody, SessionsBody>(
        "sessions", .get, "/api/account/sessions", "Lists where you are signed in, by day and device.",
        needsSession: true)
    /// Ends all of your sessions but this one.
    package static let endOtherSessions = Endpoint<NoBody, NoBody>(
        "endOtherSessions", .delete, "/api/account/sessions", "Ends all of your sessions but this one.",
        needsSession: true)
    /// Ends one of your sessions.
    package static let endSession = Endpoint<NoBody, NoBody>(
        "endSession", .delete, "/api/account/sessions/{id}", "Ends one of your sessions.", needsSession: true)
    /// Lists your API keys, without their secrets.
    package static let apiKeys = Endpoint<NoBody, APIKeysBody>(
        "apiKeys", .get, "/api/account/keys", "Lists your API keys, without their secrets.", needsSession: true)
    /// Makes an API key, whose secret is told this once.
    package static let makeAPIKey = Endpoint<APIKeyDraftBody, NewAPIKeyBody>(
        "makeAPIKey", .post, "/api/account/keys", "Makes an API key, whose secret is told this once.",
        needsSession: true, status: 201)
    /// Revokes an API key.
    package static let revokeAPIKey = Endpoint<NoBody, NoBody>(
        "revokeAPIKey", .delete, "/api/account/keys/{key}", "Revokes an API key.", needsSession: true)

    /// These, in the order in which documents list them.
    static let accountsSecurityRoutes: [Route] = [
        approveDevice.route, security.route, beginFactor.route, confirmFactor.route, removeFactor.route,
        renewRecoveryCodes.route, setDeviceApproval.route, devices.route, removeDevice.route, sessions.route,
        endOtherSessions.route, endSession.route, apiKeys.route, makeAPIKey.route, revokeAPIKey.route,
    ]
}
