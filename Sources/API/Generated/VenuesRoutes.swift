// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Lists the venues.
    package static let venues = Endpoint<NoBody, VenuesBody>(
        "venues", .get, "/api/venues", "Lists the venues.")
    /// Describes a venue with its plan, shops and beacons.
    package static let venue = Endpoint<NoBody, VenueBody>(
        "venue", .get, "/api/venues/{uuid}", "Describes a venue with its plan, shops and beacons.")
    /// Streams what a venue is like, every five seconds, without anybody in it.
    package static let venueStream = Route(
        "venueStream", .get, "/api/venues/{uuid}/stream",
        "Streams what a venue is like, every five seconds, without anybody in it.",
        answer: .events([.init("picture", PictureBody.self)]))

    /// These, in the order in which documents list them.
    static let venuesRoutes: [Route] = [venues.route, venue.route, venueStream]
}
