import Basics
import Exposure
import Foundation

/// The contents of rows, of the same length for every row of a table, so that a length tells nothing.
enum SealedFields {
    /// An encounter: identifier, date, windows, weight, and whether it matched.
    ///
    /// The last byte is 0 for one that did not, 1 for one that did, and from 2 on it tells the days since the key as well.
    static func contact(_ contact: Contact, isMatched: Bool) -> Data {
        var data = Data(contact.identifier.bytes)
        append(contact.date.milliseconds, &data)
        append(Int64(contact.windows), &data)
        append(Int64(contact.weight), &data)
        let days = contact.daysSinceKey.map { UInt8(min(max($0, 0), 250)) + 2 }
        data.append(isMatched ? days ?? 1 : 0)
        return data
    }

    /// The encounter that `contact(_:isMatched:)` wrote; nil for anything else.
    static func contact(_ data: Data) -> (contact: Contact, isMatched: Bool)? {
        var reader = FieldReader(data)
        guard data.count == 41, let identifier = reader.identifier(), let date = reader.number(),
            let windows = reader.number(), let weight = reader.number(), let flag = reader.byte()
        else { return nil }
        let contact = Contact(
            identifier: identifier, date: Timestamp(milliseconds: date), windows: Int(windows), weight: Int(weight),
            daysSinceKey: flag >= 2 ? Int(flag) - 2 : nil)
        return (contact, flag != 0)
    }

    /// What came of a batch.
    static func batch(_ batch: ComparedBatch) -> Data {
        var data = Data()
        append(batch.release.milliseconds, &data)
        append(Int64(batch.keys), &data)
        append(Int64(batch.matches), &data)
        return data
    }

    /// What `batch(_:)` wrote; nil for anything else.
    static func batch(_ data: Data) -> ComparedBatch? {
        var reader = FieldReader(data)
        guard data.count == 24, let release = reader.number(), let keys = reader.number(),
            let matches = reader.number()
        else { return nil }
        return ComparedBatch(release: Timestamp(milliseconds: release), keys: Int(keys), matches: Int(matches))
    }

    /// A day of a possible infection, or none: empty rows hide how many there are.
    ///
    /// Minutes, percent and grade share the number that once was a sum of windows in thousandths, whose two upper bytes
    /// are zero.
    static func exposureDay(_ day: ExposureDay?) -> Data {
        var data = Data([day == nil ? 0 : 1])
        append(Int64(day?.day.number ?? 0), &data)
        append(Int64(day?.foundOn.number ?? 0), &data)
        append(day.map(assessment) ?? 0, &data)
        return data
    }

    /// What `exposureDay(_:)` wrote: a day, or none; nil for anything else.
    static func exposureDay(_ data: Data) -> ExposureDay?? {
        var reader = FieldReader(data)
        guard data.count == 25, let flag = reader.byte(), let day = reader.number(), let found = reader.number(),
            let assessment = reader.number()
        else { return nil }
        guard flag == 1 else { return .some(nil) }
        let number = UInt64(bitPattern: assessment)
        let (minutes, percent) = (Int(number & 0xFFFF_FFFF), Int(number >> 48 & 0xFF))
        let (first, later) = (UTCDay(number: Int(day)), UTCDay(number: Int(found)))
        guard number >> 56 > 0 else { return ExposureDay(day: first, foundOn: later, windowsInThousandths: minutes) }
        guard number >> 56 <= UInt64(RiskGrade.allCases.count), percent <= 100 else { return nil }
        return ExposureDay(
            day: first, foundOn: later, minutes: minutes, probability: percent,
            grade: RiskGrade.allCases[Int(number >> 56) - 1])
    }

    private static func assessment(_ day: ExposureDay) -> Int64 {
        let grade = UInt64(RiskGrade.allCases.firstIndex(of: day.grade) ?? 0) + 1
        let percent = UInt64(min(max(day.probability, 0), 100))
        return Int64(bitPattern: grade << 56 | percent << 48 | UInt64(min(max(day.minutes, 0), 1_000_000)))
    }

    /// Readings of identifiers, as the bytes that are sealed.
    static func observations(_ observations: some Collection<Observation>) -> Data {
        var data = Data()
        for observation in observations {
            data.append(contentsOf: observation.identifier.bytes)
            append(observation.time.milliseconds, &data)
            data.append(UInt8(bitPattern: observation.rssi))
            data.append(observation.transmitPower == nil ? 0 : 1)
            data.append(UInt8(bitPattern: observation.transmitPower ?? 0))
            data.append(observation.primaryPHY)
            data.append(observation.secondaryPHY)
        }
        return data
    }

    /// What `observations(_:)` wrote; nil for anything else.
    static func observations(_ data: Data) -> [Observation]? {
        guard data.count % 29 == 0 else { return nil }
        var reader = FieldReader(data)
        var observations: [Observation] = []
        while !reader.isAtEnd {
            guard let identifier = reader.identifier(), let time = reader.number(), let rssi = reader.byte(),
                let hasPower = reader.byte(), let power = reader.byte(), let primary = reader.byte(),
                let secondary = reader.byte()
            else { return nil }
            observations.append(
                Observation(
                    time: Timestamp(milliseconds: time), identifier: identifier,
                    transmitPower: hasPower == 1 ? Int8(bitPattern: power) : nil, rssi: Int8(bitPattern: rssi),
                    primaryPHY: primary, secondaryPHY: secondary))
        }
        return observations
    }

    /// JSON filled up with spaces to a multiple of `block` bytes.
    static func padded(_ json: Data, block: Int) -> Data {
        json + Data(repeating: UInt8(ascii: " "), count: (block - json.count % block) % block)
    }

    private static func append(_ number: Int64, _ data: inout Data) {
        withUnsafeBytes(of: number.bigEndian) { data.append(contentsOf: $0) }
    }
}

extension ExposureDay {
    /// A day as it was kept before there were grades: a sum of windows, of which the rule knew only that they count.
    init(day: UTCDay, foundOn: UTCDay, windowsInThousandths sum: Int) {
        let minutes = max(sum, 0) / 200
        let grade: RiskGrade = minutes >= RiskParameters.compiledIn.highFrom ? .high : .medium
        self.init(day: day, foundOn: foundOn, minutes: minutes, probability: 100, grade: grade)
    }
}

/// Reads fields from left to right.
private struct FieldReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ data: Data) {
        bytes = Array(data)
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func byte() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func number() -> Int64? {
        guard position + 8 <= bytes.count else { return nil }
        defer { position += 8 }
        return Int64(bitPattern: bytes[position..<position + 8].reduce(0) { $0 << 8 | UInt64($1) })
    }

    mutating func identifier() -> Identifier128? {
        guard position + 16 <= bytes.count else { return nil }
        defer { position += 16 }
        return Identifier128(bytes: bytes[position..<position + 16])
    }
}
