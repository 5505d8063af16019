import Basics
import Exposure

extension UTCDay {
    /// 2026-11-21.
    static let example = UTCDay(number: 20_778)
}

extension DayKey {
    static func example(_ seed: UInt64 = 1) -> DayKey {
        var random = SplitMix64(seed: seed)
        return DayKey(using: &random)
    }
}

extension Identifier128 {
    static func random(using generator: inout SplitMix64) -> Identifier128 {
        Identifier128(high: generator.next(), low: generator.next())
    }
}

extension [Contact] {
    /// The contacts without what a match says of its key.
    var unmatched: [Contact] { map { $0.matched(daysSinceKey: nil) } }
}

extension UTCDay {
    /// A time of this day.
    func at(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> Timestamp {
        begin.advanced(bySeconds: Int64(hour * 3600 + minute * 60 + second))
    }
}

extension Observation {
    /// A reception whose attenuation is so many decibels.
    static func heard(_ identifier: Identifier128, at time: Timestamp, attenuation: Int = 50) -> Observation {
        Observation(time: time, identifier: identifier, transmitPower: 0, rssi: Int8(-attenuation))
    }
}

/// A phone that keeps its chain and one schedule a day, as the protocol says.
struct TracedPhone {
    private(set) var chain: KeyChain
    private var schedule: DaySchedule
    private var random: SplitMix64

    init(seed: UInt64, since day: UTCDay) {
        random = SplitMix64(seed: seed)
        chain = KeyChain(today: day, using: &random)
        schedule = DaySchedule(key: chain.newest.key, day: day, using: &random)
    }

    /// What it sends at `time`, which never goes back.
    mutating func identifier(at time: Timestamp) throws -> Identifier128? {
        let day = UTCDay(containing: time)
        if day != schedule.day {
            try chain.advance(to: day)
            schedule = DaySchedule(key: chain.newest.key, day: day, using: &random)
        }
        return schedule.identifier(at: time)
    }

    /// What another phone beside it hears from `start` on, once a minute.
    mutating func heard(from start: Timestamp, minutes: Int, attenuation: Int = 50) throws -> [Observation] {
        try (0..<minutes).compactMap { minute in
            let time = start.advanced(bySeconds: Int64(minute) * 60)
            return try identifier(at: time).map { .heard($0, at: time, attenuation: attenuation) }
        }
    }
}
