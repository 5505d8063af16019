import Beacons
import Crypto
import Exposure
import ExposureWire
import Foundation
import Time

/// What became of a report.
public enum ReportOutcome: Equatable, Sendable {
    /// It was taken: those who were near will be warned, the keys are destroyed, and tracing has stopped.
    case taken
    /// The code is wrong, used, or too old; everything is as it was.
    case refused
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
    private let desk: TracingDesk
    private let server: any ExposureServer
    private let clock: @Sendable () -> Timestamp

    /// A reporter to `server`.
    public init(desk: TracingDesk, server: any ExposureServer, clock: @escaping @Sendable () -> Timestamp) {
        self.desk = desk
        self.server = server
        self.clock = clock
    }

    /// Reports with a code.
    ///
    /// The attempt is written down before it is sent. A process that is killed, or an answer that is lost, leaves it
    /// there: the same code again sends the same words, and a server that has taken them says so again.
    public func report(_ code: ReportCode) async throws(TracingStoreError) -> ReportOutcome {
        let tracer = await desk.tracer
        guard tracer.state != .reported else { return .alreadyReported }
        let digest = SHA256.hash(data: tracer.settings.application.bytes + Array(code.digits.utf8))
        guard let pending = try await desk.beginReport(codeDigest: Array(digest), at: clock()) else {
            return .nothingToReport
        }
        do {
            try await server.upload(
                ExposedUpload(key: pending.key, authorization: code.digits), attempt: pending.attempt.bytes.hexadecimal)
        } catch {
            switch error {
            case .unreachable(let reason), .malformed(let reason): return .unknown(reason: reason)
            case .refused(let status):
                try await desk.take { $0.reportRefused() }
                return status == 401 || status == 403 ? .refused : .notUnderstood(status: status)
            }
        }
        try await desk.take { $0.reportTaken(at: clock()) }
        return .taken
    }
}
