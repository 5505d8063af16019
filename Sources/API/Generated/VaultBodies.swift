// Written by `make api` from the table in API/; edit that, not this.

/// A slot that is to be opened by proven presence at a beacon.
package struct VaultSlotRequestBody: APIBody {
    /// The UUID of the venue.
    package var uuid: String
    /// The major number of the beacon.
    package var major: Int
    /// The minor number of the beacon.
    package var minor: Int
    /// Whether waits follow the strict rule: 300 seconds for every failure so far.
    package var isStrict: Bool

    /// A slot that is to be opened by proven presence at a beacon.
    package init(uuid: String, major: Int, minor: Int, isStrict: Bool) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.isStrict = isStrict
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultSlotRequest",
        [
            .required("uuid", .uuid),
            .required("major", .uint16),
            .required("minor", .uint16),
            .required("isStrict", .boolean),
        ])
}

/// A slot that the server keeps a key for.
package struct VaultSlotBody: APIBody {
    /// The slot's identifier.
    package var id: String
    /// The key by which the server's evaluations are checked: a compressed point of P-384.
    package var publicKey: String

    /// A slot that the server keeps a key for.
    package init(id: String, publicKey: String) {
        self.id = id
        self.publicKey = publicKey
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultSlot",
        [
            .required("id", .hexadecimal(bytes: 16)),
            .required("publicKey", .hexadecimal(bytes: 49)),
        ])
}

/// The key by which a slot's receipts are checked.
package struct VaultReceiptKeyBody: APIBody {
    /// An Ed25519 public key.
    package var publicKey: String

    /// The key by which a slot's receipts are checked.
    package init(publicKey: String) {
        self.publicKey = publicKey
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultReceiptKey",
        [
            .required("publicKey", .hexadecimal(bytes: 32))
        ])
}

/// A request for an evaluation: the proof of presence, and the element to evaluate.
package struct VaultEvaluationRequestBody: APIBody {
    /// The slot's beacon with the code that was heard.
    package var sighting: SightingBody
    /// The blinded element, a compressed point of P-384.
    package var blinded: String

    /// A request for an evaluation: the proof of presence, and the element to evaluate.
    package init(sighting: SightingBody, blinded: String) {
        self.sighting = sighting
        self.blinded = blinded
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultEvaluationRequest",
        [
            .required("sighting", SightingBody.schema),
            .required("blinded", .hexadecimal(bytes: 49)),
        ])
}

/// The server's evaluation of a blinded element (RFC 9497, VOPRF(P-384, SHA-384)).
package struct VaultEvaluationBody: APIBody {
    /// The evaluated element, a compressed point of P-384.
    package var evaluation: String
    /// The proof that the slot's key made it: challenge and response.
    package var proof: String
    /// The attempt that a receipt must sign.
    package var attempt: String

    /// The server's evaluation of a blinded element (RFC 9497, VOPRF(P-384, SHA-384)).
    package init(evaluation: String, proof: String, attempt: String) {
        self.evaluation = evaluation
        self.proof = proof
        self.attempt = attempt
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultEvaluation",
        [
            .required("evaluation", .hexadecimal(bytes: 49)),
            .required("proof", .hexadecimal(bytes: 96)),
            .required("attempt", .hexadecimal(bytes: 16)),
        ])
}

/// That an evaluation opened the slot, so that the attempt counts as none.
package struct VaultReceiptBody: APIBody {
    /// The attempt.
    package var attempt: String
    /// The Ed25519 signature over it, by the key that follows from the evaluation.
    package var signature: String

    /// That an evaluation opened the slot, so that the attempt counts as none.
    package init(attempt: String, signature: String) {
        self.attempt = attempt
        self.signature = signature
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultReceipt",
        [
            .required("attempt", .hexadecimal(bytes: 16)),
            .required("signature", .hexadecimal(bytes: 64)),
        ])
}

/// A sealed record, of which the server can read nothing.
package struct VaultRecordBody: APIBody {
    /// The record's identifier, which says nothing.
    package var id: String
    /// How often it was written, from 1 on.
    package var version: Int
    /// The sealed bytes in Base64.
    package var sealed: String

    /// A sealed record, of which the server can read nothing.
    package init(id: String, version: Int, sealed: String) {
        self.id = id
        self.version = version
        self.sealed = sealed
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultRecord",
        [
            .required("id", .hexadecimal(bytes: 16)),
            .required("version", .count),
            .required("sealed", .text(1_398_104)),
        ])
}

/// The records of a vault that were written after a cursor, in the order in which they were.
package struct VaultRecordsBody: APIBody {
    /// The records, each as it is now.
    package var records: [VaultRecordBody]
    /// Where to go on from.
    package var cursor: Int
    /// Whether there are more.
    package var hasMore: Bool

    /// The records of a vault that were written after a cursor, in the order in which they were.
    package init(records: [VaultRecordBody], cursor: Int, hasMore: Bool) {
        self.records = records
        self.cursor = cursor
        self.hasMore = hasMore
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultRecords",
        [
            .required("records", .list(of: VaultRecordBody.schema)),
            .required("cursor", .count),
            .required("hasMore", .boolean),
        ])
}

/// A record that is to be replaced, or made.
package struct VaultChangeBody: APIBody {
    /// The record's identifier.
    package var id: String
    /// The version that is replaced, 0 for a new record.
    package var replaces: Int
    /// The new sealed bytes in Base64.
    package var sealed: String

    /// A record that is to be replaced, or made.
    package init(id: String, replaces: Int, sealed: String) {
        self.id = id
        self.replaces = replaces
        self.sealed = sealed
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultChange",
        [
            .required("id", .hexadecimal(bytes: 16)),
            .required("replaces", .count),
            .required("sealed", .text(1_398_104)),
        ])
}

/// Changes that are made all together, or none of them.
package struct VaultChangesBody: APIBody {
    /// The changes, each of another record.
    package var changes: [VaultChangeBody]

    /// Changes that are made all together, or none of them.
    package init(changes: [VaultChangeBody]) {
        self.changes = changes
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultChanges",
        [
            .required("changes", .array(of: VaultChangeBody.schema, count: 1...1000))
        ])
}

/// Where a vault's records have come to.
package struct VaultCursorBody: APIBody {
    /// The number of the last change.
    package var cursor: Int

    /// Where a vault's records have come to.
    package init(cursor: Int) {
        self.cursor = cursor
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultCursor",
        [
            .required("cursor", .count)
        ])
}

/// What another device of the same person needs, beside the recovery code, to open the vault.
package struct VaultJoinBody: APIBody {
    /// The vault's header with its recovery slot alone, in Base64.
    package var header: String

    /// What another device of the same person needs, beside the recovery code, to open the vault.
    package init(header: String) {
        self.header = header
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultJoin",
        [
            .required("header", .text(21_848))
        ])
}

/// A vault of the account, as far as the server knows it.
package struct VaultSummaryBody: APIBody {
    /// The vault's identifier, which is random.
    package var id: String
    /// How many records it has, deleted ones included.
    package var records: Int
    /// How many bytes they have.
    package var bytes: Int
    /// The UTC day of the last change.
    package var changedOn: String

    /// A vault of the account, as far as the server knows it.
    package init(id: String, records: Int, bytes: Int, changedOn: String) {
        self.id = id
        self.records = records
        self.bytes = bytes
        self.changedOn = changedOn
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultSummary",
        [
            .required("id", .hexadecimal(bytes: 16)),
            .required("records", .count),
            .required("bytes", .count),
            .required("changedOn", .text(10)),
        ])
}

/// The vaults of the account.
package struct VaultsBody: APIBody {
    /// The vaults, in the order of their identifiers.
    package var vaults: [VaultSummaryBody]

    /// The vaults of the account.
    package init(vaults: [VaultSummaryBody]) {
        self.vaults = vaults
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Vaults",
        [
            .required("vaults", .list(of: VaultSummaryBody.schema))
        ])
}
