import Basics
import Crypto
import Exposure
import Foundation

/// What a phone shows as a QR code.
struct ShownCase: Sendable {
    let key: DayKey
    let day: UTCDay
    var application = [UInt8](repeating: 7, count: 16)

    /// The key of so many days ago.
    init(seed: UInt64 = 1, daysAgo: Int = 13, now: Timestamp) {
        var random = SplitMix64(seed: seed)
        key = DayKey(using: &random)
        day = UTCDay(containing: now).advanced(by: -daysAgo)
    }

    var bytes: [UInt8] {
        key.bytes + withUnsafeBytes(of: UInt32(day.number).bigEndian) { Array($0) } + application
    }

    /// `V1.` and base64url without padding.
    var text: String { "V1." + Self.base64url(bytes) }

    var address: String { "https://cerca.example/console/health#case=\(text)" }

    var words: String {
        let digits = SHA256.hash(data: bytes).prefix(4).map { String(format: "%02X", $0) }.joined()
        return "\(digits.prefix(4))-\(digits.suffix(4))"
    }

    static func base64url(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}
