import Basics
import Loyalty
import LoyaltyService
import ServiceKit

/// How the beacons were doing on the days before the demo's day, and what an operator finds wrong with some of them.
struct PastFleet {
    /// How many days back hours go.
    private static let days: Int64 = 28
    /// Proofs an hour at a beacon that everybody passes.
    private static let proofsAnHour = 8.0
    /// A clock that loses so much in a day is slower than a beacon's may be, in milliseconds.
    private static let slowness: Int64 = 15_000

    private let venue: Venue
    private let start: Timestamp

    /// The beacons of `venue` before `start`.
    init(_ venue: Venue, until start: Timestamp) {
        self.venue = venue
        self.start = start
    }

    /// Every beacon that has ever had a device.
    func beacons(random: SplitMix64) -> [RememberedBeacon] {
        venue.beacons.filter { $0.reference != DemoBeacons.withoutDevice }.enumerated().map { index, beacon in
            var rhythm = PastRhythm(random: random.split(UInt64(index)))
            return remembered(beacon, &rhythm)
        }
    }

    private func remembered(_ beacon: VenueBeacon, _ rhythm: inout PastRhythm) -> RememberedBeacon {
        var past = RememberedBeacon(beacon.reference)
        let last = beacon.reference == DemoBeacons.silent ? start.day - DemoBeacons.silentDays : start.day
        // Nobody proves a visit to the venue's own places.
        if venue.shop(major: beacon.major) != nil {
            for day in start.day - Self.days..<last { past.hours += hours(of: beacon, on: day, &rhythm) }
        }
        let fresh = 3020 - rhythm.uniform() * 120
        for day in start.day - 30..<last {
            let age = Double(30 - (start.day - day))
            let volts =
                beacon.reference == DemoBeacons.low ? 2640 - 9.2 * age : fresh - 0.35 * age
            past.days.append(
                RememberedBeacon.Day(
                    day: day, millivolts: Int((volts + 3 * rhythm.spread()).rounded()),
                    celsius: 21 + rhythm.spread(), clock: clock(of: beacon, on: day, &rhythm)))
        }
        return past
    }

    private func hours(
        of beacon: VenueBeacon, on day: Int64, _ rhythm: inout PastRhythm
    ) -> [RememberedBeacon.Hour] {
        let mean =
            Self.proofsAnHour * PastShops.share(of: beacon.zone) * PastRhythm.weight(ofDay: Int(day))
            * Double(PastRhythm.hourCount)
        return (0..<PastRhythm.hourCount).compactMap { hour in
            var outcomes = OutcomeDay()
            outcomes.proofs = rhythm.count(mean * PastRhythm.share(ofHour: hour))
            outcomes.stale = rhythm.uniform() < 0.15 ? 1 : 0
            guard outcomes.proofs + outcomes.refused > 0 else { return nil }
            // Opening hours are the venue's own; an hour of winter or summer time makes no difference here.
            let opens = day * 24 + Int64(PastRhythm.firstHour + hour) - 1
            return RememberedBeacon.Hour(hour: opens, outcomes: outcomes)
        }
    }

    /// How far a clock was off: one of them comes nearer to the right time each day, and will pass it.
    private func clock(of beacon: VenueBeacon, on day: Int64, _ rhythm: inout PastRhythm) -> Int64 {
        guard beacon.reference == DemoBeacons.slow else { return Int64(rhythm.uniform() * 400) }
        return (start.day - day) * Self.slowness + Int64(rhythm.spread() * 300)
    }
}

/// The beacons of the demo's centre of which something is wrong.
package enum DemoBeacons {
    /// Its battery is almost empty.
    static let low = BeaconRef(major: 104, minor: 3)
    /// Nothing has come of it for some days.
    static let silent = BeaconRef(major: 107, minor: 6)
    /// For how many days nothing has.
    static let silentDays: Int64 = 3
    /// Its clock is too slow.
    static let slow = BeaconRef(major: 109, minor: 2)
    /// It is on the plan, and no device has been claimed for it.
    static let withoutDevice = BeaconRef(major: 110, minor: 7)

    /// Those that send nothing.
    package static let mute: Set<BeaconRef> = [silent, withoutDevice]
}
