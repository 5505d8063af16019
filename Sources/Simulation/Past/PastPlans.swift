import Loyalty
import LoyaltyService

/// The older plans of the centre, of which the last one is in force.
struct PastPlans {
    /// A plan, and who put it in force how many days before the demo's day.
    struct Version {
        let plan: Venue
        let note: String
        let daysBefore: Int
        /// Whether the operator put it in force, and not whoever has the machine.
        let isOperators: Bool
    }

    /// The versions, the oldest first.
    ///
    /// - Throws: `VenueFaults` when the centre has been redrawn and an older plan makes no sense any more.
    static func versions(of venue: Venue) throws(VenueFaults) -> [Version] {
        let newest = venue.offering([])
        let before = try changed(newest, #""Óptica Mirasol""#, to: #""Óptica Soto""#)
        let first = try changed(before, #""Chispa Norte""#, to: #""Chispa""#)
        return [
            Version(plan: first, note: "", daysBefore: 30, isOperators: false),
            Version(plan: before, note: "Chispa se llama ahora Chispa Norte", daysBefore: 19, isOperators: true),
            Version(plan: newest, note: "Óptica Mirasol en el local de Óptica Soto", daysBefore: 6, isOperators: true),
        ]
    }

    private static func changed(_ venue: Venue, _ name: String, to other: String) throws(VenueFaults) -> Venue {
        let document = VenueFile.write(venue).split(separator: name, omittingEmptySubsequences: false)
        return try VenueFile.read(Array(document.joined(separator: other).utf8))
    }
}
