// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// How somebody stands in the simulated centre.
package enum DemoPersonState: String, CaseIterable, Codable, Sendable {
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
    package static let schema: Schema = .oneOf(["clear", "infected", "warned", "due", "needless"])
}

/// How tracing goes in the simulated centre, and who has learned what.
package struct DemoExposureBody: APIBody {
    /// The simulation's clock.
    package var at: Timestamp
    /// When the infected visitors report.
    package var reportAt: Timestamp
    /// How many reports the server has taken.
    package var reported: Int
    /// Visitors whose phones have warned them.
    package var warned: Int
    /// Visitors who were within 2 m of an infected one in three windows of five minutes of one day, truly.
    package var shouldHaveBeenWarned: Int
    /// Visitors who were warned and should have been.
    package var warnedOfThose: Int
    /// Visitors who were warned and need not have been.
    package var falseWarnings: Int
    /// Each visitor, by number; `due` was near and is not warned, `needless` is warned and was not near.
    package var people: [DemoPersonState]
    /// How the warnings spread, one entry for each batch since the report.
    package var spread: [DemoWarningsBody]
    /// What reports of guests have come to, which all the other figures leave out.
    package var guests: DemoGuestWarningsBody
    /// What an eavesdropper at an entrance has learned.
    package var eavesdropper: DemoEavesdropperBody
    /// What the server has learned.
    package var server: DemoServerKnowledgeBody
    /// What the health authority has learned.
    package var authority: DemoAuthorityKnowledgeBody

    /// How tracing goes in the simulated centre, and who has learned what.
    package init(
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
    package static let schema: Schema = .object(
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
package struct DemoWarningsBody: APIBody {
    /// When the batch was released.
    package var release: Timestamp
    /// Visitors warned by then.
    package var warned: Int

    /// How many were warned once a batch had been compared.
    package init(release: Timestamp, warned: Int) {
        self.release = release
        self.warned = warned
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DemoWarnings",
        [
            .required("release", .dateTime),
            .required("warned", .count),
        ])
}

/// What the reports of guests have come to.
package struct DemoGuestWarningsBody: APIBody {
    /// Reports of guests that the server has taken.
    package var reported: Int
    /// Visitors whose phones have warned them of a guest.
    package var warnedVisitors: Int
    /// Guests whose phones have warned them, of whomever.
    package var warnedGuests: Int
    /// Visitors and guests who were as long within 2 m of one of these guests.
    package var shouldHaveBeenWarned: Int

    /// What the reports of guests have come to.
    package init(reported: Int, warnedVisitors: Int, warnedGuests: Int, shouldHaveBeenWarned: Int) {
        self.reported = reported
        self.warnedVisitors = warnedVisitors
        self.warnedGuests = warnedGuests
        self.shouldHaveBeenWarned = shouldHaveBeenWarned
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DemoGuestWarnings",
        [
            .required("reported", .count),
            .required("warnedVisitors", .count),
            .required("warnedGuests", .count),
            .required("shouldHaveBeenWarned", .count),
        ])
}

/// What somebody with a receiver at an entrance has learned.
package struct DemoEavesdropperBody: APIBody {
    /// Different identifiers that were heard.
    package var identifiers: Int
    /// The most identifiers of one phone that can be joined by what it sends; each lasts 15 minutes.
    package var longestChainBefore: Int
    /// The most identifiers of one phone that can be joined once the published keys are known.
    package var longestChainAfter: Int
    /// Phones of which identifiers can be joined by the published keys.
    package var devicesLinked: Int

    /// What somebody with a receiver at an entrance has learned.
    package init(identifiers: Int, longestChainBefore: Int, longestChainAfter: Int, devicesLinked: Int) {
        self.identifiers = identifiers
        self.longestChainBefore = longestChainBefore
        self.longestChainAfter = longestChainAfter
        self.devicesLinked = devicesLinked
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DemoEavesdropper",
        [
            .required("identifiers", .count),
            .required("longestChainBefore", .count),
            .required("longestChainAfter", .count),
            .required("devicesLinked", .count),
        ])
}

/// What is found in the server's database when it is searched from outside.
package struct DemoServerKnowledgeBody: APIBody {
    /// Rows of the tables that belong to tracing, by table.
    package var rows: [String: Int]
    /// Keys that are published.
    package var keys: Int
    /// Rows, of all tables, in which an identifier of any phone was found.
    package var contacts: Int

    /// What is found in the server's database when it is searched from outside.
    package init(rows: [String: Int], keys: Int, contacts: Int) {
        self.rows = rows
        self.keys = keys
        self.contacts = contacts
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DemoServerKnowledge",
        [
            .required("rows", .map(of: .count)),
            .required("keys", .count),
            .required("contacts", .count),
        ])
}

/// What the health authority has learned.
package struct DemoAuthorityKnowledgeBody: APIBody {
    /// Codes that it has given.
    package var codesIssued: Int
    /// Codes that were used.
    package var codesUsed: Int
    /// Rows of its tables that name an account.
    package var names: Int
    /// Rows, of all tables, that name an account beside a published key.
    package var keysBesideNames: Int

    /// What the health authority has learned.
    package init(codesIssued: Int, codesUsed: Int, names: Int, keysBesideNames: Int) {
        self.codesIssued = codesIssued
        self.codesUsed = codesUsed
        self.names = names
        self.keysBesideNames = keysBesideNames
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DemoAuthorityKnowledge",
        [
            .required("codesIssued", .count),
            .required("codesUsed", .count),
            .required("names", .count),
            .required("keysBesideNames", .count),
        ])
}

/// A code of the simulated health authority, to try a report with.
package struct DemoCodeBody: APIBody {
    /// Twelve digits; it can be used once.
    package var code: String
    /// When it can no longer be used, by the simulation's clock.
    package var expiresAt: Timestamp

    /// A code of the simulated health authority, to try a report with.
    package init(code: String, expiresAt: Timestamp) {
        self.code = code
        self.expiresAt = expiresAt
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DemoCode",
        [
            .required("code", .text(12)),
            .required("expiresAt", .dateTime),
        ])
}
