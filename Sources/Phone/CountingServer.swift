import Loyalty

/// What a phone asks of a server in its owner's name about visits that are counted.
package protocol CountingServer: Sendable {
    /// Tells at which beacons the phone came and went.
    func record(_ events: [VisitEvent]) async throws(PhoneServerError)
    /// The answer to a blinded request for the credential of a period, 454 bytes.
    func issueCredential(_ request: [UInt8], of period: ReportPeriod) async throws(PhoneServerError) -> [UInt8]
}

/// What a phone asks of a server without saying whose it is.
package protocol ReportServer: Sendable {
    /// The public keys with which credentials are issued at present.
    func issuers() async throws(PhoneServerError) -> [ReportPeriod: [UInt8]]
    /// Sends one anonymous report, whose body was written beforehand.
    func report(_ body: [UInt8]) async throws(PhoneServerError)
    /// Sends how a beacon is heard otherwise than a radio map says, whose body was written beforehand.
    func reportResidual(_ body: [UInt8]) async throws(PhoneServerError)
}
