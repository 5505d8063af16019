/// A slot that is to be opened by proven presence at a beacon.
public struct VaultSlotRequestBody: APIBody {
    /// The UUID of the venue.
    public var uuid: String
    /// The major number of the beacon.
    public var major: Int
    /// The minor number of the beacon.
    public var minor: Int
    /// Whether waits follow the strict rule, 300 seconds for every failure from the third on.
    public var isStrict: Bool

    /// A slot that is to be opened by proven presence at a beacon.
    public init(uuid: String, major: Int, minor: Int, isStrict: Bool) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.isStrict = isStrict
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultSlotRequest", "A slot that is to be opened by proven presence at a beacon.",
        [
            .required("uuid", .uuid, "The UUID of the venue."),
            .required("major", .uint16, "The major number of the beacon."),
            .required("minor", .uint16, "The minor number of the beacon."),
            .required(
                "isStrict", .boolean, "Whether waits follow the strict rule: 300 seconds for every failure so far."),
        ])
    /// An example with every optional property present.
    public static let example = VaultSlotRequestBody(uuid: Example.venue, major: 100, minor: 1, isStrict: false)
}

/// A slot that the server keeps a key for.
public struct VaultSlotBody: APIBody {
    /// The slot's identifier, 16 bytes in hexadecimal.
    public var id: String
    /// The key by which the server's evaluations are checked: a compressed point of P-384, in hexadecimal.
    public var publicKey: String

    /// A slot that the server keeps a key for.
    public init(id: String, publicKey: String) {
        self.id = id
        self.publicKey = publicKey
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultSlot", "A slot that the server keeps a key for.",
        [
            .required("id", .hexadecimal(bytes: 16), "The slot's identifier."),
            .required(
                "publicKey", .hexadecimal(bytes: 49),
                "The key by which the server's evaluations are checked: a compressed point of P-384."),
        ])
    /// An example with every optional property present.
    public static let example = VaultSlotBody(id: .repeating("5a", 16), publicKey: "02" + .repeating("3c", 48))
}

/// The key by which a slot's receipts are checked.
public struct VaultReceiptKeyBody: APIBody {
    /// An Ed25519 public key, 32 bytes in hexadecimal.
    public var publicKey: String

    /// The key by which a slot's receipts are checked.
    public init(publicKey: String) {
        self.publicKey = publicKey
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultReceiptKey", "The key by which a slot's receipts are checked.",
        [.required("publicKey", .hexadecimal(bytes: 32), "An Ed25519 public key.")])
    /// An example with every optional property present.
    public static let example = VaultReceiptKeyBody(publicKey: .repeating("7e", 32))
}

/// A request for an evaluation: the proof of presence, and the element to evaluate.
public struct VaultEvaluationRequestBody: APIBody {
    /// The slot's beacon with the code that was heard.
    public var sighting: SightingBody
    /// The blinded element, a compressed point of P-384 in hexadecimal.
    public var blinded: String

    /// A request for an evaluation.
    public init(sighting: SightingBody, blinded: String) {
        self.sighting = sighting
        self.blinded = blinded
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultEvaluationRequest", "A request for an evaluation: the proof of presence, and the element to evaluate.",
        [
            .required("sighting", SightingBody.schema, "The slot's beacon with the code that was heard."),
            .required("blinded", .hexadecimal(bytes: 49), "The blinded element, a compressed point of P-384."),
        ])
    /// An example with every optional property present.
    public static let example = VaultEvaluationRequestBody(sighting: .example, blinded: "03" + .repeating("4d", 48))
}

/// The server's evaluation of a blinded element (RFC 9497, VOPRF(P-384, SHA-384)).
public struct VaultEvaluationBody: APIBody {
    /// The evaluated element, a compressed point of P-384 in hexadecimal.
    public var evaluation: String
    /// The proof that the slot's key made it: challenge and response, 48 bytes each, in hexadecimal.
    public var proof: String
    /// The attempt that a receipt must sign, 16 bytes in hexadecimal.
    public var attempt: String

    /// The server's evaluation of a blinded element.
    public init(evaluation: String, proof: String, attempt: String) {
        self.evaluation = evaluation
        self.proof = proof
        self.attempt = attempt
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultEvaluation", "The server's evaluation of a blinded element (RFC 9497, VOPRF(P-384, SHA-384)).",
        [
            .required("evaluation", .hexadecimal(bytes: 49), "The evaluated element, a compressed point of P-384."),
            .required(
                "proof", .hexadecimal(bytes: 96), "The proof that the slot's key made it: challenge and response."),
            .required("attempt", .hexadecimal(bytes: 16), "The attempt that a receipt must sign."),
        ])
    /// An example with every optional property present.
    public static let example = VaultEvaluationBody(
        evaluation: "02" + .repeating("6b", 48), proof: .repeating("1f", 96), attempt: .repeating("9d", 16))
}

/// That an evaluation opened the slot, so that the attempt counts as none.
public struct VaultReceiptBody: APIBody {
    /// The attempt.
    public var attempt: String
    /// The signature over it, by the key that follows from the evaluation: Ed25519, 64 bytes in hexadecimal.
    public var signature: String

    /// That an evaluation opened the slot.
    public init(attempt: String, signature: String) {
        self.attempt = attempt
        self.signature = signature
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultReceipt", "That an evaluation opened the slot, so that the attempt counts as none.",
        [
            .required("attempt", .hexadecimal(bytes: 16), "The attempt."),
            .required(
                "signature", .hexadecimal(bytes: 64),
                "The Ed25519 signature over it, by the key that follows from the evaluation."),
        ])
    /// An example with every optional property present.
    public static let example = VaultReceiptBody(attempt: .repeating("9d", 16), signature: .repeating("2a", 64))
}
