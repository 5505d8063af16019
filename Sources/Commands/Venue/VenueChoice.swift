import Basics
import Loyalty
import Strings

/// Which of a database's venues a command is about.
enum VenueChoice {
    /// The venue of this UUID, or without one the only venue that there is.
    static func choose(_ uuid: String?, among venues: [Venue]) throws -> Venue {
        if let wanted = uuid.flatMap({ UUID128($0) }) {
            guard let venue = venues.first(where: { $0.uuid == wanted }) else {
                throw CommandFailure(ServerStrings.venueUnknown(venue: "\(wanted)").text)
            }
            return venue
        }
        guard let first = venues.first else { throw CommandFailure(ServerStrings.venueNone.text) }
        guard venues.count == 1 else {
            let choice = venues.map { "\($0.uuid) (\($0.name))" }.joined(separator: ", ")
            throw CommandFailure(ServerStrings.venueSeveral(number: venues.count, choice: choice).text)
        }
        return first
    }
}
