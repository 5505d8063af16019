import Basics
import Exposure

/// What was heard in the epochs that are not closed yet, eight bytes a reading.
struct HeardIdentifiers: Sendable {
    private struct Reading: Sendable {
        /// Milliseconds after `base`.
        var offset: Int32
        var rssi: Int8
        /// 127 when the advertisement did not say.
        var transmitPower: Int8
    }

    /// Identifiers heard once and then not for this many milliseconds make room for others.
    private static let patience: Int64 = 60_000
    /// No reading lies farther from the base, in milliseconds; a clock that jumps by more begins anew.
    private static let reach: Int64 = 1_000_000_000

    private let readingInterval: Int64
    private let capacity: Int
    private let mostReadings: Int
    private var count = 0
    private var base = Timestamp(milliseconds: 0)
    private var readings: [Identifier128: [Reading]] = [:]

    init(_ policy: TracingPolicy) {
        readingInterval = policy.readingInterval
        capacity = policy.mostIdentifiers
        mostReadings = policy.mostReadings
    }

    /// Takes in a reading; whether it is kept.
    mutating func append(_ observation: Observation) -> Bool {
        if readings.isEmpty { base = observation.time }
        let distance = observation.time.milliseconds(since: base)
        if abs(distance) > Self.reach {
            readings.removeAll()
            count = 0
            base = observation.time
        }
        let offset = Int32(observation.time.milliseconds(since: base))
        let reading = Reading(
            offset: offset, rssi: observation.rssi, transmitPower: observation.transmitPower ?? 127)
        if let last = readings[observation.identifier]?.last {
            guard abs(Int64(offset) - Int64(last.offset)) >= readingInterval else { return false }
            guard count < mostReadings else { return false }
        } else if readings.count >= capacity || count >= mostReadings {
            makeRoom(at: offset)
            guard readings.count < capacity, count < mostReadings else { return false }
        }
        readings[observation.identifier, default: []].append(reading)
        count += 1
        return true
    }

    /// A flood of identifiers heard once each must not keep those out that stay.
    private mutating func makeRoom(at offset: Int32) {
        readings = readings.filter { _, heard in
            heard.count > 1 || Int64(offset) - Int64(heard[0].offset) < Self.patience
        }
        count = readings.values.reduce(0) { $0 + $1.count }
    }

    /// Takes out what was heard before an instant.
    mutating func take(before end: Timestamp) -> [Observation] {
        var taken: [Observation] = []
        var kept: [Identifier128: [Reading]] = [:]
        for (identifier, heard) in readings {
            var left: [Reading] = []
            for reading in heard {
                let observation = self.observation(identifier, reading)
                if observation.time < end { taken.append(observation) } else { left.append(reading) }
            }
            if !left.isEmpty { kept[identifier] = left }
        }
        readings = kept
        count -= taken.count
        return taken
    }

    /// All that is kept.
    var observations: [Observation] {
        readings.flatMap { identifier, heard in heard.map { observation(identifier, $0) } }
    }

    private func observation(_ identifier: Identifier128, _ reading: Reading) -> Observation {
        Observation(
            time: base.advanced(byMilliseconds: Int64(reading.offset)), identifier: identifier,
            transmitPower: reading.transmitPower == 127 ? nil : reading.transmitPower, rssi: reading.rssi,
            primaryPHY: 1, secondaryPHY: 0)
    }
}
