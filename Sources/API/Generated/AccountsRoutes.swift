// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Makes an account and signs it in, once its address is proved where the server sends mail.
    package static let signUp = Endpoint<CredentialsBody, SessionBody>(
        "signUp", .post, "/api/accounts",
        "Makes an account and signs it in, once its address is proved where the server sends mail.", status: 201)
    /// Signs in; an account may ask for a code of its second factor, and for the approval of a new device.
    package static let signIn = Endpoint<CredentialsBody, SessionBody>(
        "signIn", .post, "/api/sessions",
        "Signs in; an account may ask for a code of its second factor, and for the approval of a new device.",
        status: 201)
    /// Ends the session; its pseudonyms are never used again.
    package static let signOut = Endpoint<NoBody, NoBody>(
        "signOut", .delete, "/api/session", "Ends the session; its pseudonyms are never used again.", needsSession: true
    )
    /// Says who is signed in.
    package static let account = Endpoint<NoBody, AccountBody>(
        "account", .get, "/api/account", "Says who is signed in.", needsSession: true)
    /// Shows once more who you are, which some things ask for; it counts for 5 minutes in this session.
    package static let confirmOwner = Endpoint<OwnerBody, NoBody>(
        "confirmOwner", .post, "/api/account/confirmation",
        "Shows once more who you are, which some things ask for; it counts for 5 minutes in this session.",
        needsSession: true)

    /// These, in the order in which documents list them.
    static let accountsRoutes: [Route] = [signUp.route, signIn.route, signOut.route, account.route, confirmOwner.route]
}
