// Written by `make api` from the table in API/; edit that, not this.

/// What is wrong with a password.
public enum VaultPageFindingReason: String, CaseIterable, Codable, Sendable {
    /// It is easily guessed.
    case weak
    /// Another item has it as well.
    case reused
    /// It is older than two years.
    case old

    /// The shape in JSON.
    public static let schema: Schema = .oneOf(["weak", "reused", "old"])
}

/// Which concealed value of an item is wanted: of a field, or of its history.
public struct VaultPageRevealBody: APIBody {
    /// The place of the field among those of the item, from 0.
    public var field: Int?
    /// The place of a past value in the history, from 0.
    public var past: Int?
    /// Which writing of the item these places are of; needed to bring a value back.
    public var revision: Int?

    /// Which concealed value of an item is wanted: of a field, or of its history.
    public init(field: Int? = nil, past: Int? = nil, revision: Int? = nil) {
        self.field = field
        self.past = past
        self.revision = revision
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageReveal",
        [
            .optional("field", .integer(0...1000)),
            .optional("past", .integer(0...1000)),
            .optional("revision", .count),
        ])
}

/// A value that was asked for.
public struct VaultPageValueBody: APIBody {
    /// The value.
    public var value: String

    /// A value that was asked for.
    public init(value: String) {
        self.value = value
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageValue",
        [
            .required("value", .text(1_000_000))
        ])
}

/// A one-time code that holds now.
public struct VaultPageCodeBody: APIBody {
    /// The place of its field among those of the item, from 0.
    public var field: Int
    /// The digits; empty when the field's value cannot be understood.
    public var code: String
    /// Seconds until the next one.
    public var secondsLeft: Int

    /// A one-time code that holds now.
    public init(field: Int, code: String, secondsLeft: Int) {
        self.field = field
        self.code = code
        self.secondsLeft = secondsLeft
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageCode",
        [
            .required("field", .integer(0...1000)),
            .required("code", .text(20)),
            .required("secondsLeft", .count),
        ])
}

/// The one-time codes of an item.
public struct VaultPageCodesBody: APIBody {
    /// In the order of the fields.
    public var codes: [VaultPageCodeBody]

    /// The one-time codes of an item.
    public init(codes: [VaultPageCodeBody]) {
        self.codes = codes
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageCodes",
        [
            .required("codes", .list(of: VaultPageCodeBody.schema, atMost: 1000))
        ])
}

/// A file with its content.
public struct VaultPageFileBody: APIBody {
    /// The name of the file.
    public var name: String
    /// Its bytes in Base64; at most 10 MiB of them.
    public var content: String

    /// A file with its content.
    public init(name: String, content: String) {
        self.name = name
        self.content = content
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageFile",
        [
            .required("name", .text(1000)),
            .required("content", .text(13_981_016)),
        ])
}

/// What a password that is to be made shall have; small letters are always in it.
public struct VaultPageRecipeBody: APIBody {
    /// How many characters.
    public var length: Int
    /// Whether it has capital letters.
    public var capitals: Bool
    /// Whether it has digits.
    public var digits: Bool
    /// Whether it has signs that are neither letters nor digits.
    public var symbols: Bool
    /// Whether it does without characters that look alike.
    public var avoidsLookAlikes: Bool

    /// What a password that is to be made shall have; small letters are always in it.
    public init(length: Int, capitals: Bool, digits: Bool, symbols: Bool, avoidsLookAlikes: Bool) {
        self.length = length
        self.capitals = capitals
        self.digits = digits
        self.symbols = symbols
        self.avoidsLookAlikes = avoidsLookAlikes
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
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
public struct VaultPageEstimateBody: APIBody {
    /// The password.
    public var password: String
    /// What somebody who guesses would try first, such as the user's name.
    public var knownWords: [String]

    /// A password whose strength is wanted.
    public init(password: String, knownWords: [String]) {
        self.password = password
        self.knownWords = knownWords
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageEstimate",
        [
            .required("password", .text(1000)),
            .required("knownWords", .list(of: .text(1000), atMost: 20)),
        ])
}

/// How strong a password is.
public struct VaultPageStrengthBody: APIBody {
    /// Hopeless, weak, fair, good or strong.
    public var score: Int
    /// The number of guesses that it withstands, as a power of ten.
    public var guessesLog10: Double

    /// How strong a password is.
    public init(score: Int, guessesLog10: Double) {
        self.score = score
        self.guessesLog10 = guessesLog10
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageStrength",
        [
            .required("score", .integer(0...4)),
            .required("guessesLog10", .number),
        ])
}

/// What an item should be looked at for.
public struct VaultPageFindingBody: APIBody {
    /// The item.
    public var item: VaultPageSummaryBody
    /// Why, each once.
    public var reasons: [VaultPageFindingReason]

    /// What an item should be looked at for.
    public init(item: VaultPageSummaryBody, reasons: [VaultPageFindingReason]) {
        self.item = item
        self.reasons = reasons
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageFinding",
        [
            .required("item", VaultPageSummaryBody.schema),
            .required("reasons", .list(of: VaultPageFindingReason.schema, atMost: 3)),
        ])
}

/// The items that should be looked at; no password is in it.
public struct VaultPageFindingsBody: APIBody {
    /// How many items have a password.
    public var checked: Int
    /// The items.
    public var findings: [VaultPageFindingBody]

    /// The items that should be looked at; no password is in it.
    public init(checked: Int, findings: [VaultPageFindingBody]) {
        self.checked = checked
        self.findings = findings
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageFindings",
        [
            .required("checked", .count),
            .required("findings", .list(of: VaultPageFindingBody.schema)),
        ])
}
