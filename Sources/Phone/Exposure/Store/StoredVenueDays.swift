import Basics
import Exposure
import Foundation

/// How what is remembered for a venue stands in the row of the settings; nil when it is not wanted.
struct StoredVenueDays: Codable {
    var places: [Place]
    var waiting: [Contribution]

    struct Place: Codable {
        var venue: Data
        var major: UInt16
        var day: Int
    }

    struct Contribution: Codable {
        var place: Place
        var period: Int
        var presentation: Data
        var isFake: Bool
        var at: Int64
    }

    init?(_ memory: VenueDayMemory) {
        guard memory.isOn else { return nil }
        places = memory.places.map(Place.init)
        waiting = memory.waiting.map { contribution in
            Contribution(
                place: Place(contribution.place), period: contribution.period.number,
                presentation: Data(contribution.presentation), isFake: contribution.isFake,
                at: contribution.at.milliseconds)
        }
    }

    /// What was remembered; a place that makes no sense is left out.
    var memory: VenueDayMemory {
        var memory = VenueDayMemory()
        memory.isOn = true
        memory.places = places.compactMap(\.place)
        memory.waiting = waiting.compactMap { stored in
            stored.place.place.map { place in
                VenueDayContribution(
                    place: place, period: VenueDayPeriod(number: stored.period),
                    presentation: Array(stored.presentation), isFake: stored.isFake,
                    at: Timestamp(milliseconds: stored.at))
            }
        }
        return memory
    }
}

extension StoredVenueDays.Place {
    init(_ place: VenueDay) {
        self.init(venue: Data(place.venue.bytes), major: place.major, day: place.day)
    }

    var place: VenueDay? {
        UUID128(bytes: venue).map { VenueDay(venue: $0, major: major, day: day) }
    }
}
