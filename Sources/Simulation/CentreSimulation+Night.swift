import Basics
import Exposure
import ExposureService
import LoyaltyService
import Radio

extension CentreSimulation {
    /// What goes on in the centre.
    enum PartOfDay {
        /// People come and go.
        case open
        /// Everybody is on the way out.
        case closing
        /// Nobody is there.
        case night
    }

    /// Milliseconds after closing time after which nobody is inside any more, found the way out or not.
    private static let clearance: Int64 = 900_000

    /// Sends everybody home when the centre closes, and begins the night when it is empty.
    mutating func followOpeningHours() async {
        switch part {
        case .open:
            guard now >= closesAt else { return }
            part = .closing
            let opening = hours.opening(after: now)
            for index in walkers.indices { walkers[index].goHome(at: now, until: opening, tables: &tables) }
        case .closing:
            if now.milliseconds(since: closesAt) >= Self.clearance {
                for index in walkers.indices { walkers[index].vanish(tables: &tables) }
            }
            guard walkers.allSatisfy({ $0.outsideUntil != nil }) else { return }
            part = .night
            switchDevices(on: false)
        case .night: break
        }
    }

    /// Passes over a piece of the night: to the morning, or to the next instant at which phones or people at home do
    /// something.
    mutating func liveThroughNight() async throws {
        let opening = hours.opening(after: now)
        var next = min(opening, BatchTime.next(after: now).advanced(byMilliseconds: Self.afterRelease))
        if truth.reported.count < truth.infected.count, configuration.reportAt > now {
            next = min(next, configuration.reportAt)
        }
        // Whole seconds, by which everything else goes.
        next = Timestamp(seconds: (next.milliseconds + 999) / 1000)
        skippedMilliseconds += next.milliseconds(since: now)
        clock.advance(to: now)
        air.advance(to: now)
        try await followTracing()
        for index in guests.indices { await guests[index].tracing.live(at: now) }
        try await services.loyalty.prune(at: now)
        try await services.exposure.prune(at: now)
        guard now >= opening else { return }
        part = .open
        closesAt = hours.closing(after: now)
        switchDevices(on: true)
    }

    /// By then every phone has asked for what was released, in milliseconds.
    private static let afterRelease: Int64 = 660_000

    /// The devices in the air are switched off at night, so that the night costs nothing, and on in the morning.
    private mutating func switchDevices(on isOn: Bool) {
        if isOn {
            for index in beacons.indices { beacons[index].wake(in: &air, at: now) }
            for index in visitors.indices { visitors[index].phone.wake(in: &air, at: now) }
            for index in guests.indices { guests[index].phone.wake(in: &air, at: now) }
            collector.wake(in: &air, at: now)
        } else {
            for beacon in beacons { beacon.sleep(in: &air) }
            for index in visitors.indices { visitors[index].phone.sleep(in: &air) }
            for index in guests.indices { guests[index].phone.sleep(in: &air) }
            collector.sleep(in: &air)
        }
        guestAir.switchDevices(on: isOn, at: now)
        switchAttackers(on: isOn)
    }
}
