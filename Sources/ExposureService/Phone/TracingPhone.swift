import API
import ExposureWire

/// One person's own phone as far as its tracing goes, seen from the page of that same person.
///
/// Tracing happens on phones. A server that itself runs a phone of somebody, as the demo does for its guests, shows it
/// to that person through this; any other server has none and answers `exposure.no_phone`. Each function returns once
/// what it says has happened.
package protocol TracingPhone: Sendable {
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
    /// - Parameter tellsVenueDays: Whether the owner agrees that the venue learns in which of its shops the phone proved
    ///   to be on which day, each by itself and without a name.
    /// - Throws: The problems `exposure.code_refused` and `exposure.already_reported`; the phone is then as before.
    func report(with code: ReportCode, tellsVenueDays: Bool) async throws

    /// The QR code from which the authority registers this phone's case.
    ///
    /// - Throws: The problem `exposure.already_reported` after a report, and `exposure.no_phone` when tracing was never
    ///   switched on, because there is no key to show in either case.
    func caseCode() async throws -> CaseCodeBody

    /// Switches tracing off and deletes all keys, contacts, days and notices.
    func deleteEverything() async throws
}
