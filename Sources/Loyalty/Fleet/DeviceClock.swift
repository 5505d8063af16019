/// How a beacon's clock goes, by its offset on several days.
package struct DeviceClock: Hashable, Sendable {
    /// The offset on one day.
    package struct Day: Hashable, Sendable {
        /// The day, counted from 1970-01-01.
        package let day: Int64
        /// How far the clock was from the server's at least, in milliseconds.
        package let milliseconds: Int64

        /// An offset on a day.
        package init(day: Int64, milliseconds: Int64) {
            self.day = day
            self.milliseconds = milliseconds
        }
    }

    /// As fast or slow as a beacon's clock may be, in parts per million.
    package static let mostDrift = 150.0
    /// An offset that moved by so much more than any drift explains has jumped, in milliseconds.
    private static let leastJump: Int64 = 10_000

    /// How fast it is, in parts per million, through the days since it last jumped; nil of fewer than three.
    package let partsPerMillion: Double?
    /// The day on which it jumped last, and how far, in milliseconds.
    package let jump: Day?

    /// The clock with these offsets, in any order.
    package init(_ days: [Day]) {
        let days = days.sorted { $0.day < $1.day }
        var jump: Day?
        var since: [Day] = []
        for day in days {
            if let before = since.last {
                let change = day.milliseconds - before.milliseconds
                let explained = Int64(Self.mostDrift * 86.4) * (day.day - before.day) + Self.leastJump
                if abs(change) > explained {
                    jump = Day(day: day.day, milliseconds: change)
                    since = []
                }
            }
            since.append(day)
        }
        self.jump = jump
        partsPerMillion = LineFit(since.map { (Double($0.day), Double($0.milliseconds)) }).map { $0.slope / 86.4 }
    }

    /// Whether it is faster or slower than a beacon's clock may be.
    package var drifts: Bool { abs(partsPerMillion ?? 0) > Self.mostDrift }
}
