import Basics
import Beacons
import Phone
import Presence
import Proximity
import Radio
import Testing

extension LibraryExamples {
    @Test("Phone: standing before a chosen shop gives one sighting to prove")
    func phone() throws {
        // example
        let centre = UUID128(high: 1, low: 2)
        let window = BeaconIdentity(uuid: centre, major: 100, minor: 1)
        let venue = PhoneVenue(
            uuid: centre, name: "Little centre", width: 20, height: 15, shops: [100: "Almendra"],
            beacons: [window: .init(position: PlanPoint(x: 2, y: 2), zone: "window", neighbours: [])])
        var phone = PhoneCore(venues: [venue], choices: [ChosenShop(venue: centre, major: 100)])

        let code = try #require(SecurityCode(bytes: 1...14))
        let frames: [Frame] = [
            .iBeacon(IBeacon(identity: window, measuredPower: -59)),
            .security(SecurityFrame(major: 100, minor: 1, code: code)),
        ]
        let address = DeviceAddress(value: 0xC000_0000_0001, kind: .random)
        var now = Timestamp(seconds: 1_795_253_400)
        var sightings: [PresenceSighting] = []
        for _ in 0..<30 {
            for frame in frames {
                phone.hear(HeardAdvertisement(time: now, address: address, rssi: -62, data: frame.advertisement))
            }
            now = now.advanced(bySeconds: 1)
            if let sighting = phone.tick(at: now).sighting {
                // Here a server is asked, and the phone is told what it said.
                sightings.append(sighting)
                let visit = ProvedSighting(shop: "Almendra", visit: "1", offers: [])
                phone.conclude(sighting, .accepted(visit), at: now)
            }
        }
        // end of example
        #expect(sightings.map(\.identity) == [window])
        #expect(sightings.first?.code == code)
    }
}
