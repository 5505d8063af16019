import Basics
import Beacons
import Loyalty
import Testing

@Suite("Places in words")
struct PlaceDescriptionTests {
    @Test("a beacon says the shop and the zone")
    func shop() throws {
        let venue = try Venue(validating: VenueSamples.draft())
        let place = try #require(venue.place(of: BeaconIdentity(uuid: venue.uuid, major: 100, minor: 2)))
        #expect(place.shop?.name == "Uno" && place.zone == .till)
    }

    @Test("a beacon of the venue itself says the zone alone")
    func common() throws {
        let venue = try Venue(validating: VenueSamples.draft())
        let place = try #require(venue.place(of: BeaconIdentity(uuid: venue.uuid, major: 1, minor: 1)))
        #expect(place.shop == nil && place.zone == .entrance)
    }

    @Test("unknown beacons and those of other venues are outside")
    func outside() throws {
        let venue = try Venue(validating: VenueSamples.draft())
        #expect(venue.place(of: BeaconIdentity(uuid: venue.uuid, major: 100, minor: 3)) == nil)
        let other = UUID128(high: 0, low: 1)
        #expect(venue.place(of: BeaconIdentity(uuid: other, major: 100, minor: 2)) == nil)
    }
}
