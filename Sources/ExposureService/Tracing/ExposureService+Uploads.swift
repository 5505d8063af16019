import AccountService
import Basics
import Exposure
import ExposureWire
import HTTPKit
import ServiceKit
import Storage

extension ExposureService {
    /// Takes the keys of a person who has tested positive, once, for a code.
    ///
    /// The code is bound to the keys and spent in the same transaction that keeps them. A second use is refused, except
    /// that of the very same keys with the same token: the phone's way to ask again when the answer was lost. A code
    /// whose check digit is wrong was never issued and is refused at no cost, so that noise uses up nobody's tries.
    ///
    /// - Parameters:
    ///   - keys: 1 to 30 of one phone, each of a day of the last 21.
    ///   - retry: The token of the attempt, new for each report, as secret as the code; nil when there will be no second
    ///     one. One that is shorter than `ExposureDigests.leastTokenBytes` counts as none.
    package func upload(
        _ keys: [PublishedKey], code: String, retry: String? = nil
    ) async throws(UploadRefusal) {
        try await upload(keys, code: code, retry: retry, from: nil)
    }

    func upload(
        _ keys: [PublishedKey], code: String, retry: String?, from address: ClientAddress?
    ) async throws(UploadRefusal) {
        let now = clock.now()
        guard arePublishable(keys, at: now) else { throw .keys }
        let oldest = oldestUsableDay
        guard try await canBeCode(code, usableFrom: oldest) else { throw .code }
        if let seconds = guesses.begin(address, at: now) { throw .later(seconds: seconds) }
        let attempt = CodeAttempt(
            digest: digests.digest(ofCode: code), binding: digests.digest(of: keys, token: retry),
            retry: digests.digest(ofRetry: retry))
        let policy = policy
        let isAccepted: Bool
        do throws(ServiceError) {
            isAccepted = try await database.writing { connection in
                let store = ExposureStore(connection)
                switch try store.spend(attempt, usableFrom: oldest) {
                case .refused: return false
                case .repeated: return true
                case .spent:
                    // Neither an instant nor which code it was: either would tell which upload this is.
                    try AuditTrail.count(.codeUsed, by: .server, on: UTCDay(containing: now), in: connection)
                    let release = try store.openRelease(at: now)
                    let isHeld = try store.countUpload(for: release, policy)
                    for published in try store.narrowed(keys, byCode: attempt.digest) {
                        try store.insert(published, for: release, isHeld: isHeld)
                    }
                    return true
                }
            }
        } catch {
            // A database that fails says nothing about the code.
            guesses.giveBack(address)
            throw .service(error)
        }
        guard isAccepted else { throw .code }
        guesses.giveBack(address)
    }

    /// Does for a fake upload what takes a real one its time, and nothing else.
    ///
    /// It waits in the same queue for the same kind of commit, so that a busy database delays both alike. It is sent away
    /// when a real one from the same address would be, and uses up nothing.
    func pretendUpload(_ keys: [PublishedKey], from address: ClientAddress? = nil) async throws(UploadRefusal) {
        let now = clock.now()
        guard arePublishable(keys, at: now) else { throw .keys }
        if let seconds = guesses.wait(address, at: now) { throw .later(seconds: seconds) }
        do throws(ServiceError) {
            try await database.writing { _ in }
        } catch {
            throw .service(error)
        }
    }

    /// Publishes the keys of a case that the authority has approved, in the batch that is being gathered.
    ///
    /// - Parameters:
    ///   - keys: 1 to 30 of one phone, each of a day of the last 21.
    ///   - body: What else belongs to the approval, done in the same transaction, before the keys; when it throws,
    ///     nothing remains.
    /// - Throws: `exposure.invalid_case` when a key or its date cannot be published.
    package func publish(
        approved keys: [PublishedKey], by actor: AuditActor,
        with body: @escaping @Sendable (any Connection) throws -> Void = { _ in }
    ) async throws(ServiceError) {
        let now = clock.now()
        guard arePublishable(keys, at: now) else { throw .exposure(.invalidCase) }
        try await database.writing { connection in
            try body(connection)
            let store = ExposureStore(connection)
            let release = try store.openRelease(at: now)
            for published in keys { try store.insertApproved(published, for: release) }
            try AuditTrail.count(.caseApproved, by: actor, on: UTCDay(containing: now), in: connection)
        }
    }

    /// Whether a text may be a code: one with a right check digit, or any twelve digits while there is a code that was
    /// issued before codes had one.
    private func canBeCode(_ text: String, usableFrom oldest: UTCDay) async throws(UploadRefusal) -> Bool {
        guard let code = ReportCode(text), code.digits == text else { return false }
        if code.hasRightCheckDigit { return true }
        do throws(ServiceError) {
            return try await database.reading { try ExposureStore($0).hasUncheckedCodes(usableFrom: oldest) }
        } catch {
            throw .service(error)
        }
    }

    /// Whether keys may be published at an instant: 1 to 30 of them, none of a day that has not begun or that began
    /// more than 21 days ago, and all of one phone.
    ///
    /// Without the last, one code would publish 30 people.
    package func arePublishable(_ keys: [PublishedKey], at now: Timestamp) -> Bool {
        let oldest = now.advanced(bySeconds: -Int64(policy.oldestKeyDays) * 86_400)
        return (1...ExposedListUpload.mostKeys).contains(keys.count)
            && keys.allSatisfy { $0.day.begin >= oldest && $0.day.begin <= now }
            && keys.areOfOnePhone
    }
}

/// What an upload presents.
struct CodeAttempt: Sendable {
    /// The digest of the code.
    let digest: [UInt8]
    /// The digest of the keys; nil without a token.
    let binding: [UInt8]?
    /// The digest of the token; nil without one.
    let retry: [UInt8]?

    /// How it ended.
    enum Outcome {
        /// The code was good until now.
        case spent
        /// The same upload once more, by the same phone.
        case repeated
        /// There is no such code, or not any more.
        case refused
    }
}
