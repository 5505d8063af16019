import Time

/// How tracing goes in the simulated centre: who was warned, who should have been, and who has learned what.
public struct DemoExposureBody: APIBody {
    /// The simulation's clock.
    public var at: Timestamp
    /// When the infected visitors report.
    public var reportAt: Timestamp
    /// How many reports the server has taken.
    public var reported: Int
    /// Visitors whose phones have warned them.
    public var warned: Int
    /// Visitors who were near an infected one for long enough, by their true positions.
    public var shouldHaveBeenWarned: Int
    /// Visitors who were warned and should have been.
    public var warnedOfThose: Int
    /// Visitors who were warned and need not have been.
    public var falseWarnings: Int
    /// How each visitor stands, by number: one of `states`.
    public var people: [String]
    /// How the warnings spread, one entry for each batch since the report.
    public var spread: [DemoWarningsBody]
    /// What reports of guests have come to, which all the other figures leave out.
    public var guests: DemoGuestWarningsBody
    /// What an eavesdropper at an entrance has learned.
    public var eavesdropper: DemoEavesdropperBody
    /// What the server has learned.
    public var server: DemoServerKnowledgeBody
    /// What the health authority has learned.
    public var authority: DemoAuthorityKnowledgeBody

    /// How tracing goes in the simulated centre.
    public init(
        at: Timestamp, reportAt: Timestamp, reported: Int, warned: Int, shouldHaveBeenWarned: Int, warnedOfThose: Int,
        falseWarnings: Int, people: [String], spread: [DemoWarningsBody], guests: DemoGuestWarningsBody,
        eavesdropper: DemoEavesdropperBody, server: DemoServerKnowledgeBody, authority: DemoAuthorityKnowledgeBody
    ) {
        self.at = at
        self.reportAt = reportAt
        self.reported = reported
        self.warned = warned
        self.shouldHaveBeenWarned = shouldHaveBeenWarned
        self.warnedOfThose = warnedOfThose
        self.falseWarnings = falseWarnings
        self.people = people
        self.spread = spread
        self.guests = guests
        self.eavesdropper = eavesdropper
        self.server = server
        self.authority = authority
    }

    /// How a visitor can stand: not concerned, infected, near an infected one and warned, near and not warned, warned
    /// without having been near.
    public static let states = ["clear", "infected", "warned", "due", "needless"]

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "DemoExposure", "How tracing goes in the simulated centre, and who has learned what.",
        [
            .required("at", .dateTime, "The simulation's clock."),
            .required("reportAt", .dateTime, "When the infected visitors report."),
            .required("reported", .count, "How many reports the server has taken."),
            .required("warned", .count, "Visitors whose phones have warned them."),
            .required(
                "shouldHaveBeenWarned", .count,
                "Visitors who were within 2 m of an infected one in three windows of five minutes of one day, truly."),
            .required("warnedOfThose", .count, "Visitors who were warned and should have been."),
            .required("falseWarnings", .count, "Visitors who were warned and need not have been."),
            .required(
                "people", .list(of: .oneOf(states), atMost: 5000),
                "Each visitor, by number; `due` was near and is not warned, `needless` is warned and was not near."),
            .required(
                "spread", .list(of: DemoWarningsBody.schema, atMost: 1000),
                "How the warnings spread, one entry for each batch since the report."),
            .required(
                "guests", DemoGuestWarningsBody.schema,
                "What reports of guests have come to, which all the other figures leave out."),
            .required("eavesdropper", DemoEavesdropperBody.schema, "What an eavesdropper at an entrance has learned."),
            .required("server", DemoServerKnowledgeBody.schema, "What the server has learned."),
            .required("authority", DemoAuthorityKnowledgeBody.schema, "What the health authority has learned."),
        ])
    /// An example with every optional property present.
    public static let example = DemoExposureBody(
        at: Example.later, reportAt: Example.now, reported: 2, warned: 7, shouldHaveBeenWarned: 6, warnedOfThose: 6,
        falseWarnings: 1, people: states, spread: [.example], guests: .example, eavesdropper: .example,
        server: .example, authority: .example)
}

/// What the reports of guests in the simulated centre have come to.
public struct DemoGuestWarningsBody: APIBody {
    /// Reports of guests that the server has taken.
    public var reported: Int
    /// Visitors whose phones have warned them of a guest.
    public var warnedVisitors: Int
    /// Guests whose phones have warned them, of whomever.
    public var warnedGuests: Int
    /// Visitors and guests who were near one of these guests for long enough, by their true positions.
    public var shouldHaveBeenWarned: Int

    /// What the reports of guests have come to.
    public init(reported: Int, warnedVisitors: Int, warnedGuests: Int, shouldHaveBeenWarned: Int) {
        self.reported = reported
        self.warnedVisitors = warnedVisitors
        self.warnedGuests = warnedGuests
        self.shouldHaveBeenWarned = shouldHaveBeenWarned
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "DemoGuestWarnings", "What the reports of guests have come to.",
        [
            .required("reported", .count, "Reports of guests that the server has taken."),
            .required("warnedVisitors", .count, "Visitors whose phones have warned them of a guest."),
            .required("warnedGuests", .count, "Guests whose phones have warned them, of whomever."),
            .required(
                "shouldHaveBeenWarned", .count,
                "Visitors and guests who were as long within 2 m of one of these guests."),
        ])
    /// An example with every optional property present.
    public static let example = DemoGuestWarningsBody(
        reported: 1, warnedVisitors: 2, warnedGuests: 1, shouldHaveBeenWarned: 3)
}

/// How many were warned once a batch had been compared.
public struct DemoWarningsBody: APIBody {
    /// When the batch was released.
    public var release: Timestamp
    /// Visitors warned by then.
    public var warned: Int

    /// How many were warned once a batch had been compared.
    public init(release: Timestamp, warned: Int) {
        self.release = release
        self.warned = warned
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "DemoWarnings", "How many were warned once a batch had been compared.",
        [
            .required("release", .dateTime, "When the batch was released."),
            .required("warned", .count, "Visitors warned by then."),
        ])
    /// An example with every optional property present.
    public static let example = DemoWarningsBody(release: Example.later, warned: 7)
}

/// What somebody with a receiver at an entrance of the simulated centre has learned.
public struct DemoEavesdropperBody: APIBody {
    /// Different identifiers that were heard.
    public var identifiers: Int
    /// The most identifiers of one phone that can be joined by what the phones send.
    public var longestChainBefore: Int
    /// The most identifiers of one phone that can be joined once the published keys are known.
    public var longestChainAfter: Int
    /// Phones of which identifiers can be joined by the published keys.
    public var devicesLinked: Int

    /// What an eavesdropper has learned.
    public init(identifiers: Int, longestChainBefore: Int, longestChainAfter: Int, devicesLinked: Int) {
        self.identifiers = identifiers
        self.longestChainBefore = longestChainBefore
        self.longestChainAfter = longestChainAfter
        self.devicesLinked = devicesLinked
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "DemoEavesdropper", "What somebody with a receiver at an entrance has learned.",
        [
            .required("identifiers", .count, "Different identifiers that were heard."),
            .required(
                "longestChainBefore", .count,
                "The most identifiers of one phone that can be joined by what it sends; each lasts 15 minutes."),
            .required(
                "longestChainAfter", .count,
                "The most identifiers of one phone that can be joined once the published keys are known."),
            .required("devicesLinked", .count, "Phones of which identifiers can be joined by the published keys."),
        ])
    /// An example with every optional property present.
    public static let example = DemoEavesdropperBody(
        identifiers: 734, longestChainBefore: 1, longestChainAfter: 9, devicesLinked: 2)
}

/// What is found in the simulated centre's database when it is searched from outside.
public struct DemoServerKnowledgeBody: APIBody {
    /// Rows of the tables that belong to tracing, by table.
    public var rows: [String: Int]
    /// Keys that are published.
    public var keys: Int
    /// Rows in which an identifier of any phone was found.
    public var contacts: Int

    /// What the server has learned.
    public init(rows: [String: Int], keys: Int, contacts: Int) {
        self.rows = rows
        self.keys = keys
        self.contacts = contacts
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "DemoServerKnowledge", "What is found in the server's database when it is searched from outside.",
        [
            .required("rows", .map(of: .count), "Rows of the tables that belong to tracing, by table."),
            .required("keys", .count, "Keys that are published."),
            .required("contacts", .count, "Rows, of all tables, in which an identifier of any phone was found."),
        ])
    /// An example with every optional property present.
    public static let example = DemoServerKnowledgeBody(
        rows: ["exposure_codes": 2, "exposure_keys": 2], keys: 2, contacts: 0)
}

/// What the health authority of the simulated centre has learned.
public struct DemoAuthorityKnowledgeBody: APIBody {
    /// Codes that it has given.
    public var codesIssued: Int
    /// Codes that were used.
    public var codesUsed: Int
    /// Rows of its tables that name an account.
    public var names: Int
    /// Rows, of all tables, that name an account beside a published key.
    public var keysBesideNames: Int

    /// What the authority has learned.
    public init(codesIssued: Int, codesUsed: Int, names: Int, keysBesideNames: Int) {
        self.codesIssued = codesIssued
        self.codesUsed = codesUsed
        self.names = names
        self.keysBesideNames = keysBesideNames
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "DemoAuthorityKnowledge", "What the health authority has learned.",
        [
            .required("codesIssued", .count, "Codes that it has given."),
            .required("codesUsed", .count, "Codes that were used."),
            .required("names", .count, "Rows of its tables that name an account."),
            .required("keysBesideNames", .count, "Rows, of all tables, that name an account beside a published key."),
        ])
    /// An example with every optional property present.
    public static let example = DemoAuthorityKnowledgeBody(
        codesIssued: 2, codesUsed: 2, names: 0, keysBesideNames: 0)
}

/// A code of the simulated centre's health authority, for a guest to try a report with.
public struct DemoCodeBody: APIBody {
    /// Twelve digits.
    public var code: String
    /// When it can no longer be used, by the simulation's clock.
    public var expiresAt: Timestamp

    /// A code to try a report with.
    public init(code: String, expiresAt: Timestamp) {
        self.code = code
        self.expiresAt = expiresAt
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "DemoCode", "A code of the simulated health authority, to try a report with.",
        [
            .required("code", .text(12), "Twelve digits; it can be used once."),
            .required("expiresAt", .dateTime, "When it can no longer be used, by the simulation's clock."),
        ])
    /// An example with every optional property present.
    public static let example = DemoCodeBody(code: "123456789012", expiresAt: Example.later)
}
