import Beacons
import Exposure
import Storage
import Time

extension ExposureService {
    /// Makes a code that can be used once within three days.
    public func issueCode(by actor: AuditActor) async throws(ServiceError) -> IssuedCode {
        let now = clock.now()
        var random = random
        // Drawn before the transaction, which may run more than once; that two are equal does not happen in practice.
        let drawn = (0..<4).map { _ in Self.code(using: &random) }
        let candidates = drawn.map { Candidate(code: $0, digest: digests.digest(ofCode: $0)) }
        let id = random.identifier().hexadecimal
        let expiresAt = now.advanced(bySeconds: policy.codeSeconds)
        let code = try await database.writing { connection in
            let store = ExposureStore(connection)
            for candidate in candidates
            where try store.insertCode(id, candidate.digest, on: UTCDay(containing: now), until: expiresAt) {
                try AuditTrail.append(.codeIssued, subject: id, by: actor, at: now, in: connection)
                return candidate.code
            }
            throw ServiceError.request(.overloaded)
        }
        return IssuedCode(code: code, id: id, expiresAt: expiresAt)
    }

    /// The codes of the last two weeks and what became of them, newest first.
    public func codes() async throws(ServiceError) -> [CodeRecord] {
        let now = clock.now()
        return try await database.reading { try ExposureStore($0).codes(at: now) }
    }

    /// Makes a code that still waits useless.
    ///
    /// - Throws: `exposure.unknown_code` when there is none, or none that waits.
    public func withdrawCode(_ id: String, by actor: AuditActor) async throws(ServiceError) {
        let now = clock.now()
        try await database.writing { connection in
            guard try ExposureStore(connection).withdrawCode(id, at: now) else {
                throw ServiceError.exposure(.unknownCode)
            }
            try AuditTrail.append(.codeWithdrawn, subject: id, by: actor, at: now, in: connection)
        }
    }

    /// Makes a withdrawn code wait again, for as long as it would have.
    ///
    /// - Throws: `exposure.unknown_code` when there is none, or none that was withdrawn and would still wait.
    public func restoreCode(_ id: String, by actor: AuditActor) async throws(ServiceError) {
        let now = clock.now()
        try await database.writing { connection in
            guard try ExposureStore(connection).restoreCode(id, at: now) else {
                throw ServiceError.exposure(.unknownCode)
            }
            try AuditTrail.append(.codeRestored, subject: id, by: actor, at: now, in: connection)
        }
    }

    /// Twelve decimal digits, each number as likely as any other.
    static func code(using random: inout ServerRandom) -> String {
        let digits = String(UInt64.random(in: 0..<1_000_000_000_000, using: &random))
        return String(repeating: "0", count: 12 - digits.utf8.count) + digits
    }
}

private struct Candidate: Sendable {
    let code: String
    let digest: [UInt8]
}
