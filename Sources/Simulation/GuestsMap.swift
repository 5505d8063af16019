import Basics
import LoyaltyService
import Phone
import RadioMaps

/// The venue as guests' phones know it: with the radio map that is in force, which somebody may survey at any time.
///
/// Visitors' phones go without one, for a seed repeats their day whatever people at the page do.
struct GuestsMap: Sendable {
    /// How often it is asked whether there is another map, in simulated seconds.
    private static let pause: Int64 = 10

    /// The venue, with its map where one is of its plan.
    private(set) var venue: PhoneVenue
    private let maps: RadioMapService
    private var number: Int64 = 0
    private var next = Timestamp(milliseconds: .min)

    /// A venue without a map, of which `maps` may have one.
    init(venue: PhoneVenue, maps: RadioMapService) {
        self.venue = venue
        self.maps = maps
    }

    /// Takes the map of now into use, from time to time; true when it is another than before.
    mutating func renew(at now: Timestamp) async -> Bool {
        guard now >= next else { return false }
        next = now.advanced(bySeconds: Self.pause)
        guard let newest = try? await maps.number(of: venue.uuid), newest != number else { return false }
        number = newest
        let map = (try? await maps.current(of: venue.uuid)).flatMap { current in
            try? RadioMapFile(Array(current.document.utf8))
        }
        // Positions without a map are good enough to go on with.
        if let map { venue.use(map) } else { venue.radioMap = nil }
        return true
    }
}
