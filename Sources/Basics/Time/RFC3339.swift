extension Timestamp {
    /// The RFC 3339 text of this instant in UTC with milliseconds, as `2026-11-21T09:30:00.250Z`.
    ///
    /// Years outside 0 to 9999, which the format cannot say, are written as the nearest instant that it can.
    public var rfc3339: String {
        let clamped = min(max(milliseconds, Self.earliestWritten), Self.latestWritten)
        let days = clamped.flooredQuotient(by: Self.millisecondsPerDay)
        let date = CivilDate(daysSinceEpoch: days)
        let inDay = Int(clamped - days * Self.millisecondsPerDay)
        return String(unsafeUninitializedCapacity: 24) { buffer in
            func write(_ value: Int, digits: Int, at offset: Int) {
                var rest = value
                for index in stride(from: offset + digits - 1, through: offset, by: -1) {
                    buffer[index] = UInt8(48 + rest % 10)
                    rest /= 10
                }
            }
            write(date.year, digits: 4, at: 0)
            buffer[4] = UInt8(ascii: "-")
            write(date.month, digits: 2, at: 5)
            buffer[7] = UInt8(ascii: "-")
            write(date.day, digits: 2, at: 8)
            buffer[10] = UInt8(ascii: "T")
            write(inDay / 3_600_000, digits: 2, at: 11)
            buffer[13] = UInt8(ascii: ":")
            write(inDay / 60_000 % 60, digits: 2, at: 14)
            buffer[16] = UInt8(ascii: ":")
            write(inDay / 1000 % 60, digits: 2, at: 17)
            buffer[19] = UInt8(ascii: ".")
            write(inDay % 1000, digits: 3, at: 20)
            buffer[23] = UInt8(ascii: "Z")
            return 24
        }
    }

    /// The instant that an RFC 3339 date-time names (section 5.6), or nil when the text is none.
    ///
    /// Any offset is understood; fractions beyond the millisecond are cut; second 60 is refused, because Unix time
    /// cannot say it.
    public init?(rfc3339 text: String) {
        var scanner = DateTimeScanner(Array(text.utf8))
        guard
            let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2), scanner.skip("-"),
            let day = scanner.digits(2), scanner.skip("T") || scanner.skip("t"),
            let hour = scanner.digits(2), hour < 24, scanner.skip(":"),
            let minute = scanner.digits(2), minute < 60, scanner.skip(":"),
            let second = scanner.digits(2), second < 60,
            let fraction = scanner.millisecondFraction(), let offset = scanner.offsetMinutes(), scanner.isAtEnd,
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        let minutes = date.daysSinceEpoch * 1440 + Int64(hour * 60 + minute - offset)
        self.init(milliseconds: (minutes * 60 + Int64(second)) * 1000 + Int64(fraction))
    }

    private static let millisecondsPerDay: Int64 = 86_400_000
    private static let earliestWritten: Int64 = -62_167_219_200_000
    private static let latestWritten: Int64 = 253_402_300_799_999
}

/// Reads the pieces of an RFC 3339 date-time from bytes, from left to right.
private struct DateTimeScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    /// Exactly `count` decimal digits as a number.
    mutating func digits(_ count: Int) -> Int? {
        guard position + count <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + count] {
            guard byte >= 48, byte <= 57 else { return nil }
            value = value * 10 + Int(byte - 48)
        }
        position += count
        return value
    }

    /// Steps over `character` when it is next, and says whether it was.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// An optional fraction of a second in milliseconds; nil when a point stands without a digit.
    mutating func millisecondFraction() -> Int? {
        guard skip(".") else { return 0 }
        var value = 0
        var count = 0
        while let digit = digits(1) {
            if count < 3 { value = value * 10 + digit }
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in min(count, 3)..<3 { value *= 10 }
        return value
    }

    /// `Z` or `±hh:mm` in minutes east of UTC.
    mutating func offsetMinutes() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hours = digits(2), hours < 24, skip(":"), let minutes = digits(2), minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
