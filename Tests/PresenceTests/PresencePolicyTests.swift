import Basics
import Presence
import Testing

@Suite("Judging a sighting")
struct PresencePolicyTests {
    private let policy = PresencePolicy.standard
    private let madrid = Place(venue: .example, latitude: 40.4168, longitude: -3.7038, x: 10, y: 10)

    private func place(x: Double, y: Double) -> Place {
        Place(venue: madrid.venue, latitude: madrid.latitude, longitude: madrid.longitude, x: x, y: y)
    }

    private func venue(_ number: UInt64, latitude: Double, longitude: Double) -> Place {
        Place(venue: UUID128(high: 0, low: number), latitude: latitude, longitude: longitude, x: 0, y: 0)
    }

    /// What becomes of a sighting `seconds` after the last proof at `last`; nil when it is believed.
    private func rejection(
        at place: Place, after seconds: Double = 0, last: Place? = nil, heard: Int64 = 0,
        history: PresenceHistory = .init()
    ) -> PresenceRejection? {
        var history = history
        let now = Timestamp.morning
        if let last { history.last = (last, now.advanced(byMilliseconds: heard - Int64(seconds * 1000))) }
        do throws(PresenceRejection) {
            try policy.judge(heardAt: now.advanced(byMilliseconds: heard), now: now, place: place, history: history)
            return nil
        } catch {
            return error
        }
    }

    @Test("a first sighting is believed")
    func first() {
        #expect(rejection(at: madrid) == nil)
    }

    @Test("a claimed time may be 60 s ahead and 120 s behind, not a millisecond more")
    func claimedTime() {
        #expect(rejection(at: madrid, heard: 60_000) == nil)
        #expect(rejection(at: madrid, heard: 60_001) == .future)
        #expect(rejection(at: madrid, heard: -120_000) == nil)
        #expect(rejection(at: madrid, heard: -120_001) == .stale)
        #expect(rejection(at: madrid, heard: .max) == .future)
        #expect(rejection(at: madrid, heard: .min) == .stale)
    }

    @Test("a proof counts once for an account, and is kept for four times sixteen accounts in a window")
    func replayAndSharing() {
        #expect(rejection(at: madrid, history: .init(alreadyProved: true)) == .replayed)
        #expect(rejection(at: madrid, history: .init(accountsInWindow: 63)) == nil)
        #expect(rejection(at: madrid, history: .init(accountsInWindow: 64)) == .shared)
        #expect(rejection(at: madrid, history: .init(alreadyProved: true, accountsInWindow: 99)) == .replayed)
    }

    @Test("the sixteenth account has its code disputed, the next one's offer waits; new accounts have a share of four")
    func crowds() {
        func use(_ before: Int, isNewcomer: Bool = false, place: Int? = nil) -> [Bool] {
            var history = PresenceHistory(accountsInWindow: before)
            history.isNewcomer = isNewcomer
            history.accountsPerWindow = place
            return [policy.isDisputed(history), policy.bringsSomething(history)]
        }
        #expect(use(14) == [false, true] && use(15) == [true, true] && use(16) == [true, false])
        #expect(use(2, isNewcomer: true) == [false, true] && use(3, isNewcomer: true) == [true, true])
        #expect(use(4, isNewcomer: true) == [true, false])
        #expect(use(298, place: 300) == [false, true] && use(299, place: 300) == [true, true])
        #expect(use(73, isNewcomer: true, place: 300) == [false, true])
        #expect(
            use(0, isNewcomer: true, place: 1) == [true, true] && use(1, isNewcomer: true, place: 1) == [true, false])
    }

    @Test("inside a venue nobody is faster than 3 m/s, beyond the 30 m that two ranges cover")
    func walking() {
        #expect(rejection(at: place(x: 40, y: 10), after: 0, last: madrid) == nil)
        #expect(rejection(at: place(x: 40.1, y: 10), after: 0, last: madrid) == .implausible)
        #expect(rejection(at: place(x: 70, y: 10), after: 10, last: madrid) == nil)
        #expect(rejection(at: place(x: 70.1, y: 10), after: 10, last: madrid) == .implausible)
        #expect(rejection(at: place(x: 46, y: 58), after: 9.9, last: madrid) == .implausible)
        #expect(rejection(at: place(x: 46, y: 58), after: 10, last: madrid) == nil)
    }

    @Test("walking backwards in time is no quicker: late delivery is judged by the distance in time")
    func outOfOrder() {
        #expect(rejection(at: place(x: 70, y: 10), after: -10, last: madrid) == nil)
        #expect(rejection(at: place(x: 70.1, y: 10), after: -10, last: madrid) == .implausible)
    }

    @Test("a claimed time to come wins no time to walk")
    func futureClaim() {
        let last = (place: madrid, time: Timestamp.morning)
        let future = Timestamp.morning.advanced(bySeconds: 60)
        #expect(throws: PresenceRejection.implausible) {
            try policy.judge(
                heardAt: future, now: .morning, place: place(x: 100, y: 10), history: PresenceHistory(last: last))
        }
    }

    @Test("nobody is in two venues at the same time, however near they are")
    func twoVenues() {
        let neighbour = venue(2, latitude: madrid.latitude, longitude: madrid.longitude)
        #expect(rejection(at: neighbour, after: 0, last: madrid) == .implausible)
        #expect(rejection(at: neighbour, after: 0.999, last: madrid) == .implausible)
        #expect(rejection(at: neighbour, after: 1, last: madrid) == nil)
    }

    /// Distances from another implementation of the formula, in Python.
    @Test("between venues a journey takes its time, on the ground or through the air")
    func travelling() {
        let barcelona = venue(2, latitude: 41.3874, longitude: 2.1686)
        let buenosAires = venue(3, latitude: -34.6037, longitude: -58.3816)
        #expect(abs(madrid.venueDistance(to: barcelona) - 505_096.36) < 1)
        #expect(abs(madrid.venueDistance(to: buenosAires) - 10_044_958.38) < 1)
        #expect(rejection(at: barcelona, after: 505_096 / 70.0 - 1, last: madrid) == .implausible)
        #expect(rejection(at: barcelona, after: 505_096 / 70.0 + 1, last: madrid) == nil)
        // Twelve hours in the aeroplane are enough, a night's sleep of nine is not.
        #expect(rejection(at: buenosAires, after: 9 * 3600, last: madrid) == .implausible)
        #expect(rejection(at: buenosAires, after: 13 * 3600, last: madrid) == nil)
    }

    @Test(
        "distances are symmetrical, zero to oneself, and never more than half round the Earth",
        arguments: 0..<32 as Range<UInt64>)
    func haversine(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func anywhere() -> Place {
            venue(
                random.next(), latitude: Double.random(in: -90...90, using: &random),
                longitude: Double.random(in: -180...180, using: &random))
        }
        for _ in 0..<50 {
            let (one, other) = (anywhere(), anywhere())
            let distance = one.venueDistance(to: other)
            #expect(distance >= 0 && distance <= 20_015_115)
            #expect(abs(distance - other.venueDistance(to: one)) < 1e-3)
            #expect(one.venueDistance(to: one) == 0)
        }
        let antipode = venue(1, latitude: 0, longitude: 180)
        #expect(abs(venue(2, latitude: 0, longitude: 0).venueDistance(to: antipode) - 20_015_114) < 1)
    }

    @Test("after the horizon every place can be reached, shortly before it not")
    func horizon() {
        let pole = venue(2, latitude: 90, longitude: 0)
        let otherPole = venue(3, latitude: -90, longitude: 0)
        #expect(rejection(at: pole, after: Double(policy.horizonSeconds), last: otherPole) == nil)
        #expect(rejection(at: pole, after: Double(policy.horizonSeconds) - 180, last: otherPole) == .implausible)
        #expect(policy.horizonSeconds < 86_400)
    }

    @Test("of an older place the venue and the quarter of an hour count, which nobody is refused for")
    func lastVenue() {
        let farther = venue(2, latitude: 41.4168, longitude: -3.7038)
        // 111 km at 70 m/s are 1,589 s. The beginning of the quarter may be a quarter of an hour before the truth.
        func rejection(at place: Place, quarterSecondsAgo seconds: Int64) -> PresenceRejection? {
            let quarter = Timestamp.morning.advanced(bySeconds: -seconds)
            var history = PresenceHistory()
            history.lastVenue = (madrid, quarter)
            return self.rejection(at: place, history: history)
        }
        #expect(rejection(at: place(x: 2000, y: 2000), quarterSecondsAgo: 0) == nil)
        #expect(rejection(at: farther, quarterSecondsAgo: 1580) == .implausible)
        #expect(rejection(at: farther, quarterSecondsAgo: 1600) == nil)
        #expect(policy.horizonSeconds(metres: 111_195) == 1589 + 1 - 1 + 120)
        for text in ["2026-11-21T10:30:00Z", "2026-11-21T10:44:59.999Z"] {
            #expect(Timestamp(rfc3339: text).map(PresencePolicy.quarter) == Timestamp(rfc3339: "2026-11-21T10:30:00Z"))
        }
        #expect(PresencePolicy.quarter(of: Timestamp(milliseconds: -1)) == Timestamp(milliseconds: -900_000))
    }

    @Test("coordinates that are no numbers are never plausible")
    func notANumber() {
        #expect(rejection(at: place(x: .nan, y: 10), after: 100, last: madrid) == .implausible)
        #expect(rejection(at: venue(2, latitude: .nan, longitude: 0), after: 1e6, last: madrid) == .implausible)
    }

    @Test("who walks honestly is always believed", arguments: 0..<32 as Range<UInt64>)
    func honestWalk(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var position = (x: 50.0, y: 30.0)
        var now = Timestamp.morning
        var history = PresenceHistory()
        for _ in 0..<300 {
            let seconds = Double.random(in: 0...90, using: &random)
            let step = seconds * Double.random(in: 0...2, using: &random)
            position.x += Bool.random(using: &random) ? step : -step
            now = now.advanced(byMilliseconds: Int64(seconds * 1000))
            // The beacon that is heard stands up to 14.9 m away.
            let heard = place(x: position.x + Double.random(in: -14.9...14.9, using: &random), y: position.y)
            #expect(throws: Never.self) {
                try policy.judge(heardAt: now, now: now.advanced(bySeconds: 20), place: heard, history: history)
            }
            history.last = (heard, now)
        }
    }

    @Test("each rejection has its own stable code")
    func codes() {
        #expect(
            PresenceRejection.allCases.map(\.code) == [
                "presence.unknown_beacon", "presence.code_mismatch", "presence.stale", "presence.replayed",
                "presence.implausible", "presence.shared", "presence.future",
            ])
    }
}
