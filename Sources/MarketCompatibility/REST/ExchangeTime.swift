import Basics

/// How the exchange's API writes and reads instants: in UTC, and without saying so.
enum ExchangeTime {
    /// An instant with microseconds, as `2017-09-01T14:01:56.887000`; ours are whole milliseconds.
    static func text(_ instant: Timestamp) -> String {
        let milliseconds = instant.milliseconds - instant.seconds * 1000
        var text = Text(capacity: 26)
        text.date(instant)
        text.byte(UInt8(ascii: "T"))
        text.clock(instant, withSeconds: true)
        text.byte(UInt8(ascii: "."))
        text.digits(milliseconds * 1000, 6)
        return text.string
    }

    /// An instant as a timestamp that can be signed, as `1795253653.658`.
    static func seconds(_ instant: Timestamp) -> String {
        var text = Text(capacity: 14)
        text.digits(instant.milliseconds - instant.seconds * 1000, 3)
        return "\(instant.seconds).\(text.string)"
    }

    /// An instant to the minute, as `2020-02-15 12:15`.
    static func minute(_ instant: Timestamp) -> String {
        var text = Text(capacity: 16)
        text.date(instant)
        text.byte(UInt8(ascii: " "))
        text.clock(instant, withSeconds: false)
        return text.string
    }

    /// The beginning of the day that `yyyy-mm-dd` names; nil for anything else.
    static func day(_ text: String) -> Timestamp? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        return Timestamp(seconds: date.daysSinceEpoch * 86_400)
    }

    /// The beginning of the day that `dd/mm/yyyy` names; nil for anything else.
    static func slashedDay(_ text: String) -> Timestamp? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 3 ? day("\(parts[2])-\(parts[1])-\(parts[0])") : nil
    }

    private struct Text {
        private var bytes: [UInt8] = []

        init(capacity: Int) { bytes.reserveCapacity(capacity) }

        var string: String { String(decoding: bytes, as: UTF8.self) }

        mutating func byte(_ byte: UInt8) { bytes.append(byte) }

        mutating func date(_ instant: Timestamp) {
            let date = CivilDate(daysSinceEpoch: instant.seconds.flooredQuotient(by: 86_400))
            digits(Int64(date.year), 4)
            byte(UInt8(ascii: "-"))
            digits(Int64(date.month), 2)
            byte(UInt8(ascii: "-"))
            digits(Int64(date.day), 2)
        }

        mutating func clock(_ instant: Timestamp, withSeconds: Bool) {
            let second = instant.seconds - instant.seconds.flooredQuotient(by: 86_400) * 86_400
            digits(second / 3600, 2)
            byte(UInt8(ascii: ":"))
            digits(second / 60 % 60, 2)
            guard withSeconds else { return }
            byte(UInt8(ascii: ":"))
            digits(second % 60, 2)
        }

        /// The last `count` digits of a number that is not negative.
        mutating func digits(_ value: Int64, _ count: Int) {
            var divisor = (1..<count).reduce(1 as Int64) { product, _ in product * 10 }
            while divisor > 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
                divisor /= 10
            }
        }
    }
}
