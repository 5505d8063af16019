// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Lists the providers of identities with which you can sign in here.
    package static let identityProviders = Endpoint<NoBody, IdentityProvidersBody>(
        "identityProviders", .get, "/api/sign-in", "Lists the providers of identities with which you can sign in here.")
    /// Sends a browser to a provider to sign in there; it comes back to the page, whose address says what came of it.
    package static let beginIdentitySignIn = Endpoint<NoBody, NoBody>(
        "beginIdentitySignIn", .get, "/api/sign-in/{provider}",
        "Sends a browser to a provider to sign in there; it comes back to the page, whose address says what came of it.",
        query: ["place"], status: 303)
    /// Takes a browser back from a provider and sends it to the page, with `arrived` or a code of a problem in its
    /// address.
    package static let identityCallback = Endpoint<NoBody, NoBody>(
        "identityCallback", .get, "/api/sign-in/{provider}/callback",
        "Takes a browser back from a provider and sends it to the page, with `arrived` or a code of a problem in its address.",
        status: 303)
    /// Takes a browser back that a provider sends with a form.
    package static let identityFormCallback = Route(
        "identityFormCallback", .post, "/api/sign-in/{provider}/callback",
        "Takes a browser back that a provider sends with a form.", upload: "application/x-www-form-urlencoded",
        answer: .nothing, status: 303)
    /// Ends the sessions of somebody who has signed out at a provider, which tells so itself with a `logout_token`.
    package static let identitySignOut = Route(
        "identitySignOut", .post, "/api/sign-in/{provider}/logout",
        "Ends the sessions of somebody who has signed out at a provider, which tells so itself with a `logout_token`.",
        upload: "application/x-www-form-urlencoded", answer: .nothing)
    /// Ends the tie of somebody who wants at a provider that nothing of theirs stays here; the provider tells so itself
    /// with a `signed_request`.
    ///
    /// Answers as Facebook wants it: `url` and `confirmation_code`.
    package static let forgetIdentity = Route(
        "forgetIdentity", .post, "/api/sign-in/{provider}/deletion",
        "Ends the tie of somebody who wants at a provider that nothing of theirs stays here; the provider tells so itself with a `signed_request`. Answers as Facebook wants it: `url` and `confirmation_code`.",
        upload: "application/x-www-form-urlencoded", answer: .text(mediaType: "application/json"))
    /// Begins to show once more who you are, by signing in at a provider anew, and tells where the browser goes for
    /// that.
    package static let beginProviderConfirmation = Endpoint<ProviderConfirmationBody, ProviderAddressBody>(
        "beginProviderConfirmation", .post, "/api/account/confirmation/providers/{provider}",
        "Begins to show once more who you are, by signing in at a provider anew, and tells where the browser goes for that.",
        needsSession: true)
    /// Tells who has come back from a provider in this browser, and what is still to be shown.
    package static let arrival = Endpoint<NoBody, ArrivalBody>(
        "arrival", .get, "/api/arrival",
        "Tells who has come back from a provider in this browser, and what is still to be shown.")
    /// Finishes a sign-in by a provider.
    package static let finishArrival = Endpoint<ArrivalProofBody, SessionBody>(
        "finishArrival", .post, "/api/arrival", "Finishes a sign-in by a provider.", status: 201)
    /// Sends a code to the address that the identity and an account have in common.
    package static let mailArrivalCode = Endpoint<NoBody, NoBody>(
        "mailArrivalCode", .post, "/api/arrival/mail",
        "Sends a code to the address that the identity and an account have in common.")
    /// Lists your identities elsewhere.
    package static let identities = Endpoint<NoBody, IdentitiesBody>(
        "identities", .get, "/api/account/identities", "Lists your identities elsewhere.", needsSession: true)
    /// Links the identity that came back in this browser with your account.
    package static let linkIdentity = Endpoint<NoBody, NoBody>(
        "linkIdentity", .post, "/api/account/identities",
        "Links the identity that came back in this browser with your account.", needsSession: true)
    /// Takes one of your identities away.
    package static let unlinkIdentity = Endpoint<NoBody, NoBody>(
        "unlinkIdentity", .delete, "/api/account/identities/{id}", "Takes one of your identities away.",
        needsSession: true)
    /// Begins to link an identity, and tells where the browser goes for that.
    package static let beginLinking = Endpoint<NoBody, ProviderAddressBody>(
        "beginLinking", .post, "/api/account/providers/{provider}",
        "Begins to link an identity, and tells where the browser goes for that.", needsSession: true)

    /// These, in the order in which documents list them.
    static let identitiesRoutes: [Route] = [
        identityProviders.route, beginIdentitySignIn.route, identityCallback.route, identityFormCallback,
        identitySignOut, forgetIdentity, beginProviderConfirmation.route, arrival.route, finishArrival.route,
        mailArrivalCode.route, identities.route, linkIdentity.route, unlinkIdentity.route, beginLinking.route,
    ]
}
