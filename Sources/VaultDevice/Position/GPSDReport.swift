import Basics
import Foundation
import Vault

/// One line of what a gpsd says, as far as it matters here.
///
/// Source: gpsd_json(5), protocol 3.
enum GPSDReport: Equatable {
    /// The first line: which protocol it speaks.
    case version(major: Int)
    /// A position with height, and how accurate it is.
    case fix(Fix)
    /// A position without height.
    case flatFix
    /// A position with height and without any word of its accuracy.
    case fixWithoutAccuracy
    /// The receiver knows no position.
    case noFix
    /// The daemon refuses something.
    case refusal
    /// Satellites, devices and what else there is.
    case other

    /// The protocol that is understood here.
    static let protocolMajor = 3
    /// The longest line that is read: a sky full of satellites stays well below.
    static let longestLine = 32 << 10

    /// Reads one line; nil when it is no report.
    init?(_ line: [UInt8]) {
        guard line.count <= Self.longestLine, line.first == UInt8(ascii: "{"),
            let report = try? JSONDecoder().decode(Report.self, from: Data(line))
        else { return nil }
        switch report.class {
        case "VERSION":
            guard let major = report.proto_major else { return nil }
            self = .version(major: major)
        case "TPV": self = Self.position(report)
        case "ERROR": self = .refusal
        default: self = .other
        }
    }

    private static func position(_ report: Report) -> GPSDReport {
        guard let mode = report.mode, mode >= 2, let latitude = report.lat, let longitude = report.lon else {
            return .noFix
        }
        guard mode >= 3 else { return .flatFix }
        guard let accuracy = accuracy(report) else { return .fixWithoutAccuracy }
        let fix = Fix(
            latitude: latitude, longitude: longitude, accuracy: accuracy,
            time: report.time.flatMap { Timestamp(rfc3339: $0) })
        return fix.map { .fix($0) } ?? .noFix
    }

    /// The estimate for the plane, or the longest diagonal of the estimates for its axes; in metres, above zero.
    private static func accuracy(_ report: Report) -> Double? {
        let estimate: Double? =
            if let plane = report.eph {
                plane
            } else if let east = report.epx, let north = report.epy, east >= 0, north >= 0 {
                (east * east + north * north).squareRoot()
            } else {
                nil
            }
        // Zero is how a position that somebody said is told from one that was measured.
        return estimate.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }

    /// The names are gpsd's own.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    private struct Report: Decodable {
        let `class`: String
        let proto_major: Int?
        let mode: Int?
        let time: String?
        let lat: Double?
        let lon: Double?
        let eph: Double?
        let epx: Double?
        let epy: Double?
    }
}
