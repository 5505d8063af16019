import HTTPTypes

/// Every route of the server: the one table that all else is made from.
public enum Routes {
    /// Makes an account and signs it in.
    public static let signUp = Endpoint<CredentialsBody, SessionBody>(
        "signUp", .post, "/api/accounts", "Makes an account and signs it in.", status: 201,
        problems: [
            .accountsEmailTaken, .accountsInvalidEmail, .accountsPasswordTooShort, .accountsPasswordTooLong,
            .requestTooManyAttempts,
        ])
    /// Signs in.
    public static let signIn = Endpoint<CredentialsBody, SessionBody>(
        "signIn", .post, "/api/sessions",
        "Signs in; an account may ask for a code of its second factor, and for the approval of a new device.",
        status: 201,
        problems: [
            .accountsWrongCredentials, .accountsCodeNeeded, .accountsWrongCode, .accountsDeviceUnapproved,
            .accountsNoMail, .requestTooManyAttempts,
        ])
    /// Ends the session.
    public static let signOut = Endpoint<NoBody, NoBody>(
        "signOut", .delete, "/api/session", "Ends the session; its pseudonyms are never used again.", needsSession: true
    )
    /// Says who is signed in.
    public static let account = Endpoint<NoBody, AccountBody>(
        "account", .get, "/api/account", "Says who is signed in.", needsSession: true)

    /// Lists the venues.
    public static let venues = Endpoint<NoBody, VenuesBody>("venues", .get, "/api/venues", "Lists the venues.")
    /// Describes a venue.
    public static let venue = Endpoint<NoBody, VenueBody>(
        "venue", .get, "/api/venues/{uuid}", "Describes a venue with its plan, shops and beacons.",
        problems: [.loyaltyUnknownVenue])
    /// Streams the public picture of a venue.
    public static let venueStream = Route(
        "venueStream", .get, "/api/venues/{uuid}/stream",
        "Streams what a venue is like, every five seconds, without anybody in it.",
        answer: .events([.init("picture", PictureBody.self)]), problems: [.loyaltyUnknownVenue])

    /// Tells which shops may know of one's visits.
    public static let choices = Endpoint<NoBody, ChoicesBody>(
        "choices", .get, "/api/choices", "Tells which shops may know of your visits.", needsSession: true)
    /// Replaces the shops that may know of one's visits.
    public static let setChoices = Endpoint<ChoicesBody, ChoicesBody>(
        "setChoices", .put, "/api/choices", "Replaces the shops that may know of your visits.", needsSession: true,
        problems: [.loyaltyUnknownShop, .loyaltyTooManyChoices])
    /// Proves a visit.
    public static let recordSighting = Endpoint<SightingBody, SightingReceiptBody>(
        "recordSighting", .post, "/api/sightings", "Proves a visit with a code that was heard.", needsSession: true,
        problems: [
            .loyaltyNotChosen, .presenceUnknownBeacon, .presenceCodeMismatch, .presenceStale, .presenceReplayed,
            .presenceImplausible, .presenceShared, .presenceFuture,
        ])
    /// Lists the visits of this session.
    public static let visits = Endpoint<NoBody, VisitsBody>(
        "visits", .get, "/api/visits", "Lists the visits of this session.", needsSession: true)
    /// Lists the coupons.
    public static let coupons = Endpoint<NoBody, CouponsBody>(
        "coupons", .get, "/api/coupons", "Lists your coupons.", needsSession: true)
    /// Deletes a coupon.
    public static let deleteCoupon = Endpoint<NoBody, NoBody>(
        "deleteCoupon", .delete, "/api/coupons/{id}", "Deletes a coupon; `restoreCoupon` undoes it.",
        needsSession: true, problems: [.loyaltyUnknownCoupon])
    /// Restores a coupon that was deleted.
    public static let restoreCoupon = Endpoint<NoBody, CouponBody>(
        "restoreCoupon", .post, "/api/coupons/{id}/restore", "Restores a coupon that was deleted.",
        needsSession: true, problems: [.loyaltyUnknownCoupon])
    /// Streams one's own events.
    public static let userStream = Route(
        "userStream", .get, "/api/stream", "Streams your own events as they happen.", needsSession: true,
        answer: .events([
            .init("sighting.accepted", SightingAcceptedBody.self),
            .init("sighting.rejected", SightingRejectedBody.self), .init("offer.received", CouponBody.self),
            .init("notification", NotificationBody.self),
        ]))

    /// Says that the server answers.
    public static let health = Route(
        "health", .get, "/healthz", "Says `ok` while the server answers.", answer: .text(mediaType: "text/plain"))
    /// Gives the server's figures, on a port of their own; it is in no document of the public one.
    public static let metrics = Route(
        "metrics", .get, "/metrics", "Gives the server's figures in the text format of Prometheus.",
        answer: .text(mediaType: "text/plain"))
    /// Gives the OpenAPI document.
    public static let openAPI = Route(
        "openAPI", .get, "/openapi.json", "Gives this document.", answer: .text(mediaType: "application/json"))

    /// Describes the simulation.
    public static let demo = Endpoint<NoBody, DemoBody>(
        "demo", .get, "/api/demo", "Describes the simulation.", isDemo: true)
    /// Streams the simulated centre.
    public static let demoStream = Route(
        "demoStream", .get, "/api/demo/stream", "Streams the simulated centre, about five frames a second.",
        answer: .events([.init("frame", DemoFrameBody.self)]), isDemo: true)
    /// Puts a phone of one's own into the simulated centre.
    public static let demoEnter = Endpoint<NoBody, DemoGuestBody>(
        "demoEnter", .post, "/api/demo/guest", "Puts a phone of your own into the simulated centre.",
        needsSession: true, status: 201, problems: [.demoFull], isDemo: true)
    /// Takes that phone out again.
    public static let demoLeave = Endpoint<NoBody, NoBody>(
        "demoLeave", .delete, "/api/demo/guest", "Takes your phone out of the simulated centre.", needsSession: true,
        problems: [.demoNoGuest], isDemo: true)
    /// Sends that phone somewhere.
    public static let demoWalk = Endpoint<DestinationBody, NoBody>(
        "demoWalk", .post, "/api/demo/guest/destination", "Makes your simulated self walk somewhere.",
        needsSession: true, problems: [.demoNoGuest], isDemo: true)
    /// Streams what that phone knows.
    public static let demoGuestStream = Route(
        "demoGuestStream", .get, "/api/demo/guest/stream", "Streams where your phone is and what it knows of that.",
        needsSession: true, answer: .events([.init("position", DemoPositionBody.self)]), problems: [.demoNoGuest],
        isDemo: true)

    /// Tells how tracing goes in the simulated centre.
    public static let demoExposure = Endpoint<NoBody, DemoExposureBody>(
        "demoExposure", .get, "/api/demo/exposure",
        "Tells who was warned in the simulated centre, who should have been, and who has learned what.", isDemo: true)
    /// Gives a code to try a report with.
    public static let demoCode = Endpoint<NoBody, DemoCodeBody>(
        "demoCode", .post, "/api/demo/code", "Gives a code of the simulated health authority, to try a report with.",
        needsSession: true, status: 201, problems: [.demoNoGuest], isDemo: true)

    /// What people and their shops do.
    private static let loyalty: [Route] = [
        signUp.route, signIn.route, signOut.route, account.route, venues.route, venue.route, venueStream, choices.route,
        setChoices.route, recordSighting.route, visits.route, coupons.route, deleteCoupon.route, restoreCoupon.route,
        userStream,
    ]
    /// The simulation.
    private static let simulation: [Route] = [
        demo.route, demoStream, demoEnter.route, demoLeave.route, demoWalk.route, demoGuestStream, demoExposure.route,
        demoCode.route,
    ]
    /// What operators and programs ask.
    private static let operations: [Route] = [health, openAPI]

    /// Every route, in the order in which the documents list them.
    public static let all: [Route] =
        loyalty + accountSecurity + notifications + exposure + tracing + publications + healthAuthority + riskZones
        + vault + vaultPage + market + simulation + operations
}
