import AccountService
import Basics
import Crypto
import Exposure
import ExposureWire
import HTTPKit
import ServiceKit
import Storage

/// Codes, uploads of keys, and the batches that phones fetch: the tracing server, which knows of nobody.
///
/// The use cases are in extensions, one file for each kind of them.
package struct ExposureService: Sendable {
    let database: any Database
    let clock: ServerClock
    let signer: BatchSigner
    let random: ServerRandom
    /// The rules.
    package let policy: ExposurePolicy
    /// The numbers of the risk rule that every batch gives to phones; nil = they go by their own.
    package let riskParameters: RiskParameters?
    let digests: ExposureDigests
    let guesses: GuessThrottle
    let batches = BatchCaches()

    /// The codes, keys and batches of `database`.
    ///
    /// - Parameters:
    ///   - signer: The key that signs every answer; the key of the codes' digests is derived from it.
    ///   - random: Where codes come from.
    ///   - riskParameters: What phones are to judge by, signed with every batch that is made from now on.
    package init(
        database: any Database, clock: ServerClock, signer: BatchSigner, random: ServerRandom = .system,
        policy: ExposurePolicy = .standard, riskParameters: RiskParameters? = nil
    ) {
        self.database = database
        self.clock = clock
        self.signer = signer
        self.random = random
        self.policy = policy
        self.riskParameters = riskParameters
        self.digests = ExposureDigests(signer)
        self.guesses = GuessThrottle(policy)
    }

    /// The public key of the signatures, in PEM form.
    package var publicKeyPEM: String { signer.publicKeyPEM }

    /// The signature of an answer that is made now.
    func signature(of body: [UInt8]) throws -> String {
        try signer.sign(body: body, at: clock.now(), retentionDays: policy.retentionDays)
    }

    /// Removes what need not be kept any longer: batches and keys after their retention, codes some days after they
    /// have expired, and at once what an expired code was spent for.
    ///
    /// It is to be called about once a minute; it also makes the newest batch, so that nobody waits for it, writes rows
    /// anew whose order would tell when they came, and lets the days that are over join the audit trail.
    package func prune(at now: Timestamp) async throws(ServiceError) {
        let oldest = now.advanced(bySeconds: -Int64(policy.retentionDays) * 86_400)
        let usable = oldestUsableDay
        let listed = usable.advanced(by: -policy.retentionDays)
        var chores = Chores()
        await chores.attempt { () throws(ServiceError) in
            let isDue = try await database.reading {
                try ExposureStore($0).hasOld(batchesUntil: oldest, codesUsableFrom: usable, listedFrom: listed)
            }
            guard isDue else { return }
            try await database.writing {
                try ExposureStore($0).deleteOld(batchesUntil: oldest, codesUsableFrom: usable, listedFrom: listed)
            }
        }
        await chores.attempt { () throws(ServiceError) in
            let today = UTCDay(containing: now)
            guard try await database.reading({ try AuditTrail.hasDaysToClose(before: today, in: $0) }) else { return }
            try await database.writing { try AuditTrail.closeDays(before: today, in: $0) }
        }
        await chores.attempt { () throws(ServiceError) in try await forgetOnsets() }
        batches.removeAll(until: oldest)
        let begun = BatchTime.floor(now)
        let newest = begun < now ? begun : begun.advanced(byMilliseconds: -BatchTime.milliseconds)
        await chores.attempt { () throws(ServiceError) in
            do throws(BatchRefusal) {
                _ = try await batch(newest)
            } catch {
                if case .service(let failure) = error { throw failure }
            }
            // Its rows are written anew only when the batch is made of them.
            try await forgetOrder(until: newest)
        }
        try chores.finish()
    }
}

/// The digests under which secrets and keys are kept: nobody without the signing key can look for one by trying.
struct ExposureDigests: Sendable {
    private let codeKey: SymmetricKey
    private let bindingKey: SymmetricKey
    private let retryKey: SymmetricKey
    /// SHA-256 of the public key, which says whose signatures are stored.
    let signer: [UInt8]

    init(_ signer: BatchSigner) {
        codeKey = signer.derivedKey(for: "cerca exposure code")
        bindingKey = signer.derivedKey(for: "cerca exposure binding")
        retryKey = signer.derivedKey(for: "cerca exposure retry")
        self.signer = Array(SHA256.hash(data: Array(signer.publicKeyPEM.utf8)))
    }

    /// The digest of a code.
    func digest(ofCode code: String) -> [UInt8] {
        Self.digest(Array(code.utf8), codeKey)
    }

    /// The digest of the keys that a code is spent for, whatever their order; nil without a token.
    ///
    /// The token is its key: without that, which is nowhere on the server, neither the signing key nor the database tells
    /// which keys a code was spent for.
    func digest(of keys: [PublishedKey], token: String?) -> [UInt8]? {
        guard let token = Self.usable(token) else { return nil }
        let entries = keys.map { $0.key.bytes + Array(String($0.day.number).utf8) }
        let key = SymmetricKey(data: Self.digest(Array(token.utf8), bindingKey))
        return Self.digest(entries.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }, key)
    }

    /// The digest of the token with which a phone may ask again; nil without one.
    func digest(ofRetry token: String?) -> [UInt8]? {
        Self.usable(token).map { Self.digest(Array($0.utf8), retryKey) }
    }

    /// The shortest token that nobody guesses: a phone's is 16 random bytes in some text form.
    static let leastTokenBytes = 22

    private static func usable(_ token: String?) -> String? {
        token.flatMap { $0.utf8.count >= leastTokenBytes ? $0 : nil }
    }

    private static func digest(_ bytes: [UInt8], _ key: SymmetricKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    }
}
