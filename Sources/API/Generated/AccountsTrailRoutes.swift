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

    /// These, in the order in which documents list them.
    static let accountsTrailRoutes: [Route] = [accountTrail.route, setTrailAddresses.route]
}
