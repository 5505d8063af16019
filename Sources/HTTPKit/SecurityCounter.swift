import API
import Synchronization

/// Counts what was refused for safety's sake, by why; whose it was is not counted.
package final class SecurityCounter: Sendable {
    /// Why something was refused.
    package enum Reason: String, CaseIterable, Sendable {
        /// A wrong password, or an address that nobody has.
        case wrongPassword = "wrong_password"
        /// A wrong code of the second factor.
        case wrongCode = "wrong_code"
        /// A passkey that is nobody's, signs wrongly, or may be a copy.
        case wrongPasskey = "wrong_passkey"
        /// What an identity's provider said does not hold.
        case wrongIdentity = "wrong_identity"
        /// More attempts to sign in than may be.
        case signInThrottled = "sign_in_throttled"
        /// More requests than may be.
        case throttled
        /// A session without the role that is needed.
        case wrongRole = "wrong_role"
        /// What another site may have made a browser send.
        case crossSite = "cross_site"
        /// A request with a signature that is wrong, or of a key that nobody has.
        case badSignature = "bad_signature"
        /// A signed request whose time is too far from the server's.
        case staleSignature = "stale_signature"
        /// A signed request that came before.
        case replayedSignature = "replayed_signature"
        /// An API key that may not do this, or not from there.
        case keyOutOfScope = "key_out_of_scope"
        /// A proof of presence that came before.
        case replayedPresence = "replayed_presence"
    }

    private let counts = Mutex<[Reason: Int]>([:])

    /// Counts one more.
    package func count(_ reason: Reason) {
        counts.withLock { $0[reason, default: 0] += 1 }
    }

    /// Counts a refusal with this code, if it is one for safety's sake.
    func count(_ code: String) {
        if let reason = ProblemCode(rawValue: code).flatMap(Self.reason) { count(reason) }
    }

    private static func reason(_ code: ProblemCode) -> Reason? {
        switch code {
        case .accountsWrongCredentials: .wrongPassword
        case .accountsWrongCode: .wrongCode
        case .passkeysRefused, .passkeysCounterBack, .passkeysWrongOrigin, .passkeysWrongParty, .passkeysNotVerified:
            .wrongPasskey
        case .identitiesWrongIssuer, .identitiesWrongAlgorithm, .identitiesWrongSignature, .identitiesWrongAudience,
            .identitiesWrongParty, .identitiesWrongNonce, .identitiesWrongAccessToken, .identitiesWrongSubject:
            .wrongIdentity
        case .requestTooManyAttempts: .signInThrottled
        case .requestTooMany: .throttled
        case .accountsWrongRole, .accountsRoleEnded: .wrongRole
        case .requestCrossSite: .crossSite
        case .presenceReplayed: .replayedPresence
        default: nil
        }
    }

    /// All of them, also those that have not happened yet: a rate needs a beginning.
    var family: MetricFamily {
        let counts = counts.withLock { $0 }
        return MetricFamily(
            "cerca_security_events_total", .counter, "What was refused for safety's sake, by why.",
            Reason.allCases.map { MetricFamily.Sample(counts[$0] ?? 0, [("reason", $0.rawValue)]) })
    }
}
