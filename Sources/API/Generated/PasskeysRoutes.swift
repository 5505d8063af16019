// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Gives what a passkey is to answer to sign in, or to be a second factor; it is answered once, within 5 minutes.
    package static let beginPasskeySignIn = Endpoint<NoBody, PasskeyChallengeBody>(
        "beginPasskeySignIn", .post, "/api/sessions/passkey/challenge",
        "Gives what a passkey is to answer to sign in, or to be a second factor; it is answered once, within 5 minutes."
    )
    /// Signs in with a passkey alone.
    package static let signInWithPasskey = Endpoint<PasskeyAssertionBody, SessionBody>(
        "signInWithPasskey", .post, "/api/sessions/passkey", "Signs in with a passkey alone.", status: 201)
    /// Gives what a passkey is to answer to show once more who you are.
    package static let beginPasskeyConfirmation = Endpoint<NoBody, PasskeyChallengeBody>(
        "beginPasskeyConfirmation", .post, "/api/account/confirmation/passkey/challenge",
        "Gives what a passkey is to answer to show once more who you are.", needsSession: true)
    /// Shows once more who you are, with a passkey; it counts for 5 minutes in this session.
    package static let confirmOwnerWithPasskey = Endpoint<PasskeyAssertionBody, NoBody>(
        "confirmOwnerWithPasskey", .post, "/api/account/confirmation/passkey",
        "Shows once more who you are, with a passkey; it counts for 5 minutes in this session.", needsSession: true)
    /// Gives what an authenticator is to make a new passkey for.
    package static let beginPasskey = Endpoint<NoBody, NewPasskeyChallengeBody>(
        "beginPasskey", .post, "/api/account/passkey-challenge",
        "Gives what an authenticator is to make a new passkey for.", needsSession: true)
    /// Lists your passkeys.
    package static let passkeys = Endpoint<NoBody, PasskeysBody>(
        "passkeys", .get, "/api/account/passkeys", "Lists your passkeys.", needsSession: true)
    /// Adds a passkey to your account.
    package static let addPasskey = Endpoint<NewPasskeyBody, PasskeyBody>(
        "addPasskey", .post, "/api/account/passkeys", "Adds a passkey to your account.", needsSession: true, status: 201
    )
    /// Calls one of your passkeys otherwise.
    package static let renamePasskey = Endpoint<PasskeyNameBody, NoBody>(
        "renamePasskey", .put, "/api/account/passkeys/{id}", "Calls one of your passkeys otherwise.", needsSession: true
    )
    /// Removes one of your passkeys, but not the last way to sign in.
    package static let removePasskey = Endpoint<NoBody, NoBody>(
        "removePasskey", .delete, "/api/account/passkeys/{id}",
        "Removes one of your passkeys, but not the last way to sign in.", needsSession: true)

    /// These, in the order in which documents list them.
    static let passkeysRoutes: [Route] = [
        beginPasskeySignIn.route, signInWithPasskey.route, beginPasskeyConfirmation.route,
        confirmOwnerWithPasskey.route, beginPasskey.route, passkeys.route, addPasskey.route, renamePasskey.route,
        removePasskey.route,
    ]
}
