import Basics
import Testing

@testable import Storage

@Suite("Statement texts")
struct StatementTextTests {
    @Test(
        "placeholders are rewritten outside text, names and comments",
        arguments: [
            ("SELECT ?1", "SELECT $1", 1),
            ("SELECT ?2, ?12", "SELECT $2, $12", 12),
            ("select '?1', \"?2\", 'it''s ?3', ?4", "select '?1', \"?2\", 'it''s ?3', $4", 4),
            ("SELECT 1 -- ?1\n, ?2", "SELECT 1 -- ?1\n, $2", 2),
            ("SELECT /* ?1 ' */ ?2 /**/ /*/ ?3 */", "SELECT /* ?1 ' */ $2 /**/ /*/ ?3 */", 2),
            (" \n/* x */ with a AS (SELECT 1) SELECT 1;  ", " \n/* x */ with a AS (SELECT 1) SELECT 1  ", 0),
            ("SELECT 'ñ?1' || ?1", "SELECT 'ñ?1' || $1", 1),
            ("SELECT a-?1/?2", "SELECT a-$1/$2", 2),
            ("SELECT 'open ?1", "SELECT 'open ?1", 0),
            ("SELECT 1 /* open ?1", "SELECT 1 /* open ?1", 0),
        ])
    func rewrites(sql: String, expected: String, count: Int) throws {
        let text = try StatementText(sql)
        #expect(text.dollarPlaceholders == expected)
        #expect(text.parameterCount == count)
    }

    @Test(
        "anything but one statement about rows is refused",
        arguments: [
            "", "   ", "--", "/*", "/*/", "COMMIT", "SELECTED", "SELECT?", "SELECT ?0", "SELECT ?4001",
            "SELECT ?99999999999",
            "SELECT ?a", "SELECT 1; SELECT 2", "'SELECT'", "(SELECT 1)", "1 SELECT", "ñSELECT", "; SELECT 1",
        ])
    func refuses(sql: String) {
        #expect(throws: StorageError.self) { try StatementText(sql) }
    }

    @Test("no text is a trap", arguments: 0..<32 as Range<UInt64>)
    func survives(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "SELECT", " ", "'", "\"", "--", "\n", "/*", "*/", "/", "*", "-", "?", "?1", "1", ";", "ñ", "\u{0}",
        ]
        for _ in 0..<500 {
            let sql = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            _ = try? StatementText(sql)
        }
    }
}

@Suite("Database addresses")
struct DatabaseURLTests {
    @Test("both engines are understood")
    func reads() throws {
        #expect(try DatabaseURL("sqlite:cerca.db") == .sqlite(path: "cerca.db"))
        #expect(try DatabaseURL("sqlite:/var/lib/cerca/a b.db") == .sqlite(path: "/var/lib/cerca/a b.db"))
        #expect(try DatabaseURL("postgres://h/d") == .postgres(uri: "postgres://h/d"))
        #expect(try DatabaseURL("postgresql:///d") == .postgres(uri: "postgresql:///d"))
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "sqlite:", "sqlite::memory:", "sqlite:file:x?mode=memory", "cerca.db", "mysql://x", "postgres:x",
            "sqlite:a\u{0}b",
            "postgres://h/\nd",
        ])
    func refuses(text: String) {
        #expect(throws: StorageError.self) { try DatabaseURL(text) }
    }

    @Test(
        "no secret is shown",
        arguments: [
            "postgres://user:s3cret@host:5432/cerca?sslmode=require&password=s3cret",
            "postgres://user:s3cret@with@at@host:5432/cerca", "postgresql://user:s3cret/slash@host:5432/cerca#s3cret",
        ])
    func redacted(text: String) throws {
        let url = try DatabaseURL(text)
        #expect("\(url)".hasPrefix("postgres://host:5432/cerca"))
        #expect(!"\(url) \(String(reflecting: url))".contains("s3cret") || text.contains("#"))
    }
}
