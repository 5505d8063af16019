// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Makes the account that waits, with the code from the mail, and signs it in.
    package static let confirmSignUp = Endpoint<MailboxProofBody, SessionBody>(
        "confirmSignUp", .post, "/api/accounts/confirmation",
        "Makes the account that waits, with the code from the mail, and signs it in.", status: 201)
    /// Sends a code to your address, which proves that it is yours.
    package static let sendProof = Endpoint<NoBody, MailboxChallengeBody>(
        "sendProof", .post, "/api/account/proof/mail", "Sends a code to your address, which proves that it is yours.",
        needsSession: true)
    /// Proves that your address is yours, with the code from the mail.
    package static let proveMailbox = Endpoint<MailboxProofBody, NoBody>(
        "proveMailbox", .post, "/api/account/proof", "Proves that your address is yours, with the code from the mail.",
        needsSession: true)
    /// Replaces your password; every other session and approved device ends, API keys stay and are listed in a mail.
    package static let changePassword = Endpoint<PasswordChangeBody, NoBody>(
        "changePassword", .put, "/api/account/password",
        "Replaces your password; every other session and approved device ends, API keys stay and are listed in a mail.",
        needsSession: true)
    /// Asks for a mail with a link that sets a new password; the answer is the same for an address that has no account.
    package static let requestReset = Endpoint<AddressBody, NoBody>(
        "requestReset", .post, "/api/password-reset",
        "Asks for a mail with a link that sets a new password; the answer is the same for an address that has no account.",
        status: 202)
    /// Sets a new password with the token of a link from a mail, once; every session and approved device ends, and
    /// nobody is signed in.
    package static let resetPassword = Endpoint<PasswordResetBody, NoBody>(
        "resetPassword", .post, "/api/password-reset/use",
        "Sets a new password with the token of a link from a mail, once; every session and approved device ends, and nobody is signed in."
    )
    /// Begins to give your account another address; a code goes there, and a link that takes it back to the one of now.
    package static let changeEmail = Endpoint<AddressBody, MailboxChallengeBody>(
        "changeEmail", .post, "/api/account/email",
        "Begins to give your account another address; a code goes there, and a link that takes it back to the one of now.",
        needsSession: true)
    /// Gives your account the other address, with the code from the mail.
    package static let confirmEmail = Endpoint<MailboxProofBody, NoBody>(
        "confirmEmail", .post, "/api/account/email/confirmation",
        "Gives your account the other address, with the code from the mail.", needsSession: true)
    /// Takes a change of address back with the token of a link from a mail, and ends every session and approved device.
    package static let undoEmail = Endpoint<LinkTokenBody, NoBody>(
        "undoEmail", .post, "/api/email-undo",
        "Takes a change of address back with the token of a link from a mail, and ends every session and approved device."
    )
    /// Sets what you want to be called.
    package static let setDisplayName = Endpoint<DisplayNameBody, NoBody>(
        "setDisplayName", .put, "/api/account/name", "Sets what you want to be called.", needsSession: true)

    /// These, in the order in which documents list them.
    static let accountsLifeRoutes: [Route] = [
        confirmSignUp.route, sendProof.route, proveMailbox.route, changePassword.route, requestReset.route,
        resetPassword.route, changeEmail.route, confirmEmail.route, undoEmail.route, setDisplayName.route,
    ]
}
