// Written by `make api` from the table in API/; edit that, not this.

/// What is wrong with a password.
package enum VaultPageFindingReason: String, CaseIterable, Codable, Sendable {
    /// It is easily guessed.
    case weak
    /// Another item has it as well.
    case reused
    /// It is older than two years.
    case old

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["weak", "reused", "old"])
}

/// Why a field gives no one-time codes.
package enum VaultPageCodeFault: String, CaseIterable, Codable, Sendable {
    /// It has no secret.
    case noSecret = "no-secret"
    /// The secret is not in Base32.
    case notBase32 = "not-base32"
    /// It is longer than any address of this kind.
    case tooLong = "too-long"
    /// Codes of this kind are not supported.
    case kind
    /// The algorithm is not SHA1, SHA256 or SHA512.
    case algorithm
    /// It does not have 6 to 8 digits.
    case digits
    /// The period is not 1 to 3600 seconds.
    case period
    /// The counter is not a whole number from 0 up.
    case counter

    /// The shape in JSON.
    package static let schema: Schema = .oneOf([
        "no-secret", "not-base32", "too-long", "kind", "algorithm", "digits", "period", "counter",
    ])
}

/// Which concealed value of an item is wanted: of a field, or of its history.
package struct VaultPageRevealBody: APIBody {
    /// The place of the field among those of the item, from 0.
    package var field: Int?
    /// The place of a past value in the history, from 0.
    package var past: Int?
    /// Which writing of the item these places are of; needed to bring a value back.
    package var revision: Int?

    /// Which concealed value of an item is wanted: of a field, or of its history.
    package init(field: Int? = nil, past: Int? = nil, revision: Int? = nil) {
        self.field = field
        self.past = past
        self.revision = revision
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageReveal",
        [
            .optional("field", .integer(0...1000)),
            .optional("past", .integer(0...1000)),
            .optional("revision", .count),
        ])
}

/// A value that was asked for.
package struct VaultPageValueBody: APIBody {
    /// The value.
    package var value: String

    /// A value that was asked for.
    package init(value: String) {
        self.value = value
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageValue",
        [
            .required("value", .text(1_000_000))
        ])
}

/// A one-time code that holds now.
package struct VaultPageCodeBody: APIBody {
    /// The place of its field among those of the item, from 0.
    package var field: Int
    /// The characters; empty when there is a fault, and for a counter until its next code is requested.
    package var code: String
    /// Seconds until the next one; 0 for codes that count.
    package var secondsLeft: Int
    /// The counter of the next code, for codes that count.
    package var counter: Int?
    /// Why there is no code.
    package var fault: VaultPageCodeFault?

    /// A one-time code that holds now.
    package init(field: Int, code: String, secondsLeft: Int, counter: Int? = nil, fault: VaultPageCodeFault? = nil) {
        self.field = field
        self.code = code
        self.secondsLeft = secondsLeft
        self.counter = counter
        self.fault = fault
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageCode",
        [
            .required("field", .integer(0...1000)),
            .required("code", .text(20)),
            .required("secondsLeft", .count),
            .optional("counter", .count),
            .optional("fault", VaultPageCodeFault.schema),
        ])
}

/// The one-time codes of an item.
package struct VaultPageCodesBody: APIBody {
    /// In the order of the fields.
    package var codes: [VaultPageCodeBody]

    /// The one-time codes of an item.
    package init(codes: [VaultPageCodeBody]) {
        self.codes = codes
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageCodes",
        [
            .required("codes", .list(of: VaultPageCodeBody.schema, atMost: 1000))
        ])
}

/// A file with its content.
package struct VaultPageFileBody: APIBody {
    /// The name of the file.
    package var name: String
    /// Its bytes in Base64; at most 10 MiB of them.
    package var content: String

    /// A file with its content.
    package init(name: String, content: String) {
        self.name = name
        self.content = content
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageFile",
        [
            .required("name", .text(1000)),
            .required("content", .text(13_981_016)),
        ])
}

/// What a password that is to be made shall have; small letters are always in it.
package struct VaultPageRecipeBody: APIBody {
    /// How many characters.
    package var length: Int
    /// Whether it has capital letters.
    package var capitals: Bool
    /// Whether it has digits.
    package var digits: Bool
    /// Whether it has signs that are neither letters nor digits.
    package var symbols: Bool
    /// Whether it does without characters that look alike.
    package var avoidsLookAlikes: Bool

    /// What a password that is to be made shall have; small letters are always in it.
    package init(length: Int, capitals: Bool, digits: Bool, symbols: Bool, avoidsLookAlikes: Bool) {
        self.length = length
        self.capitals = capitals
        self.digits = digits
        self.symbols = symbols
        self.avoidsLookAlikes = avoidsLookAlikes
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageRecipe",
        [
            .required("length", .integer(8...128)),
            .required("capitals", .boolean),
            .required("digits", .boolean),
            .required("symbols", .boolean),
            .required("avoidsLookAlikes", .boolean),
        ])
}

/// A password whose strength is wanted.
package struct VaultPageEstimateBody: APIBody {
    /// The password.
    package var password: String
    /// What somebody who guesses would try first, such as the user's name.
    package var knownWords: [String]

    /// A password whose strength is wanted.
    package init(password: String, knownWords: [String]) {
        self.password = password
        self.knownWords = knownWords
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageEstimate",
        [
            .required("password", .text(1000)),
            .required("knownWords", .list(of: .text(1000), atMost: 20)),
        ])
}

/// How strong a password is.
package struct VaultPageStrengthBody: APIBody {
    /// Hopeless, weak, fair, good or strong.
    package var score: Int
    /// The number of guesses that it withstands, as a power of ten.
    package var guessesLog10: Double

    /// How strong a password is.
    package init(score: Int, guessesLog10: Double) {
        self.score = score
        self.guessesLog10 = guessesLog10
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageStrength",
        [
            .required("score", .integer(0...4)),
            .required("guessesLog10", .number),
        ])
}

/// What an item should be looked at for.
package struct VaultPageFindingBody: APIBody {
    /// The item.
    package var item: VaultPageSummaryBody
    /// Why, each once.
    package var reasons: [VaultPageFindingReason]

    /// What an item should be looked at for.
    package init(item: VaultPageSummaryBody, reasons: [VaultPageFindingReason]) {
        self.item = item
        self.reasons = reasons
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageFinding",
        [
            .required("item", VaultPageSummaryBody.schema),
            .required("reasons", .list(of: VaultPageFindingReason.schema, atMost: 3)),
        ])
}

/// The items that should be looked at; no password is in it.
package struct VaultPageFindingsBody: APIBody {
    /// How many items have a password.
    package var checked: Int
    /// The items.
    package var findings: [VaultPageFindingBody]

    /// The items that should be looked at; no password is in it.
    package init(checked: Int, findings: [VaultPageFindingBody]) {
        self.checked = checked
        self.findings = findings
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageFindings",
        [
            .required("checked", .count),
            .required("findings", .list(of: VaultPageFindingBody.schema)),
        ])
}
