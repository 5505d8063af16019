// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Tells what happened to the security of your account in the last 90 days, by days.
    package static let accountTrail = Endpoint<NoBody, AccountTrailBody>(
        "accountTrail", .get, "/api/account/trail",
        "Tells what happened to the security of your account in the last 90 days, by days.", needsSession: true)
    /// Switches on or off that the trail keeps from which addresses of the network somebody signed in; off forgets
    /// those it has.
    package static let setTrailAddresses = Endpoint<TrailAddressesBody, NoBody>(
        "setTrailAddresses", .put, "/api/account/trail/addresses",
        "Switches on or off that the trail keeps from which addresses of the network somebody signed in; off forgets those it has.",
        needsSession: true)
    /// Ends every session of yours, this one too, and what else you want ended; answers what stays.
    package static let signOutEverywhere = Endpoint<SignOutEverywhereBody, SignedOutEverywhereBody>(
        "signOutEverywhere", .post, "/api/account/sign-out",
        "Ends every session of yours, this one too, and what else you want ended; answers what stays.",
        needsSession: true)
    /// Gives all that is kept about you as one page, with the same as JSON in it; up to 50,000 rows of each table.
    package static let accountArchive = Route(
        "accountArchive", .get, "/api/account/archive",
        "Gives all that is kept about you as one page, with the same as JSON in it; up to 50,000 rows of each table.",
        needsSession: true, answer: .text(mediaType: "text/html"))
    /// Tells what would be lost with your account, and what stands in the way of its end.
    package static let accountDeletion = Endpoint<NoBody, AccountDeletionBody>(
        "accountDeletion", .get, "/api/account/deletion",
        "Tells what would be lost with your account, and what stands in the way of its end.", needsSession: true)
    /// Deletes your account.
    ///
    /// It cannot be undone.
    package static let deleteAccount = Endpoint<AccountFarewellBody, NoBody>(
        "deleteAccount", .post, "/api/account/deletion", "Deletes your account. It cannot be undone.",
        needsSession: true)

    /// These, in the order in which documents list them.
    static let accountsTrailRoutes: [Route] = [
        accountTrail.route, setTrailAddresses.route, signOutEverywhere.route, accountArchive, accountDeletion.route,
        deleteAccount.route,
    ]
}
