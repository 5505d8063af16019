import Basics
import Beacons
import Proximity
import Testing

extension LibraryExamples {
    @Test("Proximity: readings become distances and regions")
    func proximity() {
        // example
        let window = BeaconIdentity(uuid: UUID128(high: 1, low: 2), major: 100, minor: 1)
        var ranger = Ranger()
        var regions = RegionMonitor()
        var events: [RegionEvent] = []
        var now = Timestamp(seconds: 1_795_253_400)

        for strength: Int8 in [-58, -60, -59, -61, -58] {
            ranger.hear(Reading(identity: window, rssi: strength, measuredPower: -59, time: now))
            events += regions.hear(window, rssi: strength, at: now)
            now = now.advanced(byMilliseconds: 200)
        }
        let nearest = ranger.range(at: now).first
        print(events, nearest?.proximity ?? .unknown, nearest?.distance ?? 0)

        // Ten seconds without a word, and the region is left.
        events += regions.tick(at: now.advanced(bySeconds: 11))
        // end of example
        #expect(nearest?.identity == window)
        #expect((nearest?.distance).map { (0.5...2).contains($0) } == true)
        #expect(events == [.entered(window), .exited(window)])
    }
}
