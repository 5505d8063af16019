import Basics
import HTTPKit
import Ledger
import Storage

/// The columns of `kept_answers`.
private enum KeptAnswerColumn: String, TableColumn {
    case account, key, part, digest, answer, at
}

/// The SQL of answers that are kept for requests that may come again, within one transaction.
struct KeptAnswerStore {
    private static let find = """
        SELECT digest, answer FROM kept_answers WHERE account = ?1 AND key = ?2 AND part = ?3 AND at > ?4
        """
    private static let put = """
        \(KeptAnswerColumn.insertion(into: "kept_answers"))
        ON CONFLICT (account, key, part) DO UPDATE SET \(KeptAnswerColumn.replacements([.digest, .answer, .at]))
        """

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// What was answered to a request; nil when it is new.
    ///
    /// - Throws: ``KeyFault/reused`` when its key is another request's.
    func answer(to request: KeyedRequest, part: Int = 0) throws -> [UInt8]? {
        let row = try connection.first(
            Self.find,
            [
                .integer(request.account.rawValue), .text(request.key.text), .integer(Int64(part)),
                .integer(request.at.milliseconds - KeyedRequest.kept),
            ])
        guard let row else { return nil }
        guard try row.blob(0) == request.digest else { throw ServiceError.refused(KeyFault.reused) }
        return Array(try row.text(1).utf8)
    }

    /// Keeps an answer; one whose time is over gives way.
    func keep(_ answer: [UInt8], to request: KeyedRequest, part: Int) throws {
        try connection.execute(
            Self.put,
            [
                .integer(request.account.rawValue), .text(request.key.text), .integer(Int64(part)),
                .blob(request.digest), .text(String(decoding: answer, as: UTF8.self)),
                .integer(request.at.milliseconds),
            ])
    }

    /// Removes the parts of a request that is carried out whole.
    func removeParts(of request: KeyedRequest) throws {
        try connection.execute(
            "DELETE FROM kept_answers WHERE account = ?1 AND key = ?2 AND part > 0",
            [.integer(request.account.rawValue), .text(request.key.text)])
    }

    /// Removes what is kept no longer.
    func removeExpired(at now: Timestamp) throws {
        try connection.execute(
            "DELETE FROM kept_answers WHERE at <= ?1", [.integer(now.milliseconds - KeyedRequest.kept)])
    }
}
