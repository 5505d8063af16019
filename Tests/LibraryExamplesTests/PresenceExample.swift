import Basics
import Beacons
import Presence
import Testing

extension LibraryExamples {
    @Test("Presence: a code is made by a beacon and judged by a server")
    func presence() throws {
        // example
        var random = SystemRandomNumberGenerator()
        let key = BeaconKey(using: &random)
        let till = BeaconIdentity(uuid: UUID128(high: 1, low: 2), major: 100, minor: 3)
        let now = Timestamp(seconds: 1_795_253_400)

        // The beacon: one code a minute, which only its key can make.
        let code = SecurityCode.make(key: key, identity: till, window: SecurityWindow.index(at: now, periodSeconds: 60))

        // The server, which knows the key, when the beacon was installed, and where it hangs.
        var register = PresenceRegister()
        register.install(
            BeaconCodes(identity: till, key: key, periodSeconds: 60),
            at: Place(venue: till.uuid, latitude: 40.3325, longitude: -3.7655, x: 12, y: 7),
            clock: BeaconClock(installedAt: now))

        let sighting = PresenceSighting(identity: till, code: code, heardAt: now)
        let window = try register.judge(account: 1, sighting: sighting, at: now)

        // The same account cannot prove the same minute twice: this throws `.replayed`.
        let again = try? register.judge(account: 1, sighting: sighting, at: now)
        // end of example
        #expect(window == SecurityWindow.index(at: now, periodSeconds: 60))
        #expect(again == nil)
        #expect(throws: PresenceRejection.replayed) {
            try register.judge(account: 1, sighting: sighting, at: now)
        }
    }
}
