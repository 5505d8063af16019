import Basics
import Ledger
import Market
import Storage

/// That somebody of the staff has approved a request that needs two people.
package struct RequestApproval: Sendable, Equatable {
    /// Whose approval it is: the account's identifier.
    package let staff: [UInt8]
    /// The e-mail address of that account; nil when it has none any more.
    package let email: String?
    /// When it was given.
    package let at: Timestamp
}

/// The SQL of approvals and of the limits above which two people have to give one, within one transaction.
package struct ApprovalStore {
    private let connection: any Connection

    /// The approvals that a transaction sees.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    // MARK: - Limits

    /// The columns of `approval_limits`.
    private enum LimitColumn: String, TableColumn {
        case asset, amount
    }

    /// Above how much of each asset two people have to approve; what is missing needs one.
    package func limits() throws -> [Int: Int128] {
        var limits: [Int: Int128] = [:]
        for row in try connection.query(LimitColumn.self, "SELECT \(LimitColumn.list) FROM approval_limits") {
            limits[try row.number(.asset)] = try row.amount(.amount)
        }
        return limits
    }

    /// Sets the limit of an asset; nil for none.
    func set(_ limit: Int128?, asset: Int) throws {
        guard let limit else {
            try connection.execute("DELETE FROM approval_limits WHERE asset = ?1", [.integer(Int64(asset))])
            return
        }
        try connection.execute(
            """
            \(LimitColumn.insertion(into: "approval_limits"))
            ON CONFLICT (asset) DO UPDATE SET \(LimitColumn.replacements([.amount]))
            """,
            LimitColumn.allCases.map { column in
                switch column {
                case .asset: .integer(Int64(asset))
                case .amount: .amount(limit)
                }
            })
    }

    // MARK: - Approvals

    /// The columns of an approval, with the address of whoever gave it.
    private enum ApprovalColumn: String, TableColumn {
        case request = "p.request"
        case staff = "p.account_id"
        case email = "a.email"
        case at = "p.at"
    }

    private static let select = """
        SELECT \(ApprovalColumn.list) FROM request_approvals p LEFT JOIN accounts a ON a.id = p.account_id
        """

    /// The first approval of each request that waits for a second one.
    package func approvals() throws -> [Int64: RequestApproval] {
        var approvals: [Int64: RequestApproval] = [:]
        for row in try connection.query(ApprovalColumn.self, Self.select) {
            approvals[try row.integer(.request)] = try Self.approval(row)
        }
        return approvals
    }

    /// The first approval of a request, or nil.
    func approval(of request: Int64) throws -> RequestApproval? {
        try connection.query(ApprovalColumn.self, "\(Self.select) WHERE p.request = ?1", [.integer(request)])
            .first.map(Self.approval)
    }

    private static func approval(_ row: TableRow<ApprovalColumn>) throws -> RequestApproval {
        RequestApproval(
            staff: try row.blob(.staff), email: try row.optionalText(.email), at: try row.timestamp(.at))
    }

    /// Keeps the first approval of a request; of two that come at once the second one has to be tried again.
    func insert(request: Int64, by staff: [UInt8], at now: Timestamp) throws {
        let isFirst =
            try connection.execute(
                """
                INSERT INTO request_approvals (request, account_id, at) VALUES (?1, ?2, ?3)
                ON CONFLICT (request) DO NOTHING
                """,
                [.integer(request), .blob(staff), .integer(now.milliseconds)]) == 1
        guard isFirst else { throw StorageError.busy }
    }

    /// Removes the approval of a request, if there is one.
    func remove(request: Int64) throws {
        try connection.execute("DELETE FROM request_approvals WHERE request = ?1", [.integer(request)])
    }
}
