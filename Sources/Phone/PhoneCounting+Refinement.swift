import Basics
import Loyalty
import RadioMaps

extension PhoneCounting {
    /// Whether there is a map to refine, and the owner agrees.
    var refinesMaps: Bool { refinement.isAgreed && places.values.contains { $0.venue.radioMapNumber > 0 } }

    /// Prepares the report of a day that is over, and sends what is due, in nobody's name; throws when a file cannot be
    /// written.
    func refineMaps(at now: Timestamp) async throws {
        let places = places
        try refinement.close(
            at: now, isInForce: { venue, number in places[venue]?.venue.radioMapNumber == number }, using: &random)
        let today = MapRefinement.day(of: now)
        try refinement.forget(before: today - 1)
        for report in refinement.outgoing where report.at <= now {
            guard BeaconResidual.isTaken(report.day, on: today) else {
                try refinement.remove(report)
                continue
            }
            if now.milliseconds(since: report.at) > Self.missedMilliseconds {
                try refinement.postpone(report, until: later(than: now, by: Self.pause))
                continue
            }
            do throws(PhoneServerError) {
                try await anonymous.reportResidual(Array(report.text.utf8))
            } catch .unreachable {
                try refinement.postpone(report, until: later(than: now, by: Self.pause))
                continue
            } catch .refused {
                // It would be refused again: the map is another one by now, or the first try had arrived.
            }
            try refinement.remove(report)
        }
    }
}
