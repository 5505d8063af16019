import Basics
import Loyalty

/// What the simulation knows to be true about encounters: who was how long within two metres of an infected person.
///
/// It looks at true positions alone, once a second, and is kept apart from the phones, so that what they make of their
/// radios can be compared with it.
struct EncounterTruth {
    /// How near counts, in metres.
    static let metres = 2.0

    /// The numbers of the infected visitors.
    let infected: [Int]
    private let visitors: Int
    /// For each day and infected visitor: how long each visitor was beside that one.
    private var days: [UTCDay: [[NearWindows]]] = [:]
    /// Those whose report was taken, by their place in `infected`, with the first day that their key speaks of.
    private(set) var reported: [Int: UTCDay] = [:]

    /// Nobody has met anybody yet.
    init(infected: [Int], visitors: Int) {
        self.infected = infected
        self.visitors = visitors
    }

    /// Takes note of a second; a visitor's position is nil outside.
    mutating func observe(_ positions: [PlanPosition?], at now: Timestamp) {
        let day = UTCDay(containing: now)
        for (place, number) in infected.enumerated() where reported[place] == nil {
            guard let there = positions[number] else { continue }
            for (other, position) in positions.enumerated() where other != number {
                guard let position, position.distance(to: there) <= Self.metres else { continue }
                days[day, default: infected.map { _ in [NearWindows](repeating: .init(), count: visitors) }][place][
                    other
                ]
                .note(at: now)
            }
        }
    }

    /// An infected visitor has reported, with a key that speaks of the days from `first` on; what comes after is another
    /// matter.
    mutating func reported(_ place: Int, from first: UTCDay) {
        reported[place] = first
    }

    /// Who was near them for long enough on a day that a warning can speak of, the infected themselves left out.
    ///
    /// Three windows of five minutes are (see `NearWindows`), those beside all of them counted together, as a phone does.
    ///
    /// - Parameter onlyReported: Only encounters with those who have reported; all so far when false.
    func concerned(onlyReported: Bool) -> Set<Int> {
        var concerned: Set<Int> = []
        for (day, near) in days {
            let places = infected.indices.filter { place in
                !onlyReported || reported[place].map { day >= $0 } ?? false
            }
            for visitor in 0..<visitors
            where places.reduce(0, { $0 + near[$1][visitor].count }) >= NearWindows.enough {
                concerned.insert(visitor)
            }
        }
        return concerned.subtracting(infected)
    }

    /// How many seconds a visitor spent near an infected one on the day on which it was longest.
    func longest(of visitor: Int) -> Int32 {
        days.values.flatMap { $0.map { $0[visitor].seconds } }.max() ?? 0
    }
}
