import Basics
import Exposure
import ServiceKit
import Storage

/// The SQL of news and questions, within one transaction.
struct PublicationStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// What is published, the highest place first.
    func list(_ kind: PublicationKind, limit: Int64) throws -> [Publication] {
        try connection.query(
            """
            SELECT id, published_on, headings, texts FROM publications
            WHERE kind = ?1 AND deleted_at IS NULL ORDER BY place DESC, id LIMIT ?2
            """,
            [.text(kind.rawValue), .integer(limit)]
        ).map(Self.value)
    }

    /// How many there are, deleted or not.
    func count(_ kind: PublicationKind) throws -> Int64 {
        try connection.first("SELECT COUNT(*) AS total FROM publications WHERE kind = ?1", [.text(kind.rawValue)])?
            .integer("total") ?? 0
    }

    /// Publishes above all others.
    func insert(_ publication: Publication, _ kind: PublicationKind) throws {
        let highest =
            try connection.first(
                "SELECT COALESCE(MAX(place), 0) AS highest FROM publications WHERE kind = ?1", [.text(kind.rawValue)])?
            .integer("highest") ?? 0
        _ = try connection.execute(
            """
            INSERT INTO publications (id, kind, place, published_on, headings, texts, deleted_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, NULL)
            """,
            [
                .text(publication.id), .text(kind.rawValue), .integer(highest + 1),
                .integer(Int64(publication.publishedOn.number)),
                .text(try LanguageTexts.encode(publication.words.titles)),
                .text(try LanguageTexts.encode(publication.words.texts)),
            ])
    }

    /// Changes the words of what is published; nil when there is no such publication.
    func update(_ id: String, _ kind: PublicationKind, words: PublicationWords) throws -> Publication? {
        let isKnown =
            try connection.execute(
                """
                UPDATE publications SET headings = ?3, texts = ?4
                WHERE id = ?1 AND kind = ?2 AND deleted_at IS NULL
                """,
                [
                    .text(id), .text(kind.rawValue), .text(try LanguageTexts.encode(words.titles)),
                    .text(try LanguageTexts.encode(words.texts)),
                ]) == 1
        return isKnown ? try find(id, kind) : nil
    }

    /// Marks as deleted, or as not deleted when `instant` is nil; false when there is no such publication.
    func setDeleted(_ id: String, _ kind: PublicationKind, at instant: Timestamp?) throws -> Bool {
        try connection.execute(
            "UPDATE publications SET deleted_at = ?3 WHERE id = ?1 AND kind = ?2",
            [.text(id), .text(kind.rawValue), SQLValue(instant?.milliseconds)]) == 1
    }

    /// What is published under an identifier, or nil.
    func find(_ id: String, _ kind: PublicationKind) throws -> Publication? {
        try connection.first(
            """
            SELECT id, published_on, headings, texts FROM publications
            WHERE id = ?1 AND kind = ?2 AND deleted_at IS NULL
            """,
            [.text(id), .text(kind.rawValue)]
        ).map(Self.value)
    }

    /// Gives each of `ids` a place, the first one the highest.
    func order(_ ids: [String], _ kind: PublicationKind) throws {
        for (index, id) in ids.enumerated() {
            _ = try connection.execute(
                "UPDATE publications SET place = ?3 WHERE id = ?1 AND kind = ?2",
                [.text(id), .text(kind.rawValue), .integer(Int64(ids.count - index))])
        }
    }

    /// Forgets what was deleted before an instant.
    func deleteThoseDeleted(before instant: Timestamp) throws {
        _ = try connection.execute(
            "DELETE FROM publications WHERE deleted_at < ?1", [.integer(instant.milliseconds)])
    }

    private static func value(_ row: Row) throws -> Publication {
        do {
            return Publication(
                id: try row.text("id"), publishedOn: UTCDay(number: Int(try row.integer("published_on"))),
                words: try PublicationWords(
                    titles: try LanguageTexts.decode(try row.text("headings")),
                    texts: try LanguageTexts.decode(try row.text("texts"))))
        } catch is WordsFault {
            throw StorageError.corrupt
        }
    }
}
