import AccountService
import Basics
import ExposureWire
import HTTPKit
import ServiceKit
import Storage

extension ExposureService {
    /// Whether every code that can be used ends with a check digit; false while that is not known.
    func codesHaveCheckDigit() async -> Bool {
        let oldest = oldestUsableDay
        let hasOthers = try? await database.reading { try ExposureStore($0).hasUncheckedCodes(usableFrom: oldest) }
        return hasOthers == false
    }

    /// Makes a code that can be used once until the end of the third day after today's, in UTC.
    ///
    /// Only the day is kept: an instant would join the code to an appointment.
    package func issueCode(by actor: AuditActor) async throws(ServiceError) -> IssuedCode {
        let now = clock.now()
        var random = random
        // Drawn before the transaction, which may run more than once; that two are equal does not happen in practice.
        let drawn = (0..<4).map { _ in ReportCode.random(using: &random).digits }
        let candidates = drawn.map { Candidate(code: $0, digest: digests.digest(ofCode: $0)) }
        let id = random.identifier().hexadecimal
        let today = UTCDay(containing: now)
        let expiresAt = today.advanced(by: policy.codeDays + 1).begin
        let code = try await database.writing { connection in
            let store = ExposureStore(connection)
            for candidate in candidates where try store.insertCode(id, candidate.digest, on: today) {
                try AuditTrail.count(.codeIssued, by: actor, on: today, in: connection)
                return candidate.code
            }
            throw ServiceError.request(.overloaded)
        }
        return IssuedCode(code: code, id: id, expiresAt: expiresAt)
    }

    /// The codes of the last two weeks and what became of them, those of the latest day first.
    package func codes() async throws(ServiceError) -> [CodeRecord] {
        let oldest = oldestUsableDay
        return try await database.reading { try ExposureStore($0).codes(usableFrom: oldest) }
    }

    /// Makes a code that still waits useless.
    ///
    /// - Throws: `exposure.unknown_code` when there is none, or none that waits.
    package func withdrawCode(_ id: String, by actor: AuditActor) async throws(ServiceError) {
        let (today, oldest) = (UTCDay(containing: clock.now()), oldestUsableDay)
        try await database.writing { connection in
            guard try ExposureStore(connection).withdrawCode(id, usableFrom: oldest) else {
                throw ServiceError.exposure(.unknownCode)
            }
            try AuditTrail.count(.codeWithdrawn, by: actor, on: today, in: connection)
        }
    }

    /// Makes a withdrawn code wait again, for as long as it would have.
    ///
    /// - Throws: `exposure.unknown_code` when there is none, or none that was withdrawn and would still wait.
    package func restoreCode(_ id: String, by actor: AuditActor) async throws(ServiceError) {
        let (today, oldest) = (UTCDay(containing: clock.now()), oldestUsableDay)
        try await database.writing { connection in
            guard try ExposureStore(connection).restoreCode(id, usableFrom: oldest) else {
                throw ServiceError.exposure(.unknownCode)
            }
            try AuditTrail.count(.codeRestored, by: actor, on: today, in: connection)
        }
    }

    /// The first day of those whose codes can be used now.
    var oldestUsableDay: UTCDay {
        UTCDay(containing: clock.now()).advanced(by: -policy.codeDays)
    }
}

private struct Candidate: Sendable {
    let code: String
    let digest: [UInt8]
}
