import Time

/// How the tracing of one phone stands, for its owner: days and counts, never an identifier, a place or a time of day.
public struct TracingBody: APIBody {
    /// Whether the phone traces, one of `states`.
    public var state: String
    /// The UTC day on which that state began; nil before tracing was ever switched on.
    public var since: String?
    /// The phone's clock.
    public var now: Timestamp
    /// When published keys were last fetched and compared; nil before the first time.
    public var lastSync: Timestamp?
    /// When that is due again; nil while tracing is off.
    public var nextSync: Timestamp?
    /// What was met on each of the days that the phone keeps, the oldest first and today last.
    public var contacts: [ContactDayBody]
    /// The days with a possible infection, the latest first.
    public var exposures: [ExposureDayBody]
    /// What the phone has told its owner, the latest first.
    public var notices: [TracingNoticeBody]
    /// The days that a report would cover; nil when there is nothing to report.
    public var reportable: ReportableDaysBody?
    /// How many shops and days a report could tell the venue, each shop on each day once; nil when there are none.
    public var venueDays: Int?

    /// How the tracing of one phone stands.
    public init(
        state: String, since: String?, now: Timestamp, lastSync: Timestamp?, nextSync: Timestamp?,
        contacts: [ContactDayBody], exposures: [ExposureDayBody], notices: [TracingNoticeBody],
        reportable: ReportableDaysBody?, venueDays: Int? = nil
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
    }

    /// The words for how tracing stands: never switched on, on, off, or ended by a report.
    public static let states = ["never", "on", "off", "reported"]

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Tracing", "How the tracing of your phone stands: days and counts, never a place or a time of day.",
        [
            .required("state", .oneOf(states), "Whether the phone traces; `reported` means that a report ended it."),
            .optional("since", .day, "The UTC day on which that state began; missing for `never`."),
            .required("now", .dateTime, "The phone's clock."),
            .optional("lastSync", .dateTime, "When published keys were last fetched and compared."),
            .optional("nextSync", .dateTime, "When that is due again; missing while tracing is off."),
            .required(
                "contacts", .list(of: ContactDayBody.schema, atMost: mostDays),
                "What was met on each day that the phone keeps, the oldest first and today last."),
            .required(
                "exposures", .list(of: ExposureDayBody.schema, atMost: mostDays),
                "The days with a possible infection, the latest first."),
            .required(
                "notices", .list(of: TracingNoticeBody.schema, atMost: 100),
                "What the phone has told you, the latest first."),
            .optional(
                "reportable", ReportableDaysBody.schema,
                "The days that a report would cover; missing when there is nothing to report."),
            .optional(
                "venueDays", .integer(1...500),
                "How many shops and days a report could tell the venue, if you agree; missing when there are none."),
        ])
    /// An example with every optional property present.
    public static let example = TracingBody(
        state: "on", since: "2026-11-07", now: Example.now, lastSync: Example.now, nextSync: Example.later,
        contacts: [.example], exposures: [.example], notices: [.example], reportable: .example,
        venueDays: 3)

    /// A phone keeps days for three weeks at most, and speaks of no more.
    private static let mostDays = 22
}

/// How many contacts a phone had on one day.
public struct ContactDayBody: APIBody, Hashable {
    /// The UTC day.
    public var day: String
    /// How many days ago that was; 0 is today.
    public var daysAgo: Int
    /// Contacts: identifiers that were near for a while; one person has a new identifier every 15 minutes.
    public var contacts: Int

    /// How many contacts a phone had on one day.
    public init(day: String, daysAgo: Int, contacts: Int) {
        self.day = day
        self.daysAgo = daysAgo
        self.contacts = contacts
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "ContactDay", "How many contacts your phone had on one day.",
        [
            .required("day", .day, "The UTC day."),
            .required("daysAgo", .count, "How many days ago that was; 0 is today."),
            .required(
                "contacts", .count,
                "Identifiers that were near for a while; one person has a new identifier every 15 minutes."),
        ])
    /// An example with every optional property present.
    public static let example = ContactDayBody(day: "2026-11-18", daysAgo: 3, contacts: 12)
}

/// A day on which a phone was near the phone of somebody who later tested positive.
public struct ExposureDayBody: APIBody, Hashable {
    /// The UTC day.
    public var day: String
    /// How many days ago that was; 0 is today.
    public var daysAgo: Int
    /// The UTC day on which the phone found out.
    public var foundOn: String
    /// For about how many minutes.
    public var minutes: Int
    /// How sure the rule is that these were within two metres, in percent.
    public var probability: Int
    /// How grave it is, one of `grades`.
    public var grade: String

    /// A day with a possible infection.
    public init(day: String, daysAgo: Int, foundOn: String, minutes: Int, probability: Int, grade: String) {
        self.day = day
        self.daysAgo = daysAgo
        self.foundOn = foundOn
        self.minutes = minutes
        self.probability = probability
        self.grade = grade
    }

    /// The words for how grave a day is.
    public static let grades = ["low", "medium", "high"]

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "ExposureDay", "A day on which your phone was near the phone of somebody who later tested positive.",
        [
            .required("day", .day, "The UTC day."),
            .required("daysAgo", .count, "How many days ago that was; 0 is today."),
            .required("foundOn", .day, "The UTC day on which the phone found out."),
            .required("minutes", .count, "For about how many minutes."),
            .required(
                "probability", .integer(0...100), "How sure the rule is that these were within two metres, in percent."),
            .required("grade", .oneOf(grades), "How grave it is, by minutes, probability and day."),
        ])
    /// An example with every optional property present.
    public static let example = ExposureDayBody(
        day: "2026-11-18", daysAgo: 3, foundOn: "2026-11-21", minutes: 25, probability: 71, grade: "medium")
}

/// Something that a phone has told its owner.
public struct TracingNoticeBody: APIBody, Hashable {
    /// What it is about, one of `kinds`.
    public var kind: String
    /// The UTC day on which it was told.
    public var day: String
    /// How many days ago that was; 0 is today.
    public var daysAgo: Int
    /// After how many days of tracing a heartbeat came: 2, 6 or 7; nil for the other kinds.
    public var heartbeat: Int?
    /// How many two-hour batches of published keys could not be fetched any more; nil for the other kinds.
    public var missed: Int?

    /// Something that a phone has told its owner.
    public init(kind: String, day: String, daysAgo: Int, heartbeat: Int? = nil, missed: Int? = nil) {
        self.kind = kind
        self.day = day
        self.daysAgo = daysAgo
        self.heartbeat = heartbeat
        self.missed = missed
    }

    /// The kinds: tracing works, a comparison that found nothing, a possible infection, a report that was sent, published
    /// keys that were missed.
    public static let kinds = ["heartbeat", "nothingFound", "exposure", "reported", "missedBatches"]

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "TracingNotice", "Something that your phone has told you.",
        [
            .required("kind", .oneOf(kinds), "What it is about."),
            .required("day", .day, "The UTC day on which it was told."),
            .required("daysAgo", .count, "How many days ago that was; 0 is today."),
            .optional(
                "heartbeat", .integer(1...21), "After how many days of tracing a heartbeat came: 2, 6 or 7."),
            .optional(
                "missed", .count, "How many two-hour batches of published keys could not be fetched any more."),
        ])
    /// An example with every optional property present.
    public static let example = TracingNoticeBody(
        kind: "heartbeat", day: "2026-11-21", daysAgo: 0, heartbeat: 6, missed: 1)
}

/// The days whose encounters a report would warn.
public struct ReportableDaysBody: APIBody, Hashable {
    /// The first UTC day: that of the oldest key that the phone holds and may publish.
    public var from: String
    /// The last UTC day: today.
    public var to: String

    /// The days whose encounters a report would warn.
    public init(from: String, to: String) {
        self.from = from
        self.to = to
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "ReportableDays", "The days whose encounters a report would warn.",
        [
            .required("from", .day, "The first UTC day, at most 14 days ago."),
            .required("to", .day, "The last UTC day: today."),
        ])
    /// An example with every optional property present.
    public static let example = ReportableDaysBody(from: "2026-11-07", to: "2026-11-21")
}

/// Whether a phone shall trace.
public struct TracingSwitchBody: APIBody {
    /// Whether it shall.
    public var on: Bool

    /// Whether a phone shall trace.
    public init(on: Bool) {
        self.on = on
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "TracingSwitch", "Whether your phone shall trace.",
        [.required("on", .boolean, "Whether it shall.")])
    /// An example with every optional property present.
    public static let example = TracingSwitchBody(on: true)
}

/// The one-time code with which the authority lets somebody report.
public struct ReportCodeBody: APIBody {
    /// Twelve digits; spaces and hyphens between them are passed over.
    public var code: String
    /// Whether the venue may learn in which of its shops the phone proved to be on which day; nil means no.
    public var venueDays: Bool?

    /// The code with which somebody reports.
    public init(code: String, venueDays: Bool? = nil) {
        self.code = code
        self.venueDays = venueDays
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "ReportCode", "The one-time code with which the health authority lets you report.",
        [
            .required("code", .text(40), "Twelve digits; spaces and hyphens between them are passed over."),
            .optional(
                "venueDays", .boolean,
                "Whether the venue may learn in which of its shops your phone proved to be on which day, each by itself at "
                    + "a random time and without a name; missing means no."),
        ])
    /// An example with every optional property present.
    public static let example = ReportCodeBody(code: "1234 5678 9012", venueDays: true)
}

/// What a phone shows to the authority instead of typing a code: a QR code with the words to compare.
public struct CaseCodeBody: APIBody {
    /// The text in the QR code; whoever reads it can recognise this phone's past days, so it is kept nowhere.
    public var url: String
    /// What phone and console both show, so that people can compare, such as `4F2A-91C0`.
    public var checkWords: String
    /// The QR code: a row for each line from the top, a character for each module, `1` is dark; without a margin.
    public var modules: [String]

    /// What a phone shows to the authority.
    public init(url: String, checkWords: String, modules: [String]) {
        self.url = url
        self.checkWords = checkWords
        self.modules = modules
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "CaseCode", "What your phone shows to the health authority: a QR code, and words to compare.",
        [
            .required("url", .text(2000), "The text in the QR code; show it to nobody but the authority."),
            .required("checkWords", .text(40), "What phone and console both show, to compare."),
            .required(
                "modules", .list(of: .text(177), atMost: 177),
                "A row for each line from the top, a character for each module, `1` is dark; without a margin."),
        ])
    /// An example with every optional property present.
    public static let example = CaseCodeBody(
        url: "https://cerca.example/console/health#case=V1.QUJD", checkWords: "4F2A-91C0",
        modules: ["101", "010", "101"])
}

extension Schema {
    /// A UTC day such as `2026-11-21`.
    static let day = Schema.text(10)
}
