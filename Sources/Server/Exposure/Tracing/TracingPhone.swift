import API

/// One person's own phone as far as its tracing goes, seen from the page of that same person.
///
/// Tracing happens on phones. A server that itself runs a phone of somebody, as the demo does for its guests, shows it
/// to that person through this; any other server has none and answers `exposure.no_phone`. Each function returns once
/// what it says has happened.
public protocol TracingPhone: Sendable {
    /// How tracing stands, in days and counts.
    func tracing() async throws -> TracingBody

    /// Switches tracing on or off; switching to what is already so changes nothing.
    ///
    /// - Throws: The problem `exposure.already_reported` after a report, which has ended tracing.
    func setTracing(on: Bool) async throws

    /// Fetches what was published since the last time and compares it.
    func synchronise() async throws

    /// Uploads the keys with a code, destroys them and ends tracing.
    ///
    /// - Throws: The problems `exposure.code_refused` and `exposure.already_reported`; the phone is then as before.
    func report(with code: ReportCode) async throws

    /// The QR code from which the authority registers this phone's case.
    ///
    /// - Throws: The problem `exposure.already_reported` after a report, and `exposure.no_phone` when tracing was never
    ///   switched on, because there is no key to show in either case.
    func caseCode() async throws -> CaseCodeBody

    /// Switches tracing off and deletes all keys, contacts, days and notices.
    func deleteEverything() async throws
}

/// The twelve digits with which the authority lets somebody report.
public struct ReportCode: Hashable, Sendable {
    /// How many digits there are.
    public static let length = 12

    /// The digits alone, ASCII.
    public let digits: String

    /// The code in what somebody typed or pasted; nil unless it is twelve digits, grouped by spaces or hyphens or not.
    public init?(_ text: String) {
        var digits = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9": digits.unicodeScalars.append(scalar)
            // A hyphen, and what word processors make of one; a space, and what web pages make of one.
            case " ", "-", "\u{2010}", "\u{2011}", "\u{2013}", "\u{00A0}", "\u{202F}", "\t", "\n", "\r": continue
            default: return nil
            }
            guard digits.utf8.count <= Self.length else { return nil }
        }
        guard digits.utf8.count == Self.length else { return nil }
        self.digits = digits
    }
}

extension ReportCode: CustomStringConvertible {
    /// Nothing of the code, so that it cannot reach a log.
    public var description: String { "a report code" }
}
