import Beacons
import Crypto
import Exposure
import Foundation
import Time

/// What a phone shows to the health authority in place of a code: its key, for the authority to register the case.
///
/// The key stands in the fragment of the address, which browsers send to nobody and servers log nowhere. Whoever reads
/// it recognises this phone on the days of a report, so that it is made when it is shown and kept nowhere.
public struct CaseCode: Equatable, Sendable {
    /// How many bytes it has: key 32, day 4, application 16.
    public static let byteCount = 52

    /// The bytes.
    public let bytes: [UInt8]

    /// The code of `key`, shown by the installation `application`; nil for a day before 1970 or after the year 11 million.
    init?(key: PublishedKey, settings: TracingSettings) {
        guard let day = UInt32(exactly: key.day.number) else { return nil }
        bytes =
            key.key.bytes + (0..<4).map { UInt8(truncatingIfNeeded: day >> (24 - 8 * $0)) }
            + settings.application.bytes
    }

    /// The address that the QR code holds, at the server `base`, such as `https://cerca.example`.
    public func url(base: String) -> String {
        let base = base.hasSuffix("/") ? String(base.dropLast()) : base
        let text = Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
        return "\(base)/console/health#case=V1.\(text)"
    }

    /// What phone and console both show, for two people to compare, such as `4F2A-91C0`.
    public var checkWords: String {
        let digits = SHA256.hash(data: bytes).prefix(4).map { byte in
            let text = String(byte, radix: 16, uppercase: true)
            return text.utf8.count == 1 ? "0" + text : text
        }
        return "\(digits[0])\(digits[1])-\(digits[2])\(digits[3])"
    }
}

extension Tracer {
    /// What to show to the health authority now; nil when there is nothing to report.
    public func caseCode(at now: Timestamp) -> CaseCode? {
        publishable(at: now).flatMap { CaseCode(key: $0, settings: settings) }
    }
}
