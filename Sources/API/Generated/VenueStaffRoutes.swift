// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Signs in to the console of merchants for 12 hours; what of the three is wrong is not told.
    package static let signInToMerchant = Endpoint<RoleCredentialsBody, SessionBody>(
        "signInToMerchant", .post, "/api/session/merchant",
        "Signs in to the console of merchants for 12 hours; what of the three is wrong is not told.", status: 201)
    /// Signs in to the console of merchants for 12 hours with a passkey alone.
    package static let signInToMerchantWithPasskey = Endpoint<PasskeyAssertionBody, SessionBody>(
        "signInToMerchantWithPasskey", .post, "/api/session/merchant/passkey",
        "Signs in to the console of merchants for 12 hours with a passkey alone.", status: 201)
    /// Signs in to the console of those who run a venue, for 12 hours; what of the three is wrong is not told.
    package static let signInToOperator = Endpoint<RoleCredentialsBody, SessionBody>(
        "signInToOperator", .post, "/api/session/operator",
        "Signs in to the console of those who run a venue, for 12 hours; what of the three is wrong is not told.",
        status: 201)
    /// Signs in to the console of those who run a venue, for 12 hours, with a passkey alone.
    package static let signInToOperatorWithPasskey = Endpoint<PasskeyAssertionBody, SessionBody>(
        "signInToOperatorWithPasskey", .post, "/api/session/operator/passkey",
        "Signs in to the console of those who run a venue, for 12 hours, with a passkey alone.", status: 201)
    /// Tells the server's time to the consoles, and who can enter without a password; nobody can but in a demo.
    package static let consoleEntrances = Endpoint<NoBody, ConsoleEntrancesBody>(
        "consoleEntrances", .get, "/api/console/entrances",
        "Tells the server's time to the consoles, and who can enter without a password; nobody can but in a demo.")
    /// Lists the venues with the shops that you look after.
    package static let merchantPlaces = Endpoint<NoBody, VenuePlacesBody>(
        "merchantPlaces", .get, "/api/merchant/places", "Lists the venues with the shops that you look after.",
        needsRole: .merchant)
    /// Lists the venues that you run, with all of their shops.
    package static let operatorPlaces = Endpoint<NoBody, VenuePlacesBody>(
        "operatorPlaces", .get, "/api/operator/places", "Lists the venues that you run, with all of their shops.",
        needsRole: .operator)
    /// Tells which venues and shops you look after, and whether you can sign in to do so.
    package static let ownVenueRoles = Endpoint<NoBody, OwnVenueRolesBody>(
        "ownVenueRoles", .get, "/api/account/venue-roles",
        "Tells which venues and shops you look after, and whether you can sign in to do so.", needsSession: true)
    /// Tells what somebody is invited to who has the link.
    package static let shownInvitation = Endpoint<InvitationSecretBody, ShownInvitationBody>(
        "shownInvitation", .post, "/api/invitations/shown", "Tells what somebody is invited to who has the link.")
    /// Accepts an invitation to look after shops or a venue; it works once, for the address that was invited.
    package static let acceptInvitation = Endpoint<InvitationSecretBody, ShownInvitationBody>(
        "acceptInvitation", .post, "/api/account/invitations",
        "Accepts an invitation to look after shops or a venue; it works once, for the address that was invited.",
        needsSession: true)
    /// Lists who looks after the venue and its shops, and who is invited to.
    package static let venueStaff = Endpoint<NoBody, VenueStaffBody>(
        "venueStaff", .get, "/api/operator/{venue}/staff",
        "Lists who looks after the venue and its shops, and who is invited to.", needsRole: .operator)
    /// Ends what somebody looks after; their sessions for it end at once.
    package static let endVenueRole = Endpoint<EndedVenueRoleBody, NoBody>(
        "endVenueRole", .post, "/api/operator/{venue}/staff/end",
        "Ends what somebody looks after; their sessions for it end at once.", needsRole: .operator)
    /// Sends somebody a link by which they take on shops or the venue; it works once, within 7 days.
    package static let inviteToVenue = Endpoint<VenueInvitationDraftBody, VenueInvitationBody>(
        "inviteToVenue", .post, "/api/operator/{venue}/invitations",
        "Sends somebody a link by which they take on shops or the venue; it works once, within 7 days.",
        needsRole: .operator, status: 201)
    /// Makes an invitation worthless.
    package static let withdrawVenueInvitation = Endpoint<NoBody, NoBody>(
        "withdrawVenueInvitation", .delete, "/api/operator/{venue}/invitations/{id}", "Makes an invitation worthless.",
        needsRole: .operator)
    /// Lists who did what at the venue and when, the newest first; nobody can change it here.
    package static let venueJournal = Endpoint<NoBody, VenueJournalBody>(
        "venueJournal", .get, "/api/operator/{venue}/journal",
        "Lists who did what at the venue and when, the newest first; nobody can change it here.", query: ["before"],
        needsRole: .operator)

    /// These, in the order in which documents list them.
    static let venueStaffRoutes: [Route] = [
        signInToMerchant.route, signInToMerchantWithPasskey.route, signInToOperator.route,
        signInToOperatorWithPasskey.route, consoleEntrances.route, merchantPlaces.route, operatorPlaces.route,
        ownVenueRoles.route, shownInvitation.route, acceptInvitation.route, venueStaff.route, endVenueRole.route,
        inviteToVenue.route, withdrawVenueInvitation.route, venueJournal.route,
    ]
}
