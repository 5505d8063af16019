// Written by `make api` from the table in API/; edit that, not this.
import Time

/// How somebody stands in the simulated centre.
public enum DemoPersonState: String, CaseIterable, Codable, Sendable {
    /// Neither infected nor concerned.
    case clear
    /// Infected.
    case infected
    /// Warned, and rightly.
    case warned
    /// Not warned, and ought to be.
    case due
    /// Warned without need.
    case needless

    /// The shape in JSON.
    public static let schema: Schema = .oneOf(["clear", "infected", "warned", "due", "needless"])
}

/// How tracing goes in the simulated centre, and who has learned what.
public struct DemoExposureBody: APIBody {
    /// The simulation's clock.
    public var at: Timestamp
    /// When the infected visitors report.
    public var reportAt: Timestamp
    /// How many reports the server has taken.
    public var reported: Int
    /// Visitors whose phones have warned them.
    public var warned: Int
    /// Visitors who were within 2 m of an infected one in three windows of five minutes of one day, truly.
    public var shouldHaveBeenWarned: Int
    /// Visitors who were warned and should have been.
    public var warnedOfThose: Int
    /// Visitors who were warned and need not have been.
    public var falseWarnings: Int
    /// Each visitor, by number; `due` was near and is not warned, `needless` is warned and was not near.
    public var people: [DemoPersonState]
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

    /// How tracing goes in the simulated centre, and who has learned what.
    public init(
        at: Timestamp, reportAt: Timestamp, reported: Int, warned: Int, shouldHaveBeenWarned: Int, warnedOfThose: Int,
        falseWarnings: Int, people: [DemoPersonState], spread: [DemoWarningsBody], guests: DemoGuestWarningsBody,
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

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "DemoExposure",
        [
            .required("at", .dateTime),
            .required("reportAt", .dateTime),
            .required("reported", .count),
            .required("warned", .count),
            .required("shouldHaveBeenWarned", .count),
            .required("warnedOfThose", .count),
            .required("falseWarnings", .count),
            .required("people", .list(of: DemoPersonState.schema, atMost: 5000)),
            .required("spread", .list(of: DemoWarningsBody.schema, atMost: 1000)),
            .required("guests", DemoGuestWarningsBody.schema),
            .required("eavesdropper", DemoEavesdropperBody.schema),
            .required("server", DemoServerKnowledgeBody.schema),
            .required("authority", DemoAuthorityKnowledgeBody.schema),
        ])
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
    public static let schema: Schema = .object(
        "DemoWarnings",
        [
            .required("release", .dateTime),
            .required("warned", .count),
        ])
}

/// What the reports of guests have come to.
public struct DemoGuestWarningsBody: APIBody {
    /// Reports of guests that the server has taken.
    public var reported: Int
    /// Visitors whose phones have warned them of a guest.
    public var warnedVisitors: Int
    /// Guests whose phones have warned them, of whomever.
    public var warnedGuests: Int
    /// Visitors and guests who were as long within 2 m of one of these guests.
    public var shouldHaveBeenWarned: Int

    /// What the reports of guests have come to.
    public init(reported: Int, warnedVisitors: Int, warnedGuests: Int, shouldHaveBeenWarned: Int) {
        self.reported = reported
        self.warnedVisitors = warnedVisitors
        self.warnedGuests = warnedGuests
        self.shouldHaveBeenWarned = shouldHaveBeenWarned
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "DemoGuestWarnings",
        [
            .required("reported", .count),
            .required("warnedVisitors", .count),
            .required("warnedGuests", .count),
            .required("shouldHaveBeenWarned", .count),
        ])
}

/// What somebody with a receiver at an entrance has learned.
public struct DemoEavesdropperBody: APIBody {
    /// Different identifiers that were heard.
    public var identifiers: Int
    /// The most identifiers of one phone that can be joined by what it sends; each lasts 15 minutes.
    public var longestChainBefore: Int
    /// The most identifiers of one phone that can be joined once the published keys are known.
    public var longestChainAfter: Int
    /// Phones of which identifiers can be joined by the published keys.
    public var devicesLinked: Int

    /// What somebody with a receiver at an entrance has learned.
    public init(identifiers: Int, longestChainBefore: Int, longestChainAfter: Int, devicesLinked: Int) {
        self.identifiers = identifiers
        self.longestChainBefore = longestChainBefore
        self.longestChainAfter = longestChainAfter
        self.devicesLinked = devicesLinked
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "DemoEavesdropper",
        [
            .required("identifiers", .count),
            .required("longestChainBefore", .count),
            .required("longestChainAfter", .count),
            .required("devicesLinked", .count),
        ])
}

/// What is found in the server's database when it is searched from outside.
public struct DemoServerKnowledgeBody: APIBody {
    /// Rows of the tables that belong to tracing, by table.
    public var rows: [String: Int]
    /// Keys that are published.
    public var keys: Int
    /// Rows, of all tables, in which an identifier of any phone was found.
    public var contacts: Int

    /// What is found in the server's database when it is searched from outside.
    public init(rows: [String: Int], keys: Int, contacts: Int) {
        self.rows = rows
        self.keys = keys
        self.contacts = contacts
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "DemoServerKnowledge",
        [
            .required("rows", .map(of: .count)),
            .required("keys", .count),
            .required("contacts", .count),
        ])
}

/// What the health authority has learned.
public struct DemoAuthorityKnowledgeBody: APIBody {
    /// Codes that it has given.
    public var codesIssued: Int
    /// Codes that were used.
    public var codesUsed: Int
    /// Rows of its tables that name an account.
    public var names: Int
    /// Rows, of all tables, that name an account beside a published key.
    public var keysBesideNames: Int

    /// What the health authority has learned.
    public init(codesIssued: Int, codesUsed: Int, names: Int, keysBesideNames: Int) {
        self.codesIssued = codesIssued
        self.codesUsed = codesUsed
        self.names = names
        self.keysBesideNames = keysBesideNames
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "DemoAuthorityKnowledge",
        [
            .required("codesIssued", .count),
            .required("codesUsed", .count),
            .required("names", .count),
            .required("keysBesideNames", .count),
        ])
}

/// A code of the simulated health authority, to try a report with.
public struct DemoCodeBody: APIBody {
    /// Twelve digits; it can be used once.
    public var code: String
    /// When it can no longer be used, by the simulation's clock.
    public var expiresAt: Timestamp

    /// A code of the simulated health authority, to try a report with.
    public init(code: String, expiresAt: Timestamp) {
        self.code = code
        self.expiresAt = expiresAt
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "DemoCode",
        [
            .required("code", .text(12)),
            .required("expiresAt", .dateTime),
        ])
}
