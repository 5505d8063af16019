import API
import Basics
import Crypto
import HTTPKit
import Ledger
import Storage
import Synchronization

/// What makes a repeated request recognizable, as the header `Idempotency-Key` says it: 16 to 64 printable characters of
/// ASCII, no blanks.
package struct IdempotencyKey: Hashable, Sendable {
    /// As it was sent.
    package let text: String

    /// The key that `text` is, or nil.
    package init?(_ text: String) {
        guard (16...64).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.text = text
    }
}

/// A request that its sender may send again: it happens once, and whoever sends it again is answered what was answered.
package struct KeyedRequest: Sendable {
    /// How long an answer is kept, milliseconds.
    static let kept: Int64 = 24 * 3_600_000

    /// Whose request it is.
    let account: LedgerAccount
    let key: IdempotencyKey
    /// SHA-256 of method, path and body.
    let digest: [UInt8]
    /// When it came.
    let at: Timestamp

    /// A request of which these are known.
    init(account: LedgerAccount, key: IdempotencyKey, digest: [UInt8], at now: Timestamp) {
        self.account = account
        self.key = key
        self.digest = digest
        at = now
    }

    /// A request with this body; its path has the query.
    ///
    /// Members of the body may come in any order. `code` does not count: a code of the second factor is worth nothing a
    /// second time, so that whoever tries again says another one.
    init(
        account: LedgerAccount, key: IdempotencyKey, method: String, path: String, body: [UInt8], at now: Timestamp
    ) {
        self.account = account
        self.key = key
        at = now
        var said = body
        if case .object(let members)? = try? JSONValue(parsing: body) {
            let counted = members.filter { $0.name != "code" }.sorted { $0.name < $1.name }
            said = Array(JSONValue.object(counted).compactText.utf8)
        }
        var hash = SHA256()
        for part in [Array(method.utf8), Array(path.utf8), said] { hash.update(data: part + [0]) }
        digest = Array(hash.finalize())
    }

    /// What keeps the answer that is made of what the request does.
    ///
    /// - Parameter part: Which part of the request, when it is carried out in several transactions; 0 for all of it.
    package func keeping<Outcome: Sendable, Reply: APIBody>(
        part: Int = 0, _ answer: @escaping @Sendable (Outcome) throws -> Reply
    ) -> AnswerKeeping<Outcome> {
        AnswerKeeping(request: self, part: part) { try answer($0).json() }
    }
}

/// Keeps the answer to a request in the transaction of what the request does.
package struct AnswerKeeping<Outcome: Sendable>: Sendable {
    let request: KeyedRequest
    let part: Int
    let answer: @Sendable (Outcome) throws -> [UInt8]

    /// Makes sure that the request is new.
    ///
    /// - Throws: ``KeyFault``.
    package func begin(_ connection: any Connection) throws {
        if let answer = try KeptAnswerStore(connection).answer(to: request, part: part) {
            throw ServiceError.refused(KeyFault.answered(answer))
        }
    }

    /// Keeps the answer.
    package func keep(_ outcome: Outcome, _ connection: any Connection) throws {
        try KeptAnswerStore(connection).keep(try answer(outcome), to: request, part: part)
    }
}

/// Why a request with a key is not carried out.
enum KeyFault: ServiceFault {
    /// It was already, and this was answered.
    case answered([UInt8])
    /// Another request has the key.
    case reused

    var problem: ProblemCode {
        switch self {
        // Whoever waits for the answer gets it instead.
        case .answered: .requestKeyInUse
        case .reused: .requestKeyReused
        }
    }
}

/// The keys of requests that this server carries out at this moment.
final class KeysInUse: Sendable {
    private struct Key: Hashable {
        let account: LedgerAccount
        let key: IdempotencyKey
    }

    private let keys = Mutex<Set<Key>>([])

    /// Says that a request begins; false when one with its key has not ended.
    func begin(_ request: KeyedRequest) -> Bool {
        keys.withLock { $0.insert(Key(account: request.account, key: request.key)).inserted }
    }

    /// Says that a request has ended.
    func end(_ request: KeyedRequest) {
        keys.withLock { _ = $0.remove(Key(account: request.account, key: request.key)) }
    }
}
