import Time

/// A code that has just been issued; it is told this once.
public struct IssuedCodeBody: APIBody {
    /// The identifier under which the console lists it.
    public var id: String
    /// The 12 digits.
    public var code: String
    /// The first instant at which it is worth nothing any more.
    public var expiresAt: Timestamp

    /// A code that has just been issued.
    public init(id: String, code: String, expiresAt: Timestamp) {
        self.id = id
        self.code = code
        self.expiresAt = expiresAt
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "IssuedCode", "A code that has just been issued; it is told this once.",
        [
            .required("id", .text(100), "The identifier under which the console lists it."),
            .required("code", .text(12), "The 12 digits for the person who tested positive."),
            .required("expiresAt", .dateTime, "The first instant at which it is worth nothing any more."),
        ])
    /// An example with every optional property present.
    public static let example = IssuedCodeBody(id: "c5Tn8bXw1RyU", code: "471220398841", expiresAt: Example.later)
}

/// What became of a code: never whose it is, and never the code itself.
public struct ExposureCodeBody: APIBody {
    /// Its identifier.
    public var id: String
    /// What became of it, one of `states`.
    public var state: String
    /// The UTC day on which it was issued.
    public var issuedOn: String

    /// What became of a code.
    public init(id: String, state: String, issuedOn: String) {
        self.id = id
        self.state = state
        self.issuedOn = issuedOn
    }

    /// The words for what becomes of a code.
    public static let states = ["waiting", "used", "expired", "withdrawn"]

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "ExposureCode", "What became of a code: never whose it is, and never the code itself.",
        [
            .required("id", .text(100), "Its identifier."),
            .required("state", .oneOf(states), "What became of it."),
            .required("issuedOn", .day, "The UTC day on which it was issued."),
        ])
    /// An example with every optional property present.
    public static let example = ExposureCodeBody(id: "c5Tn8bXw1RyU", state: "waiting", issuedOn: "2026-11-20")
}

/// What became of the codes of the last weeks.
public struct ExposureCodesBody: APIBody {
    /// The codes, the newest first.
    public var codes: [ExposureCodeBody]

    /// What became of the codes of the last weeks.
    public init(codes: [ExposureCodeBody]) {
        self.codes = codes
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "ExposureCodes", "What became of the codes of the last weeks.",
        [.required("codes", .list(of: ExposureCodeBody.schema), "The codes, the newest first.")])
    /// An example with every optional property present.
    public static let example = ExposureCodesBody(codes: [.example])
}

/// What the authority reads from a phone.
public struct CaseTextBody: APIBody {
    /// The text of the QR code: an address that ends in `#case=V1.…`, or the part from `V1.` on.
    public var text: String

    /// What the authority reads from a phone.
    public init(text: String) {
        self.text = text
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "CaseText", "What the authority reads from a phone; it travels in a body, never in an address.",
        [
            .required(
                "text", .text(1000), "The text of the QR code: an address that ends in `#case=V1.…`, or from `V1.` on.")
        ])
    /// An example with every optional property present.
    public static let example = CaseTextBody(
        text: "V1.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8AAFFIAAECAwQFBgcICQoLDA0ODw")
}

/// A case that the authority registered: days and a state, and nothing that says whose it is.
public struct HealthCaseBody: APIBody {
    /// Its identifier.
    public var id: String
    /// How it stands, one of `states`.
    public var state: String
    /// The first UTC day whose contacts are warned.
    public var firstDay: String
    /// The UTC day on which it was registered, the last one whose contacts are warned.
    public var registeredOn: String
    /// The UTC day on which somebody decided.
    public var decidedOn: String?
    /// The words that the phone shows as well; nil once it is decided.
    public var checkWords: String?

    /// A case that the authority registered.
    public init(
        id: String, state: String, firstDay: String, registeredOn: String, decidedOn: String?, checkWords: String?
    ) {
        self.id = id
        self.state = state
        self.firstDay = firstDay
        self.registeredOn = registeredOn
        self.decidedOn = decidedOn
        self.checkWords = checkWords
    }

    /// The words for how a case stands; one without a decision expires after three days.
    public static let states = ["pending", "approved", "rejected", "expired"]

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "HealthCase", "A case that the authority registered: days and a state, and nothing that says whose it is.",
        [
            .required("id", .text(100), "Its identifier."),
            .required("state", .oneOf(states), "How it stands."),
            .required("firstDay", .day, "The first UTC day whose contacts are warned."),
            .required("registeredOn", .day, "The UTC day on which it was registered; contacts until then are warned."),
            .optional("decidedOn", .day, "The UTC day on which somebody decided."),
            .optional("checkWords", .text(9), "What the phone shows as well; missing once it is decided."),
        ])
    /// An example with every optional property present.
    public static let example = HealthCaseBody(
        id: "k5Tn8bXw1RyU", state: "pending", firstDay: "2026-11-07", registeredOn: "2026-11-20",
        decidedOn: "2026-11-20", checkWords: "4F2A-91C0")
}

/// A case that was just read from a phone.
public struct RegisteredCaseBody: APIBody {
    /// The case.
    public var registered: HealthCaseBody
    /// Whether it had been registered before and is still to be decided.
    public var isDuplicate: Bool

    /// A case that was just read from a phone.
    public init(registered: HealthCaseBody, isDuplicate: Bool) {
        self.registered = registered
        self.isDuplicate = isDuplicate
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "RegisteredCase", "A case that was just read from a phone.",
        [
            .required("registered", HealthCaseBody.schema, "The case."),
            .required("isDuplicate", .boolean, "Whether it had been registered before and is still to be decided."),
        ])
    /// An example with every optional property present.
    public static let example = RegisteredCaseBody(registered: .example, isDuplicate: false)
}

/// The cases of the last weeks.
public struct HealthCasesBody: APIBody {
    /// The cases, those of the last day first.
    public var cases: [HealthCaseBody]

    /// The cases of the last weeks.
    public init(cases: [HealthCaseBody]) {
        self.cases = cases
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "HealthCases", "The cases of the last weeks.",
        [.required("cases", .list(of: HealthCaseBody.schema), "The cases, those of the last day first.")])
    /// An example with every optional property present.
    public static let example = HealthCasesBody(cases: [.example])
}
