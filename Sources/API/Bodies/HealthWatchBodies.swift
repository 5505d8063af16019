import Time

/// The anomaly brake: how many keys were uploaded, and what waits for a person's decision.
public struct BrakeBody: APIBody {
    /// Whether uploads are held back now, one of `states`.
    public var state: String
    /// Keys that wait for a decision.
    public var held: Int
    /// More uploads than this in one batch are held back.
    public var limit: Int
    /// The batches of the last seven days, the oldest first.
    public var batches: [BrakeBatchBody]

    /// The anomaly brake.
    public init(state: String, held: Int, limit: Int, batches: [BrakeBatchBody]) {
        self.state = state
        self.held = held
        self.limit = limit
        self.batches = batches
    }

    /// The words for what the brake does.
    public static let states = ["watching", "holding"]

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Brake", "The anomaly brake: how many keys were uploaded, and what waits for a person's decision.",
        [
            .required("state", .oneOf(states), "Whether uploads are held back now."),
            .required("held", .count, "Keys that wait for a decision."),
            .required("limit", .count, "More uploads than this in one batch are held back."),
            .required(
                "batches", .list(of: BrakeBatchBody.schema, atMost: 100),
                "The batches of the last seven days, the oldest first."),
        ])
    /// An example with every optional property present.
    public static let example = BrakeBody(state: "watching", held: 0, limit: 40, batches: [.example])
}

/// How many keys were uploaded for one batch.
public struct BrakeBatchBody: APIBody, Hashable {
    /// When the batch was, or is to be, published.
    public var release: Timestamp
    /// Uploads for it.
    public var uploads: Int
    /// Keys of it that wait for a decision now.
    public var held: Int

    /// How many keys were uploaded for one batch.
    public init(release: Timestamp, uploads: Int, held: Int) {
        self.release = release
        self.uploads = uploads
        self.held = held
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "BrakeBatch", "How many keys were uploaded for one batch.",
        [
            .required("release", .dateTime, "When the batch was, or is to be, published."),
            .required("uploads", .count, "Uploads for it."),
            .required("held", .count, "Keys of it that wait for a decision now."),
        ])
    /// An example with every optional property present.
    public static let example = BrakeBatchBody(release: Example.now, uploads: 7, held: 0)
}

/// Who of the staff did what and when.
public struct AuditBody: APIBody {
    /// Whether no entry was changed or taken out since it was written.
    public var isIntact: Bool
    /// How many entries there are in all.
    public var total: Int
    /// The newest entries, the newest first.
    public var entries: [AuditEntryBody]

    /// Who of the staff did what and when.
    public init(isIntact: Bool, total: Int, entries: [AuditEntryBody]) {
        self.isIntact = isIntact
        self.total = total
        self.entries = entries
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Audit", "Who of the staff did what and when.",
        [
            .required("isIntact", .boolean, "Whether no entry was changed or taken out since it was written."),
            .required("total", .count, "How many entries there are in all."),
            .required("entries", .list(of: AuditEntryBody.schema), "The newest entries, the newest first."),
        ])
    /// An example with every optional property present.
    public static let example = AuditBody(isIntact: true, total: 1, entries: [.example])
}

/// One thing that somebody did.
public struct AuditEntryBody: APIBody, Hashable {
    /// Its number, without gaps; nil for what is counted on the present day and gets one when the day is over.
    public var number: Int?
    /// When; the beginning of the day for what is known by its day alone.
    public var at: Timestamp
    /// Who, one of `actors`.
    public var actor: String
    /// The e-mail address of the account that acted.
    public var email: String?
    /// What was done, a stable word.
    public var action: String
    /// How often on that day, for what is known by its day alone.
    public var times: Int?

    /// One thing that somebody did.
    public init(number: Int?, at: Timestamp, actor: String, email: String?, action: String, times: Int? = nil) {
        self.number = number
        self.at = at
        self.actor = actor
        self.email = email
        self.action = action
        self.times = times
    }

    /// The words for who acts: somebody of the staff, somebody at the machine, or the server by itself.
    public static let actors = ["account", "operator", "server"]

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "AuditEntry", "One thing that somebody did.",
        [
            .optional(
                "number", .count,
                "Its number, without gaps; what is counted on the present day gets one when the day is over."),
            .required("at", .dateTime, "When; the beginning of the day for what is known by its day alone."),
            .required("actor", .oneOf(actors), "Who: of the staff, at the machine itself, or the server."),
            .optional("email", .text(254), "The e-mail address of the account that acted."),
            .required("action", .text(100), "What was done, a stable word such as `code.issued`."),
            .optional("times", .count, "How often on that day, for what is known by its day alone."),
        ])
    /// An example with every optional property present.
    public static let example = AuditEntryBody(
        number: 12, at: Example.now, actor: "account", email: "eva@salud.example", action: "code.issued", times: 3)
}
