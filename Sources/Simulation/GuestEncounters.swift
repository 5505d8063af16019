import Basics
import Loyalty

/// What the simulation knows to be true about encounters with guests: who was how long within two metres of one whose
/// phone was sending.
///
/// It is apart from `EncounterTruth`, as guests are no part of the day that a seed lives.
struct GuestEncounters {
    /// One installation of a guest's phone; deleting everything begins another.
    struct Installation: Hashable {
        let account: [UInt8]
        let number: Int
    }

    /// Somebody who can be warned.
    enum Person: Hashable {
        case visitor(Int)
        case guest([UInt8])
    }

    /// Somebody, and where.
    typealias Place = (person: Person, position: PlanPosition)

    /// For each guest's installation and day: how long everybody was beside it.
    private var near: [Installation: [UTCDay: [Person: NearWindows]]] = [:]
    /// Those whose report was taken, with the first day that their key speaks of.
    private var reported: [Installation: UTCDay] = [:]

    /// Takes note of a second, in which these guests' phones were sending and these people were about.
    mutating func observe(
        _ sending: [(guest: Installation, position: PlanPosition)], among people: [Place], at now: Timestamp
    ) {
        let day = UTCDay(containing: now)
        for (guest, there) in sending {
            for (person, position) in people where person != .guest(guest.account) {
                guard position.distance(to: there) <= EncounterTruth.metres else { continue }
                near[guest, default: [:]][day, default: [:]][person, default: NearWindows()].note(at: now)
            }
        }
    }

    /// A guest has reported, with a key that speaks of the days from `first` on.
    mutating func reported(_ guest: Installation, from first: UTCDay) {
        reported[guest] = first
    }

    /// How many reports of guests were taken.
    var reports: Int { reported.count }

    /// Who was near guests who have reported, for long enough on a day that their reports speak of.
    var concerned: Set<Person> {
        var windows: [UTCDay: [Person: Int]] = [:]
        for (guest, first) in reported {
            for (day, people) in near[guest] ?? [:] where day >= first {
                for (person, near) in people { windows[day, default: [:]][person, default: 0] += near.count }
            }
        }
        return windows.values.reduce(into: []) { concerned, people in
            concerned.formUnion(people.filter { $0.value >= NearWindows.enough }.keys)
        }
    }
}
