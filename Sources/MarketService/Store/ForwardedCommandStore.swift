import Basics
import Storage

/// The columns of `forwarded_commands`.
private enum ForwardedCommandColumn: String, TableColumn {
    case id, answer, at
}

/// The SQL of commands that one server handed to another, within one transaction.
struct ForwardedCommandStore {
    /// What came of commands.
    enum Outcome: Equatable {
        /// They happened, and this was the answer.
        case answered([UInt8])
        /// They never will.
        case withdrawn
    }

    /// For how long an outcome is kept, in milliseconds: whoever asks for it does so within seconds, but servers' clocks
    /// may differ.
    private static let kept: Int64 = 300_000

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Keeps what was answered to commands; gives the ids of those that may not happen, because they were withdrawn.
    ///
    /// Where one has happened before, though nobody sends it twice, none of them may.
    func keep(_ answers: [(id: [UInt8], answer: [UInt8])], at now: Timestamp) throws -> [[UInt8]] {
        var rows = RowInserter(
            table: "forwarded_commands", columns: ForwardedCommandColumn.allCases.map(\.rawValue),
            suffix: "ON CONFLICT (id) DO NOTHING")
        for (id, answer) in answers {
            try rows.add(to: connection) { $0 += [.blob(id), .blob(answer), .integer(now.milliseconds)] }
        }
        try rows.finish(connection)
        guard rows.changes < answers.count else { return [] }
        // Those that were put in just now are found as well, with their answers; a withdrawn one has none.
        let ids = answers.map(\.id)
        let withdrawn = try ids.filter { try outcome(of: $0) == .withdrawn }
        return withdrawn.isEmpty ? ids : withdrawn
    }

    /// What came of commands; those that have not happened are withdrawn, and never will.
    func settle(_ id: [UInt8], at now: Timestamp) throws -> Outcome {
        let isWithdrawn =
            try connection.execute(
                """
                INSERT INTO forwarded_commands (id, answer, at) VALUES (?1, NULL, ?2) ON CONFLICT (id) DO NOTHING
                """, [.blob(id), .integer(now.milliseconds)]) == 1
        return isWithdrawn ? .withdrawn : try outcome(of: id) ?? .withdrawn
    }

    /// Removes what nobody asks for any more.
    func removeOld(at now: Timestamp) throws {
        try connection.execute(
            "DELETE FROM forwarded_commands WHERE at <= ?1", [.integer(now.milliseconds - Self.kept)])
    }

    private func outcome(of id: [UInt8]) throws -> Outcome? {
        try connection.first(
            ForwardedCommandColumn.self,
            "SELECT \(ForwardedCommandColumn.list) FROM forwarded_commands WHERE id = ?1", [.blob(id)]
        ).map { row in
            try row.optionalBlob(.answer).map { .answered($0) } ?? .withdrawn
        }
    }
}
