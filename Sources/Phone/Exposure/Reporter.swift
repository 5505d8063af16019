import Basics
import Beacons
import Crypto
import Exposure
import ExposureWire
import Foundation

/// What became of a report.
public enum ReportOutcome: Equatable, Sendable {
    /// It was taken: those who were near will be warned, the keys are destroyed, and nothing is sent by radio any more.
    case taken
    /// The code is wrong, used, or too old; everything is as it was.
    case refused
    /// No code from this address is accepted for that many seconds; nothing changed, and the code is good then.
    case later(seconds: Int)
    /// The server did not understand it, with this status; everything is as it was.
    case notUnderstood(status: Int)
    /// Whether it was taken is not known; the same again settles it.
    case unknown(reason: String)
    /// There are no keys to report.
    case nothingToReport
    /// It was reported before.
    case alreadyReported
}

/// Reports a positive test: publishes the phone's key, once.
public struct Reporter: Sendable {
    private let session: TracingSession
    private let server: any ExposureServer
    private let teller: VenueDayTeller?
    private let clock: @Sendable () -> Timestamp

    /// A reporter to `server`; `venueDays` is the same server, if the phone may tell it where it was.
    public init(
        session: TracingSession, server: any ExposureServer, venueDays: (any VenueDayServer)? = nil,
        clock: @escaping @Sendable () -> Timestamp
    ) {
        self.session = session
        teller = venueDays.map { VenueDayTeller(session: session, server: $0, clock: clock) }
        self.server = server
        self.clock = clock
    }

    /// Reports with a code.
    ///
    /// The attempt is written down before it is sent. A process that is killed, or an answer that is lost, leaves it
    /// there: the same code again sends the same words, and a server that has taken them says so again.
    ///
    /// `tellsVenueDays` says whether the owner agrees that the venue learns of the shops and days that the phone
    /// remembers. A phone that remembers them and whose owner does not agree only seems to tell them.
    public func report(
        _ code: ReportCode, tellsVenueDays: Bool = false
    ) async throws(TracingStoreError) -> ReportOutcome {
        let tracer = await session.tracer
        guard tracer.state != .reported else { return .alreadyReported }
        let digest = SHA256.hash(data: tracer.settings.application.bytes + Array(code.digits.utf8))
        guard let pending = try await session.beginReport(codeDigest: Array(digest), at: clock()) else {
            return .nothingToReport
        }
        do {
            try await server.upload(
                ExposedUpload(key: pending.key, authorization: code.digits), attempt: pending.attempt.bytes.hexadecimal)
        } catch {
            switch error {
            case .unreachable(let reason), .malformed(let reason): return .unknown(reason: reason)
            // What was sent before in the same words may have been taken: the attempt stays, to be sent again.
            case .later(let seconds): return .later(seconds: seconds)
            case .refused(let status):
                try await session.take { $0.reportRefused() }
                return status == 401 || status == 403 ? .refused : .notUnderstood(status: status)
            }
        }
        try await session.take { $0.reportTaken(at: clock()) }
        try await teller?.begin(uploadSecret: pending.attempt.bytes.hexadecimal, isFake: !tellsVenueDays)
        return .taken
    }
}
