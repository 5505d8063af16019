import Basics

/// How many proofs are usual at a beacon in each hour of the week: the average of four weeks.
package struct UsualTraffic: Hashable, Sendable {
    /// How many weeks are averaged.
    package static let weeks: Int64 = 4
    /// Hours of a week.
    package static let hoursOfWeek = 168

    private var rates = [Double](repeating: 0, count: hoursOfWeek)

    /// What is usual by these counts, the newest of which are of `weeks` weeks; a beacon is younger than four weeks for a
    /// while, and then it has fewer.
    ///
    /// - Parameter counts: Proofs by local hours, counted from 1970-01-01T00:00 of the venue's own clock.
    package init(_ counts: [Int64: Int], weeks: Double) {
        let weeks = min(max(weeks, 1), Double(Self.weeks))
        for (hour, number) in counts { rates[Self.slot(hour)] += Double(number) / weeks }
    }

    /// Proofs in a week.
    package var weekly: Double { rates.reduce(0, +) }

    /// Proofs that are usual from one instant to another, both by the venue's own clock; as if each hour had its proofs
    /// evenly.
    package func expected(from: Timestamp, until: Timestamp) -> Double {
        let hour: Int64 = 3_600_000
        guard from < until else { return 0 }
        let (begin, end) = (from.milliseconds, until.milliseconds)
        // Whole weeks first, so that a year of silence costs no more than a week of it.
        let whole = (end - begin) / (hour * Int64(Self.hoursOfWeek))
        var sum = Double(whole) * weekly
        var at = begin + whole * hour * Int64(Self.hoursOfWeek)
        while at < end {
            let index = at >= 0 ? at / hour : (at - hour + 1) / hour
            let next = min((index + 1) * hour, end)
            sum += rates[Self.slot(index)] * Double(next - at) / Double(hour)
            at = next
        }
        return sum
    }

    private static func slot(_ hour: Int64) -> Int {
        let rest = Int(hour % Int64(hoursOfWeek))
        return rest < 0 ? rest + hoursOfWeek : rest
    }
}

/// Whether a beacon from which nothing comes is silent, or nobody came.
package enum Silence: Hashable, Sendable {
    /// Something came, or too little is usual for its absence to say anything.
    case none
    /// So many proofs were to be expected that their absence is no chance.
    case silent(expected: Double)
    /// As many were to be expected, but those nearby had none either.
    case nobodyCame(expected: Double)
    /// Little is usual here, and nothing came for more than nine days.
    case askForWalk(days: Double)

    /// After this many days without a proof where few come, somebody is to go and look.
    private static let walkDays = 9.0

    /// Judges a beacon whose last proof was in the cell that ended at `last`.
    ///
    /// The usual number is taken for as much of it as there was of the usual traffic nearby: on a quiet Sunday less was to
    /// be expected everywhere. An absence counts when it has less than one chance in a thousand, in as many trials as the
    /// beacon has proofs in a week.
    ///
    /// - Parameters:
    ///   - last: By the venue's own clock, as `now` is.
    ///   - nearby: The proofs of the neighbours since then, and how many were usual.
    package static func judge(
        last: Timestamp, now: Timestamp, usual: UsualTraffic, nearby: (proofs: Int, usual: Double)
    ) -> Silence {
        let expected = usual.expected(from: last, until: now)
        let threshold = 6.9 + max(usual.weekly, 1).logarithm
        if expected > threshold {
            // Few proofs nearby may be many by chance: what is two standard deviations below them is sure.
            let proofs = Double(nearby.proofs)
            let share = min(1, max(0, proofs - 2 * (proofs + 1).squareRoot()) / max(nearby.usual, 1))
            return expected * share > threshold ? .silent(expected: expected) : .nobodyCame(expected: expected)
        }
        let days = now.seconds(since: last) / 86_400
        return days > walkDays ? .askForWalk(days: days) : .none
    }
}
