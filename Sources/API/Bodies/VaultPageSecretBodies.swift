/// Which concealed value of an item is wanted.
public struct VaultPageRevealBody: APIBody {
    /// The place of the field among those of the item, from 0; nil for one of the history.
    public var field: Int?
    /// The place of a past value in the history, from 0; nil for a field.
    public var past: Int?
    /// Which writing of the item these places are of; needed to bring a past value back.
    public var revision: Int?

    /// Which concealed value of an item is wanted.
    public init(field: Int? = nil, past: Int? = nil, revision: Int? = nil) {
        self.revision = revision
        self.field = field
        self.past = past
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageReveal", "Which concealed value of an item is wanted: of a field, or of its history.",
        [
            .optional("field", .integer(0...1000), "The place of the field among those of the item, from 0."),
            .optional("past", .integer(0...1000), "The place of a past value in the history, from 0."),
            .optional(
                "revision", .count, "Which writing of the item these places are of; needed to bring a value back."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageRevealBody(field: 1, past: 0, revision: 7)
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
    public static let schema = Schema.object(
        "VaultPageValue", "A value that was asked for.", [.required("value", .text(1_000_000), "The value.")])
    /// An example with every optional property present.
    public static let example = VaultPageValueBody(value: "correct horse")
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
    public static let schema = Schema.object(
        "VaultPageCode", "A one-time code that holds now.",
        [
            .required("field", .integer(0...1000), "The place of its field among those of the item, from 0."),
            .required("code", .text(20), "The digits; empty when the field's value cannot be understood."),
            .required("secondsLeft", .count, "Seconds until the next one."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageCodeBody(field: 2, code: "287082", secondsLeft: 12)
}

/// The one-time codes of an item.
public struct VaultPageCodesBody: APIBody {
    /// The codes in the order of the fields.
    public var codes: [VaultPageCodeBody]

    /// The one-time codes of an item.
    public init(codes: [VaultPageCodeBody]) {
        self.codes = codes
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageCodes", "The one-time codes of an item.",
        [.required("codes", .list(of: VaultPageCodeBody.schema, atMost: 1000), "In the order of the fields.")])
    /// An example with every optional property present.
    public static let example = VaultPageCodesBody(codes: [.example])
}

/// A file with its content, which travels in a body so that neither stays in an address.
public struct VaultPageFileBody: APIBody {
    /// The name of the file.
    public var name: String
    /// Its bytes in Base64.
    public var content: String

    /// A file with its content.
    public init(name: String, content: String) {
        self.name = name
        self.content = content
    }

    /// The largest file, bytes.
    public static let mostBytes = 10 * 1024 * 1024

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageFile", "A file with its content.",
        [
            .required("name", .text(1000), "The name of the file."),
            .required("content", .text((mostBytes + 2) / 3 * 4), "Its bytes in Base64; at most 10 MiB of them."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageFileBody(name: "nota.txt", content: "aG9sYQ==")
}

/// What a password that is to be made shall have.
public struct VaultPageRecipeBody: APIBody {
    /// How many characters.
    public var length: Int
    /// Whether it has capital letters.
    public var capitals: Bool
    /// Whether it has digits.
    public var digits: Bool
    /// Whether it has signs that are neither letters nor digits.
    public var symbols: Bool
    /// Whether it does without characters that look alike, such as O and 0.
    public var avoidsLookAlikes: Bool

    /// What a password that is to be made shall have.
    public init(length: Int, capitals: Bool, digits: Bool, symbols: Bool, avoidsLookAlikes: Bool) {
        self.length = length
        self.capitals = capitals
        self.digits = digits
        self.symbols = symbols
        self.avoidsLookAlikes = avoidsLookAlikes
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageRecipe", "What a password that is to be made shall have; small letters are always in it.",
        [
            .required("length", .integer(8...128), "How many characters."),
            .required("capitals", .boolean, "Whether it has capital letters."),
            .required("digits", .boolean, "Whether it has digits."),
            .required("symbols", .boolean, "Whether it has signs that are neither letters nor digits."),
            .required("avoidsLookAlikes", .boolean, "Whether it does without characters that look alike."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageRecipeBody(
        length: 20, capitals: true, digits: true, symbols: true, avoidsLookAlikes: true)
}

/// A password whose strength is wanted.
public struct VaultPageEstimateBody: APIBody {
    /// The password.
    public var password: String
    /// What somebody who guesses would try first, such as the user's name and the title.
    public var knownWords: [String]

    /// A password whose strength is wanted.
    public init(password: String, knownWords: [String]) {
        self.password = password
        self.knownWords = knownWords
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageEstimate", "A password whose strength is wanted.",
        [
            .required("password", .text(1000), "The password."),
            .required(
                "knownWords", .list(of: .text(1000), atMost: 20),
                "What somebody who guesses would try first, such as the user's name."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageEstimateBody(password: "correct horse", knownWords: ["Ana"])
}

/// How strong a password is.
public struct VaultPageStrengthBody: APIBody {
    /// 0 to 4: hopeless, weak, fair, good, strong.
    public var score: Int
    /// The number of guesses that it withstands, as a power of ten.
    public var guessesLog10: Double

    /// How strong a password is.
    public init(score: Int, guessesLog10: Double) {
        self.score = score
        self.guessesLog10 = guessesLog10
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageStrength", "How strong a password is.",
        [
            .required("score", .integer(0...4), "Hopeless, weak, fair, good or strong."),
            .required("guessesLog10", .number, "The number of guesses that it withstands, as a power of ten."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageStrengthBody(score: 3, guessesLog10: 9.5)
}

/// What an item should be looked at for.
public struct VaultPageFindingBody: APIBody {
    /// The item.
    public var item: VaultPageSummaryBody
    /// Why, each once: `weak`, `reused`, or `old` for a password that has not changed for two years.
    public var reasons: [String]

    /// What an item should be looked at for.
    public init(item: VaultPageSummaryBody, reasons: [String]) {
        self.item = item
        self.reasons = reasons
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageFinding", "What an item should be looked at for.",
        [
            .required("item", VaultPageSummaryBody.schema, "The item."),
            .required("reasons", .list(of: .oneOf(["weak", "reused", "old"]), atMost: 3), "Why, each once."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageFindingBody(item: .example, reasons: ["weak"])
}

/// The items that should be looked at.
public struct VaultPageFindingsBody: APIBody {
    /// How many items have a password.
    public var checked: Int
    /// The items, in the order of the vault's language.
    public var findings: [VaultPageFindingBody]

    /// The items that should be looked at.
    public init(checked: Int, findings: [VaultPageFindingBody]) {
        self.checked = checked
        self.findings = findings
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageFindings", "The items that should be looked at; no password is in it.",
        [
            .required("checked", .count, "How many items have a password."),
            .required("findings", .list(of: VaultPageFindingBody.schema), "The items."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageFindingsBody(checked: 12, findings: [.example])
}
