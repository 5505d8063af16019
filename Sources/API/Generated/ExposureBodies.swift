// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What a phone tells its owner of tracing.
package enum TracingNoticeKind: String, CaseIterable, Codable, Sendable {
    /// Tracing works, and nothing was found.
    case heartbeat
    /// Nothing was found.
    case nothingFound
    /// Somebody near you later tested positive.
    case exposure
    /// Your report was taken.
    case reported
    /// Keys were published that the phone could not fetch.
    case missedBatches

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["heartbeat", "nothingFound", "exposure", "reported", "missedBatches"])
}

/// How much an encounter counts.
package enum ExposureGrade: String, CaseIterable, Codable, Sendable {
    /// Short, or perhaps not within two metres.
    case low
    /// Likely and for a while.
    case medium
    /// Very likely, or for long.
    case high

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["low", "medium", "high"])
}

/// How the tracing of a phone stands.
package enum TracingStateName: String, CaseIterable, Codable, Sendable {
    /// It was never switched on, or everything was deleted.
    case never
    /// It traces.
    case on
    /// It was switched off.
    case off
    /// A positive test was reported, which ended it.
    case reported

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["never", "on", "off", "reported"])
}

/// How the tracing of your phone stands: days and counts, never a place or a time of day.
package struct TracingBody: APIBody {
    /// Whether the phone traces; `reported` means that a report ended it.
    package var state: TracingStateName
    /// The UTC day on which that state began; missing for `never`.
    package var since: String?
    /// The phone's clock.
    package var now: Timestamp
    /// When published keys were last fetched and compared.
    package var lastSync: Timestamp?
    /// When that is due again; missing while tracing is off.
    package var nextSync: Timestamp?
    /// What was met on each day that the phone keeps, the oldest first and today last.
    package var contacts: [ContactDayBody]
    /// The days with a possible infection, the latest first.
    package var exposures: [ExposureDayBody]
    /// What the phone has told you, the latest first.
    package var notices: [TracingNoticeBody]
    /// The days that a report would cover; missing when there is nothing to report.
    package var reportable: ReportableDaysBody?
    /// How many shops and days a report could tell the venue, if you agree; missing when there are none.
    package var venueDays: Int?
    /// How many two-hour batches of published keys were wrong or missing when your phone asked for them, while a later
    /// one was compared; it asks for them again.
    ///
    /// Missing when there are none.
    package var gaps: Int?
    /// Whether the report codes of the phone's server end with a check digit; missing while that is not known.
    package var codesHaveCheckDigit: Bool?

    /// How the tracing of your phone stands: days and counts, never a place or a time of day.
    package init(
        state: TracingStateName, since: String? = nil, now: Timestamp, lastSync: Timestamp? = nil,
        nextSync: Timestamp? = nil, contacts: [ContactDayBody], exposures: [ExposureDayBody],
        notices: [TracingNoticeBody], reportable: ReportableDaysBody? = nil, venueDays: Int? = nil, gaps: Int? = nil,
        codesHaveCheckDigit: Bool? = nil
    ) {
        self.state = state
        self.since = since
        self.now = now
        self.lastSync = lastSync
        self.nextSync = nextSync
        self.contacts = contacts
        self.exposures = exposures
        self.notices = notices
        self.reportable = reportable
        self.venueDays = venueDays
        self.gaps = gaps
        self.codesHaveCheckDigit = codesHaveCheckDigit
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Tracing",
        [
            .required("state", TracingStateName.schema),
            .optional("since", .text(10)),
            .required("now", .dateTime),
            .optional("lastSync", .dateTime),
            .optional("nextSync", .dateTime),
            .required("contacts", .list(of: ContactDayBody.schema, atMost: 22)),
            .required("exposures", .list(of: ExposureDayBody.schema, atMost: 22)),
            .required("notices", .list(of: TracingNoticeBody.schema, atMost: 100)),
            .optional("reportable", ReportableDaysBody.schema),
            .optional("venueDays", .integer(1...500)),
            .optional("gaps", .integer(1...9_007_199_254_740_991)),
            .optional("codesHaveCheckDigit", .boolean),
        ])
}

/// How many contacts your phone had on one day.
package struct ContactDayBody: APIBody, Hashable {
    /// The UTC day.
    package var day: String
    /// How many days ago that was; 0 is today.
    package var daysAgo: Int
    /// Identifiers that were near for a while; one person has a new identifier every 15 minutes.
    package var contacts: Int

    /// How many contacts your phone had on one day.
    package init(day: String, daysAgo: Int, contacts: Int) {
        self.day = day
        self.daysAgo = daysAgo
        self.contacts = contacts
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ContactDay",
        [
            .required("day", .text(10)),
            .required("daysAgo", .count),
            .required("contacts", .count),
        ])
}

/// A day on which your phone was near the phone of somebody who later tested positive.
package struct ExposureDayBody: APIBody, Hashable {
    /// The UTC day.
    package var day: String
    /// How many days ago that was; 0 is today.
    package var daysAgo: Int
    /// The UTC day on which the phone found out.
    package var foundOn: String
    /// For about how many minutes.
    package var minutes: Int
    /// How sure the rule is that these were within two metres, in percent.
    package var probability: Int
    /// How grave it is, by minutes, probability and day.
    package var grade: ExposureGrade

    /// A day on which your phone was near the phone of somebody who later tested positive.
    package init(day: String, daysAgo: Int, foundOn: String, minutes: Int, probability: Int, grade: ExposureGrade) {
        self.day = day
        self.daysAgo = daysAgo
        self.foundOn = foundOn
        self.minutes = minutes
        self.probability = probability
        self.grade = grade
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ExposureDay",
        [
            .required("day", .text(10)),
            .required("daysAgo", .count),
            .required("foundOn", .text(10)),
            .required("minutes", .count),
            .required("probability", .integer(0...100)),
            .required("grade", ExposureGrade.schema),
        ])
}

/// Something that your phone has told you.
package struct TracingNoticeBody: APIBody, Hashable {
    /// What it is about.
    package var kind: TracingNoticeKind
    /// The UTC day on which it was told.
    package var day: String
    /// How many days ago that was; 0 is today.
    package var daysAgo: Int
    /// After how many days of tracing a heartbeat came: 2, 6 or 7.
    package var heartbeat: Int?
    /// How many two-hour batches of published keys could not be fetched any more.
    package var missed: Int?

    /// Something that your phone has told you.
    package init(kind: TracingNoticeKind, day: String, daysAgo: Int, heartbeat: Int? = nil, missed: Int? = nil) {
        self.kind = kind
        self.day = day
        self.daysAgo = daysAgo
        self.heartbeat = heartbeat
        self.missed = missed
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "TracingNotice",
        [
            .required("kind", TracingNoticeKind.schema),
            .required("day", .text(10)),
            .required("daysAgo", .count),
            .optional("heartbeat", .integer(1...21)),
            .optional("missed", .count),
        ])
}

/// The days whose encounters a report would warn.
package struct ReportableDaysBody: APIBody, Hashable {
    /// The first UTC day, at most 14 days ago.
    package var from: String
    /// The last UTC day: today.
    package var to: String

    /// The days whose encounters a report would warn.
    package init(from: String, to: String) {
        self.from = from
        self.to = to
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ReportableDays",
        [
            .required("from", .text(10)),
            .required("to", .text(10)),
        ])
}

/// Whether your phone shall trace.
package struct TracingSwitchBody: APIBody {
    /// Whether it shall.
    package var on: Bool

    /// Whether your phone shall trace.
    package init(on: Bool) {
        self.on = on
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "TracingSwitch",
        [
            .required("on", .boolean)
        ])
}

/// The one-time code with which the health authority lets you report.
package struct ReportCodeBody: APIBody {
    /// Twelve digits; spaces and hyphens between them are passed over.
    package var code: String
    /// Whether the venue may learn in which of its shops your phone proved to be on which day, each by itself at a
    /// random time and without a name; missing means no.
    package var venueDays: Bool?

    /// The one-time code with which the health authority lets you report.
    package init(code: String, venueDays: Bool? = nil) {
        self.code = code
        self.venueDays = venueDays
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ReportCode",
        [
            .required("code", .text(40)),
            .optional("venueDays", .boolean),
        ])
}

/// What your phone shows to the health authority: a QR code, and words to compare.
package struct CaseCodeBody: APIBody {
    /// The text in the QR code; show it to nobody but the authority.
    package var url: String
    /// What phone and console both show, to compare.
    package var checkWords: String
    /// A row for each line from the top, a character for each module, `1` is dark; without a margin.
    package var modules: [String]

    /// What your phone shows to the health authority: a QR code, and words to compare.
    package init(url: String, checkWords: String, modules: [String]) {
        self.url = url
        self.checkWords = checkWords
        self.modules = modules
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "CaseCode",
        [
            .required("url", .text(2000)),
            .required("checkWords", .text(40)),
            .required("modules", .list(of: .text(177), atMost: 177)),
        ])
}

/// What a phone must know of a server to fetch and to check its batches of keys.
package struct ExposureParametersBody: APIBody {
    /// The public key of the signatures (ES256), in PEM form.
    package var publicKey: String
    /// How many seconds lie between two batches.
    package var batchSeconds: Int
    /// For how many days a batch can be fetched.
    package var retentionDays: Int
    /// Whether every report code ends with a check digit by Damm's table, so that a phone finds a mistyped code before
    /// it sends anything; missing means no.
    package var codesHaveCheckDigit: Bool?

    /// What a phone must know of a server to fetch and to check its batches of keys.
    package init(publicKey: String, batchSeconds: Int, retentionDays: Int, codesHaveCheckDigit: Bool? = nil) {
        self.publicKey = publicKey
        self.batchSeconds = batchSeconds
        self.retentionDays = retentionDays
        self.codesHaveCheckDigit = codesHaveCheckDigit
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ExposureParameters",
        [
            .required("publicKey", .text(1000)),
            .required("batchSeconds", .count),
            .required("retentionDays", .count),
            .optional("codesHaveCheckDigit", .boolean),
        ])
}
