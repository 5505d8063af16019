// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What became of a code.
package enum ExposureCodeState: String, CaseIterable, Codable, Sendable {
    /// It can be used.
    case waiting
    /// It was used.
    case used
    /// Its time is over.
    case expired
    /// It was withdrawn.
    case withdrawn

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["waiting", "used", "expired", "withdrawn"])
}

/// What became of a case.
package enum HealthCaseState: String, CaseIterable, Codable, Sendable {
    /// It waits for a decision.
    case pending
    /// Its key is published.
    case approved
    /// Its key was deleted.
    case rejected
    /// Nobody decided in time.
    case expired

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["pending", "approved", "rejected", "expired"])
}

/// Whether the anomaly brake holds uploads back.
package enum HealthBrakeState: String, CaseIterable, Codable, Sendable {
    /// Uploads are published as they come.
    case watching
    /// Uploads are held until somebody decides.
    case holding

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["watching", "holding"])
}

/// Who did something.
package enum AuditActorKind: String, CaseIterable, Codable, Sendable {
    /// Somebody of the staff.
    case account
    /// Whoever runs the machine.
    case `operator`
    /// The server by itself.
    case server

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["account", "operator", "server"])
}

/// A code that has just been issued; it is told this once.
package struct IssuedCodeBody: APIBody {
    /// The identifier under which the console lists it.
    package var id: String
    /// The 12 digits for the person who tested positive.
    package var code: String
    /// The first instant at which it is worth nothing any more.
    package var expiresAt: Timestamp

    /// A code that has just been issued; it is told this once.
    package init(id: String, code: String, expiresAt: Timestamp) {
        self.id = id
        self.code = code
        self.expiresAt = expiresAt
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "IssuedCode",
        [
            .required("id", .text(100)),
            .required("code", .text(12)),
            .required("expiresAt", .dateTime),
        ])
}

/// The day on which symptoms began, to be kept beside a code that waits.
package struct CodeOnsetBody: APIBody {
    /// The UTC day, of the last 21, such as `2026-11-18`; missing to forget one that was entered.
    package var onset: String?

    /// The day on which symptoms began, to be kept beside a code that waits.
    package init(onset: String? = nil) {
        self.onset = onset
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "CodeOnset",
        [
            .optional("onset", .text(10))
        ])
}

/// What became of a code: never whose it is, and never the code itself.
package struct ExposureCodeBody: APIBody {
    /// Its identifier.
    package var id: String
    /// What became of it.
    package var state: ExposureCodeState
    /// The UTC day on which it was issued.
    package var issuedOn: String

    /// What became of a code: never whose it is, and never the code itself.
    package init(id: String, state: ExposureCodeState, issuedOn: String) {
        self.id = id
        self.state = state
        self.issuedOn = issuedOn
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ExposureCode",
        [
            .required("id", .text(100)),
            .required("state", ExposureCodeState.schema),
            .required("issuedOn", .text(10)),
        ])
}

/// What became of the codes of the last weeks.
package struct ExposureCodesBody: APIBody {
    /// The codes, the newest first.
    package var codes: [ExposureCodeBody]

    /// What became of the codes of the last weeks.
    package init(codes: [ExposureCodeBody]) {
        self.codes = codes
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ExposureCodes",
        [
            .required("codes", .list(of: ExposureCodeBody.schema))
        ])
}

/// What the authority reads from a phone; it travels in a body, never in an address.
package struct CaseTextBody: APIBody {
    /// The text of the QR code: an address that ends in `#case=V1.…`, or from `V1.` on.
    package var text: String

    /// What the authority reads from a phone; it travels in a body, never in an address.
    package init(text: String) {
        self.text = text
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "CaseText",
        [
            .required("text", .text(1000))
        ])
}

/// A case that the authority registered: days and a state, and nothing that says whose it is.
package struct HealthCaseBody: APIBody {
    /// Its identifier.
    package var id: String
    /// How it stands.
    package var state: HealthCaseState
    /// The first UTC day whose contacts are warned.
    package var firstDay: String
    /// The UTC day on which it was registered; contacts until then are warned.
    package var registeredOn: String
    /// The UTC day on which somebody decided.
    package var decidedOn: String?
    /// What the phone shows as well; missing once it is decided.
    package var checkWords: String?

    /// A case that the authority registered: days and a state, and nothing that says whose it is.
    package init(
        id: String, state: HealthCaseState, firstDay: String, registeredOn: String, decidedOn: String? = nil,
        checkWords: String? = nil
    ) {
        self.id = id
        self.state = state
        self.firstDay = firstDay
        self.registeredOn = registeredOn
        self.decidedOn = decidedOn
        self.checkWords = checkWords
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "HealthCase",
        [
            .required("id", .text(100)),
            .required("state", HealthCaseState.schema),
            .required("firstDay", .text(10)),
            .required("registeredOn", .text(10)),
            .optional("decidedOn", .text(10)),
            .optional("checkWords", .text(9)),
        ])
}

/// A case that was just read from a phone.
package struct RegisteredCaseBody: APIBody {
    /// The case.
    package var registered: HealthCaseBody
    /// Whether it had been registered before and is still to be decided.
    package var isDuplicate: Bool

    /// A case that was just read from a phone.
    package init(registered: HealthCaseBody, isDuplicate: Bool) {
        self.registered = registered
        self.isDuplicate = isDuplicate
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "RegisteredCase",
        [
            .required("registered", HealthCaseBody.schema),
            .required("isDuplicate", .boolean),
        ])
}

/// The cases of the last weeks.
package struct HealthCasesBody: APIBody {
    /// The cases, those of the last day first.
    package var cases: [HealthCaseBody]

    /// The cases of the last weeks.
    package init(cases: [HealthCaseBody]) {
        self.cases = cases
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "HealthCases",
        [
            .required("cases", .list(of: HealthCaseBody.schema))
        ])
}

/// The anomaly brake: how many keys were uploaded, and what waits for a person's decision.
package struct BrakeBody: APIBody {
    /// Whether uploads are held back now.
    package var state: HealthBrakeState
    /// Keys that wait for a decision.
    package var held: Int
    /// More uploads than this in one batch are held back.
    package var limit: Int
    /// The batches of the last seven days, the oldest first.
    package var batches: [BrakeBatchBody]

    /// The anomaly brake: how many keys were uploaded, and what waits for a person's decision.
    package init(state: HealthBrakeState, held: Int, limit: Int, batches: [BrakeBatchBody]) {
        self.state = state
        self.held = held
        self.limit = limit
        self.batches = batches
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Brake",
        [
            .required("state", HealthBrakeState.schema),
            .required("held", .count),
            .required("limit", .count),
            .required("batches", .list(of: BrakeBatchBody.schema, atMost: 100)),
        ])
}

/// How many keys were uploaded for one batch.
package struct BrakeBatchBody: APIBody, Hashable {
    /// When the batch was, or is to be, published.
    package var release: Timestamp
    /// Uploads for it.
    package var uploads: Int
    /// Keys of it that wait for a decision now.
    package var held: Int

    /// How many keys were uploaded for one batch.
    package init(release: Timestamp, uploads: Int, held: Int) {
        self.release = release
        self.uploads = uploads
        self.held = held
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "BrakeBatch",
        [
            .required("release", .dateTime),
            .required("uploads", .count),
            .required("held", .count),
        ])
}

/// Who of the staff did what and when.
package struct AuditBody: APIBody {
    /// Whether no entry was changed or taken out since it was written.
    package var isIntact: Bool
    /// How many entries there are in all.
    package var total: Int
    /// The newest entries, the newest first.
    package var entries: [AuditEntryBody]

    /// Who of the staff did what and when.
    package init(isIntact: Bool, total: Int, entries: [AuditEntryBody]) {
        self.isIntact = isIntact
        self.total = total
        self.entries = entries
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Audit",
        [
            .required("isIntact", .boolean),
            .required("total", .count),
            .required("entries", .list(of: AuditEntryBody.schema)),
        ])
}

/// One thing that somebody did.
package struct AuditEntryBody: APIBody, Hashable {
    /// Its number, without gaps; what is counted on the present day gets one when the day is over.
    package var number: Int?
    /// When; the beginning of the day for what is known by its day alone.
    package var at: Timestamp
    /// Who: of the staff, at the machine itself, or the server.
    package var actor: AuditActorKind
    /// The e-mail address of the account that acted.
    package var email: String?
    /// What was done, a stable word such as `code.issued`.
    package var action: String
    /// How often on that day, for what is known by its day alone.
    package var times: Int?

    /// One thing that somebody did.
    package init(
        number: Int? = nil, at: Timestamp, actor: AuditActorKind, email: String? = nil, action: String,
        times: Int? = nil
    ) {
        self.number = number
        self.at = at
        self.actor = actor
        self.email = email
        self.action = action
        self.times = times
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "AuditEntry",
        [
            .optional("number", .count),
            .required("at", .dateTime),
            .required("actor", AuditActorKind.schema),
            .optional("email", .text(254)),
            .required("action", .text(100)),
            .optional("times", .count),
        ])
}
