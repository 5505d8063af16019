/// How large a vault on the server may be; both ends keep to it.
public enum VaultLimits {
    /// The largest sealed record, bytes.
    public static let recordBytes = 1 << 20
    /// The most records of an account, deleted ones included.
    public static let records = 250_000
    /// The most bytes of an account's records.
    public static let accountBytes = 256 << 20
    /// The most vaults of an account.
    public static let vaults = 8
    /// The most slots of an account that open by presence.
    public static let slots = 32
    /// The most changes in one request.
    public static let changes = 1000
    /// The largest request with changes, bytes of its JSON: one largest record, and more of usual ones.
    public static let requestBytes = 2 << 20
    /// What one answer with records holds before it ends, bytes of sealed records; a single record may be larger.
    public static let answerBytes = 1 << 20
    /// The largest header for a device that joins, bytes.
    public static let joinBytes = 16 << 10
    /// The longest Base64 text of so many bytes.
    public static func base64Length(_ bytes: Int) -> Int { (bytes + 2) / 3 * 4 }
}

/// A sealed record: the server knows its size and how often it was replaced, and can read nothing.
public struct VaultRecordBody: APIBody {
    /// The record's identifier, which says nothing: 16 bytes in hexadecimal.
    public var id: String
    /// How often it was written, from 1 on.
    public var version: Int
    /// The sealed bytes in Base64.
    public var sealed: String

    /// A sealed record.
    public init(id: String, version: Int, sealed: String) {
        self.id = id
        self.version = version
        self.sealed = sealed
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultRecord", "A sealed record, of which the server can read nothing.",
        [
            .required("id", .hexadecimal(bytes: 16), "The record's identifier, which says nothing."),
            .required("version", .count, "How often it was written, from 1 on."),
            .required(
                "sealed", .text(VaultLimits.base64Length(VaultLimits.recordBytes)), "The sealed bytes in Base64."),
        ])
    /// An example with every optional property present.
    public static let example = VaultRecordBody(
        id: .repeating("8c", 16), version: 3, sealed: "c2VhbGVkIGJ5dGVzIG9mIGEgcmVjb3Jk")
}

/// The records of a vault that were written after a cursor, in the order in which they were.
public struct VaultRecordsBody: APIBody {
    /// The records, each as it is now.
    public var records: [VaultRecordBody]
    /// Where to go on from.
    public var cursor: Int
    /// Whether there are more.
    public var hasMore: Bool

    /// The records of a vault that were written after a cursor.
    public init(records: [VaultRecordBody], cursor: Int, hasMore: Bool) {
        self.records = records
        self.cursor = cursor
        self.hasMore = hasMore
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultRecords", "The records of a vault that were written after a cursor, in the order in which they were.",
        [
            .required("records", .list(of: VaultRecordBody.schema), "The records, each as it is now."),
            .required("cursor", .count, "Where to go on from."),
            .required("hasMore", .boolean, "Whether there are more."),
        ])
    /// An example with every optional property present.
    public static let example = VaultRecordsBody(records: [.example], cursor: 41, hasMore: false)
}

/// A record that is to be replaced, or made.
public struct VaultChangeBody: APIBody {
    /// The record's identifier.
    public var id: String
    /// The version that is replaced, 0 for a new record.
    public var replaces: Int
    /// The new sealed bytes in Base64.
    public var sealed: String

    /// A record that is to be replaced, or made.
    public init(id: String, replaces: Int, sealed: String) {
        self.id = id
        self.replaces = replaces
        self.sealed = sealed
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultChange", "A record that is to be replaced, or made.",
        [
            .required("id", .hexadecimal(bytes: 16), "The record's identifier."),
            .required("replaces", .count, "The version that is replaced, 0 for a new record."),
            .required(
                "sealed", .text(VaultLimits.base64Length(VaultLimits.recordBytes)), "The new sealed bytes in Base64."),
        ])
    /// An example with every optional property present.
    public static let example = VaultChangeBody(
        id: .repeating("8c", 16), replaces: 2, sealed: "c2VhbGVkIGJ5dGVzIG9mIGEgcmVjb3Jk")
}

/// Changes that are made all together, or none of them.
public struct VaultChangesBody: APIBody {
    /// The changes, each of another record.
    public var changes: [VaultChangeBody]

    /// Changes that are made all together, or none of them.
    public init(changes: [VaultChangeBody]) {
        self.changes = changes
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultChanges", "Changes that are made all together, or none of them.",
        [
            .required(
                "changes", .array(of: VaultChangeBody.schema, count: 1...VaultLimits.changes),
                "The changes, each of another record.")
        ])
    /// An example with every optional property present.
    public static let example = VaultChangesBody(changes: [.example])
}

/// Where a vault's records have come to.
public struct VaultCursorBody: APIBody {
    /// The number of the last change.
    public var cursor: Int

    /// Where a vault's records have come to.
    public init(cursor: Int) {
        self.cursor = cursor
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultCursor", "Where a vault's records have come to.",
        [.required("cursor", .count, "The number of the last change.")])
    /// An example with every optional property present.
    public static let example = VaultCursorBody(cursor: 42)
}

/// What another device of the same person needs, beside the recovery code, to open the vault's records.
public struct VaultJoinBody: APIBody {
    /// The vault's header with its recovery slot alone, in Base64.
    public var header: String

    /// What another device needs beside the recovery code.
    public init(header: String) {
        self.header = header
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultJoin", "What another device of the same person needs, beside the recovery code, to open the vault.",
        [
            .required(
                "header", .text(VaultLimits.base64Length(VaultLimits.joinBytes)),
                "The vault's header with its recovery slot alone, in Base64.")
        ])
    /// An example with every optional property present.
    public static let example = VaultJoinBody(header: "aGVhZGVyIG9mIGEgdmF1bHQ=")
}

/// A vault of the account, as far as the server knows it.
public struct VaultSummaryBody: APIBody {
    /// The vault's identifier, which is random: 16 bytes in hexadecimal.
    public var id: String
    /// How many records it has, deleted ones included.
    public var records: Int
    /// How many bytes they have.
    public var bytes: Int
    /// The UTC day of the last change.
    public var changedOn: String

    /// A vault of the account.
    public init(id: String, records: Int, bytes: Int, changedOn: String) {
        self.id = id
        self.records = records
        self.bytes = bytes
        self.changedOn = changedOn
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultSummary", "A vault of the account, as far as the server knows it.",
        [
            .required("id", .hexadecimal(bytes: 16), "The vault's identifier, which is random."),
            .required("records", .count, "How many records it has, deleted ones included."),
            .required("bytes", .count, "How many bytes they have."),
            .required("changedOn", .day, "The UTC day of the last change."),
        ])
    /// An example with every optional property present.
    public static let example = VaultSummaryBody(
        id: .repeating("b4", 16), records: 214, bytes: 131_072, changedOn: "2026-11-21")
}

/// The vaults of the account.
public struct VaultsBody: APIBody {
    /// The vaults, in the order of their identifiers.
    public var vaults: [VaultSummaryBody]

    /// The vaults of the account.
    public init(vaults: [VaultSummaryBody]) {
        self.vaults = vaults
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Vaults", "The vaults of the account.",
        [.required("vaults", .list(of: VaultSummaryBody.schema), "The vaults, in the order of their identifiers.")])
    /// An example with every optional property present.
    public static let example = VaultsBody(vaults: [.example])
}
