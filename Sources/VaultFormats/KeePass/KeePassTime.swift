import Basics
import Foundation

/// Instants as KeePass's XML has them, to the second.
enum KeePassTime {
    /// Seconds from 0001-01-01 to 1970-01-01.
    private static let secondsToEpoch: Int64 = 62_135_596_800

    /// The instant that `text` says: an RFC 3339 date-time, or, as in databases of version 4, base64 of the seconds since
    /// the year 1 in 8 bytes, little-endian; nil for anything else.
    static func timestamp(_ text: String) -> Timestamp? {
        if let time = Timestamp(rfc3339: text) { return time }
        guard text.utf8.count == 12, let data = Data(base64Encoded: text), data.count == 8 else { return nil }
        let (seconds, overflow) = Int64(truncatingIfNeeded: LittleEndian.number(data))
            .subtractingReportingOverflow(secondsToEpoch)
        guard !overflow, UnixSeconds.range.contains(seconds) else { return nil }
        return Timestamp(seconds: seconds)
    }

    /// `time` as databases of version 4 have it.
    static func databaseText(_ time: Timestamp) -> String {
        Data(LittleEndian.bytes(time.seconds + secondsToEpoch, 8)).base64EncodedString()
    }

    /// `time` as `2026-11-21T09:30:00Z`.
    static func text(_ time: Timestamp) -> String {
        time.rfc3339.prefix(19) + "Z"
    }
}

extension XMLText {
    /// Writes an instant in the form that the document has for it.
    mutating func writeTime(_ name: String, _ time: Timestamp) {
        write(name, isDatabase ? KeePassTime.databaseText(time) : KeePassTime.text(time))
    }
}
