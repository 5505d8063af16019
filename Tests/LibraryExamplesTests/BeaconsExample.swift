import Basics
import Beacons
import Testing

extension LibraryExamples {
    @Test("Beacons: a frame becomes bytes, and bytes become a frame")
    func beacons() throws {
        // example
        let centre = UUID128(high: 0x7b44_b47b_52a1_5381, low: 0x90c2_f09b_6838_c5d4)
        let identity = BeaconIdentity(uuid: centre, major: 100, minor: 1)
        let sent = Frame.iBeacon(IBeacon(identity: identity, measuredPower: -59))

        // What a controller is told to advertise: at most 31 bytes.
        let bytes = sent.advertisement

        // What was heard may have several frames; whatever else is in it is skipped.
        for frame in Frames(advertisement: bytes) {
            switch frame {
            case .iBeacon(let beacon): print("shop \(beacon.identity.major), \(beacon.measuredPower) dBm at one metre")
            case .eddystoneURL(let page): print(page.text)
            case let other: print("another beacon: \(other.kind)")
            }
        }
        // end of example
        #expect(bytes.count <= 31)
        #expect(try Frame(advertisement: bytes) == sent)
    }
}
