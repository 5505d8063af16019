import Basics
import Exposure
import Storage

/// Searches the server's whole database from outside the services for what it must not know.
struct ExposureAudit {
    /// What was found.
    struct Findings: Equatable, Sendable {
        /// Rows of the tables that belong to tracing and to the health authority.
        var rows: [String: Int] = [:]
        /// Rows, of all tables, in which an identifier of a phone stands.
        var contacts = 0
        /// Codes that were given, and those of them that were used.
        var codesIssued = 0
        var codesUsed = 0
        /// Rows of the tables of tracing and of the authority that name an account.
        var names = 0
        /// Rows, of all tables, that name an account beside a published key.
        var keysBesideNames = 0
    }

    /// Every identifier that a phone may have sent.
    let identifiers: Set<Identifier128>
    /// The published keys.
    let keys: Set<[UInt8]>
    /// The accounts' identifiers, and the addresses with which they signed up.
    let accounts: Set<[UInt8]>
    let emails: Set<String>

    /// The tables of tracing and of the authority; what is the venue's tells of visits, and of nothing else.
    private static let own = [
        "exposure_codes", "exposure_keys", "exposure_arrivals", "exposure_batches", "cases", "audit_entries",
        "audit_days",
    ]
    /// The columns of batches hold keys, and nothing of phones; a byte array longer than this is not searched.
    private static let longest = 4096

    /// Searches a database of the embedded engine.
    ///
    /// - Parameter ignoredCodes: The codes that guests were given, which are no part of the simulated day.
    func findings(in database: any Database, ignoring ignoredCodes: Set<String> = []) async throws -> Findings {
        try await database.read { connection in
            var findings = Findings()
            for name in try connection.query("SELECT name FROM sqlite_master WHERE type = 'table'") {
                let table = try name.text("name")
                let rows = try connection.query("SELECT * FROM \"\(table)\"")
                let isOwn = Self.own.contains(table)
                if isOwn { findings.rows[table] = rows.count }
                for row in rows { search(row, isOwn: isOwn, &findings) }
            }
            for row in try connection.query("SELECT id, state FROM exposure_codes")
            where !ignoredCodes.contains(try row.text("id")) {
                findings.codesIssued += 1
                if try row.text("state") == "used" { findings.codesUsed += 1 }
            }
            return findings
        }
    }

    private func search(_ row: Row, isOwn: Bool, _ findings: inout Findings) {
        var hasName = false
        var hasKey = false
        var hasIdentifier = false
        for column in 0..<row.count {
            switch row[column] {
            case .text(let text): hasName = hasName || emails.contains(text)
            case .blob(let bytes):
                hasName = hasName || accounts.contains(bytes)
                hasKey = hasKey || keys.contains(bytes)
                hasIdentifier = hasIdentifier || holdsIdentifier(bytes)
            default: break
            }
        }
        if hasIdentifier { findings.contacts += 1 }
        if hasName, isOwn { findings.names += 1 }
        if hasName, hasKey { findings.keysBesideNames += 1 }
    }

    /// Whether an identifier stands anywhere in some bytes.
    private func holdsIdentifier(_ bytes: [UInt8]) -> Bool {
        guard (16...Self.longest).contains(bytes.count) else { return false }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for (index, byte) in bytes.enumerated() {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
            if index >= 15, identifiers.contains(Identifier128(high: high, low: low)) { return true }
        }
        return false
    }
}
