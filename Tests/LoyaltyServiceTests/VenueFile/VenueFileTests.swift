import Basics
import Beacons
import Foundation
import Loyalty
import LoyaltyService
import Testing

@Suite("Venue files")
struct VenueFileTests {
    @Test(
        "valid files are read, and what is written of them reads the same", arguments: VenueFileSamples.names("valid"))
    func valid(name: String) throws {
        let venue = try VenueFile.read(try VenueFileSamples.data("valid", name))
        let written = VenueFile.write(venue)
        #expect(try VenueFile.read(Array(written.utf8)) == venue)
        #expect(VenueFile.write(try VenueFile.read(Array(written.utf8))) == written)
    }

    @Test("broken files are refused with every fault at its path", arguments: VenueFileSamples.names("broken"))
    func broken(name: String) throws {
        let data = try VenueFileSamples.data("broken", name)
        let expected = try VenueFileSamples.lines("broken", name, "paths")
        let faults = #expect(throws: VenueFaults.self) { try VenueFile.read(data) }
        #expect(faults?.faults.map(\.path) == expected)
        #expect(faults?.faults.allSatisfy { !$0.message.isEmpty } == true)
    }

    @Test("there are fixtures of every kind")
    func fixtures() {
        #expect(VenueFileSamples.names("valid").count >= 3)
        #expect(VenueFileSamples.names("broken").count >= 60)
    }

    @Test("unusual notation means what it says")
    func unusual() throws {
        let venue = try VenueFile.read(try VenueFileSamples.data("valid", "unusual"))
        #expect(venue.name == "Ǹ \"café\" \\ 👩‍👩‍👧")
        #expect(venue.uuid.description == "00112233-4455-6677-8899-aabbccddeeff")
        #expect(venue.plan.width == 20 && venue.plan.height == 10)
        #expect(venue.beacons[3].periodSeconds == 60 && venue.beacons[0].periodSeconds == 10)
        #expect(venue.beacons[0].neighbours.prefix(2).map(\.description) == ["101.1", "100.1"])
        #expect(venue.offers[0].id == "libro-1" && venue.offers[0].limit == 1)
        #expect(venue.offers[1].hours.isAlways && venue.offers[1].points == 0 && venue.offers[1].limit == nil)
        #expect(venue.offers[1].text["pt-BR"] == "Um brinquedo 🧸")
        #expect(venue.offers[1].validFrom.rfc3339 == "2026-03-29T01:30:00.125Z")
    }

    @Test(
        "a syntax error tells its line and column",
        arguments: [
            ("{\n  \"name\": }", "is not JSON: line 2, column 11: a value is expected"),
            ("", "is not JSON: line 1, column 1: the document ends where a value is expected"),
            ("[1,]", "is not JSON: line 1, column 4: a value is expected"),
            ("{\"a\" 1}", "is not JSON: line 1, column 6: a colon is expected"),
        ])
    func syntax(text: String, message: String) {
        let faults = #expect(throws: VenueFaults.self) { try VenueFile.read(Array(text.utf8)) }
        #expect(faults?.faults == [VenueFault(path: "$", message: message)])
    }

    @Test("a document over the limit is not read at all")
    func size() {
        let spaces = [UInt8](repeating: 0x20, count: VenueFile.sizeLimit + 1)
        let faults = #expect(throws: VenueFaults.self) { try VenueFile.read(spaces) }
        #expect(faults?.faults.first?.message == "is 4194305 bytes long; at most 4194304 are read")
    }

    @Test("any venue reads the same after it is written", arguments: 0..<32 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<4 {
            let venue = try Venue(validating: VenueFileSamples.randomDraft(using: &random))
            let written = VenueFile.write(venue)
            #expect(try VenueFile.read(Array(written.utf8)) == venue)
            #expect((try? JSONSerialization.jsonObject(with: Data(written.utf8))) != nil, "other readers understand it")
        }
    }

    @Test("the centre of the demonstration is sound and written in our form")
    func centre() throws {
        let data = try Data(contentsOf: VenueFileSamples.centre)
        let venue = try VenueFile.read(data)
        #expect(VenueFile.write(venue) == String(decoding: data, as: UTF8.self))
        #expect(venue.shops.count == 13)
        #expect((55...70).contains(venue.beacons.count))
        #expect((20...30).contains(venue.offers.count))
        #expect(Set(venue.beacons.map(\.zone)) == Set(Zone.allCases))
        for shop in venue.shops {
            let beacons = venue.beacons.filter { $0.major == shop.major }
            #expect(Set(beacons.map(\.zone)).isSuperset(of: [.window, .door, .till]), "\(shop.name)")
            #expect(beacons.allSatisfy { shop.contains($0.position) }, "\(shop.name)")
            #expect(venue.offers(major: shop.major).contains { $0.hours.isAlways && $0.limit == nil }, "\(shop.name)")
        }
        for offer in venue.offers { #expect(Set(offer.text.keys) == ["es", "en", "pt", "it"]) }
        for beacon in venue.beacons { #expect((1...19).contains(beacon.neighbours.count)) }
    }
}
