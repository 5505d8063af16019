import API
import Accounts
import Basics
import HTTPKit
import Ledger
import LedgerService
import ServiceKit
import Storage
import Strings

extension AccountService {
    /// How many rows of a table are in an archive.
    static let archiveRows = 50_000

    /// All that is kept about whoever asks, as one page for people with the same as JSON in it for programs.
    ///
    /// It is read from one state of the database, beside which nobody waits. Secrets, and digests of them, are not in it.
    /// Throws `confirmationNeeded`.
    ///
    /// - Parameter language: The language of the page.
    package func archive(of session: Session, in language: Language) async throws(ServiceError) -> String {
        try await requireConfirmed(session)
        let (account, trail, now) = (session.accountID, trail, clock.now())
        try await database.writing { try trail.note(.archiveMade, of: account, $0) }
        let tables = Array(Self.personalDataTables.reversed()) + (ties?.tables ?? [])
        let found: [AccountArchive.Table] = try await database.readingHistory { connection in
            guard let email = try AccountStore(connection).email(ofAccount: account) else {
                throw ServiceError.account(.notSignedIn)
            }
            let number = try LedgerAccountStore(connection).number(of: account)
            let person = PersonalDataTable.Person(account: account, number: number?.rawValue, email: email)
            return try tables.filter { !$0.columns.isEmpty }.map { table in
                AccountArchive.Table(
                    table, try table.rows(of: person, limit: Self.archiveRows + 1, in: connection),
                    limit: Self.archiveRows)
            }
        }
        return AccountArchive(tables: found, at: now).page(in: language)
    }
}

/// All that is kept about somebody.
struct AccountArchive: Sendable {
    /// The rows of one table.
    struct Table: Sendable {
        let name: String
        let columns: [String]
        /// The texts of each row; nil for no value.
        let rows: [[String?]]
        /// Whether there are more than were read.
        let isCut: Bool

        /// The rows of `table`, of which `limit` are shown.
        init(_ table: PersonalDataTable, _ rows: [[SQLValue]], limit: Int) {
            self.name = table.name
            self.columns = table.columns.map(\.name)
            self.rows = rows.prefix(limit).map { row in
                zip(table.columns, row).map { Self.text($1, $0.form) }
            }
            self.isCut = rows.count > limit
        }

        private static func text(_ value: SQLValue, _ form: PersonalDataTable.Form) -> String? {
            switch (value, form) {
            case (.null, _): nil
            case (.integer(let day), .day): Timestamp(day: day).dayText
            case (.integer(let instant), .instant): Timestamp(milliseconds: instant).rfc3339
            case (.integer(let number), _): String(number)
            case (.real(let number), _): String(number)
            case (.text(let text), _): text
            case (.blob(let bytes), _): bytes.hexadecimal
            }
        }
    }

    let tables: [Table]
    let at: Timestamp

    /// The page, which needs nothing from anywhere.
    func page(in language: Language) -> String {
        let title = ArchiveStrings.title.said(in: language)
        var parts = [
            """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>\(title)</title>
            <style>
            body { font: 16px/1.5 system-ui, sans-serif; margin: 24px; color-scheme: light dark; }
            .rows { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
            th, td { text-align: left; padding: 4px 12px 4px 0; border-bottom: 1px solid; vertical-align: top; }
            </style></head>
            <body>
            <h1>\(title)</h1>
            <p>\(ArchiveStrings.made(time: at.rfc3339).said(in: language))</p>
            <p>\(ArchiveStrings.secrets.said(in: language))</p>
            <p>\(ArchiveStrings.visits.said(in: language))</p>
            """
        ]
        for table in tables {
            parts.append("<h2>\(table.name)</h2>")
            if table.rows.isEmpty {
                parts.append("<p>\(ArchiveStrings.none.said(in: language))</p>")
                continue
            }
            if table.isCut {
                parts.append("<p>\(ArchiveStrings.cut(count: GroupedNumber(table.rows.count)).said(in: language))</p>")
            }
            parts.append("<div class=\"rows\"><table><thead><tr>")
            parts.append(table.columns.map { "<th scope=\"col\">\($0)</th>" }.joined())
            parts.append("</tr></thead><tbody>")
            for row in table.rows {
                parts.append("<tr>\(row.map { "<td>\(MarkupText.escaped($0 ?? ""))</td>" }.joined())</tr>")
            }
            parts.append("</tbody></table></div>")
        }
        parts.append("<script type=\"application/json\" id=\"data\">\(data)</script>")
        parts.append("</body></html>")
        return parts.joined(separator: "\n") + "\n"
    }

    /// The same as JSON, in which nothing ends the element that it stands in.
    private var data: String {
        let members = tables.map { table in
            JSONValue.Member(
                table.name,
                .array(
                    table.rows.map { row in
                        .object(
                            zip(table.columns, row).map {
                                JSONValue.Member($0, $1.map { .string($0) } ?? .null)
                            })
                    }))
        }
        return JSONValue.object(members).compactText.split(separator: "<", omittingEmptySubsequences: false)
            .joined(separator: "\\u003c")
    }
}
