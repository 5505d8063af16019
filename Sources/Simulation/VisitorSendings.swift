import Basics
import Beacons
import Presence

/// Counts what the visitors' phones send, what of it came too late, and what their owners lost by that.
struct VisitorSendings {
    /// Proofs at one shop that are less far apart than this, in milliseconds, belong to one stay.
    private static let stayGap: Int64 = 900_000

    private struct Stay {
        var last: Timestamp
        var isProved: Bool
    }

    private struct Key: Hashable {
        let visitor: Int
        let major: UInt16
    }

    private(set) var sightings = 0
    private(set) var late = 0
    private(set) var stays = 0
    private(set) var provedStays = 0
    private var seconds = 0
    private var openSeconds = 0
    private var busiestSecond = 0
    private var thisSecond = (at: Timestamp(milliseconds: .min), sightings: 0)
    private var current: [Key: Stay] = [:]

    /// Takes note of a second in which so many visitors were in the centre.
    mutating func live(inside: Int) {
        openSeconds += 1
        seconds += inside
    }

    /// Takes note of a visitor's sighting and of what the server said.
    mutating func note(_ sighting: PresenceSighting, by visitor: Int, result: String, at now: Timestamp) {
        sightings += 1
        if result == PresenceRejection.stale.code { late += 1 }
        let second = Timestamp(seconds: now.seconds)
        thisSecond = (second, thisSecond.at == second ? thisSecond.sightings + 1 : 1)
        busiestSecond = max(busiestSecond, thisSecond.sightings)
        let key = Key(visitor: visitor, major: sighting.identity.major)
        var stay = current[key]
        if stay.map({ now.milliseconds(since: $0.last) >= Self.stayGap }) ?? true {
            stays += 1
            stay = Stay(last: now, isProved: false)
        }
        guard var stay else { return }
        stay.last = now
        if result == "accepted", !stay.isProved {
            stay.isProved = true
            provedStays += 1
        }
        current[key] = stay
    }

    /// The figures for the report.
    var summary: SimulationReport.Sending {
        var sending = SimulationReport.Sending()
        sending.visitorHours = (Double(seconds) / 36).rounded() / 100
        sending.sightings = sightings
        sending.late = late
        sending.stays = stays
        sending.provedStays = provedStays
        sending.busiestSecond = busiestSecond
        if seconds > 0 {
            sending.sightingsPerVisitorHour = (Double(sightings) * 360_000 / Double(seconds)).rounded() / 100
        }
        if openSeconds > 0 {
            sending.sightingsPerSecond = (Double(sightings) * 10_000 / Double(openSeconds)).rounded() / 10_000
        }
        return sending
    }
}
