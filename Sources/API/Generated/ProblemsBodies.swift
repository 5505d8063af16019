// Written by `make api` from the table in API/; edit that, not this.

/// What happened when something was refused or failed (RFC 9457).
package struct ProblemBody: APIBody {
    /// Always `about:blank`: the code says more.
    package var type: String
    /// What happened, in a few words for people.
    package var title: String
    /// The HTTP status.
    package var status: Int
    /// What happened, for programs; it is stable.
    package var code: String
    /// What happened in this case, for people.
    package var detail: String?
    /// What is wrong in the body that was sent, and where.
    package var faults: [Fault]?
    /// What is to be sent with the code from a mail: only with `accounts.device_unapproved` and
    /// `accounts.mailbox_unproved`.
    package var challenge: String?

    /// What happened when something was refused or failed (RFC 9457).
    package init(
        type: String, title: String, status: Int, code: String, detail: String? = nil, faults: [Fault]? = nil,
        challenge: String? = nil
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.code = code
        self.detail = detail
        self.faults = faults
        self.challenge = challenge
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Problem",
        [
            .required("type", .text()),
            .required("title", .text()),
            .required("status", .integer(400...599)),
            .required("code", .text(100)),
            .optional("detail", .text()),
            .optional("faults", .list(of: Fault.schema)),
            .optional("challenge", .text(100)),
        ])
}

/// A place in the body that was sent and what is wrong there.
package struct Fault: APIBody, Hashable {
    /// Where, as a JSON path such as `$.shops[2].major`.
    package var path: String
    /// What is wrong.
    package var message: String
    /// The stable name of what is wrong, in files of areas and cases.
    package var code: String?
    /// The values in the message by their names.
    package var values: [String: String]?

    /// A place in the body that was sent and what is wrong there.
    package init(path: String, message: String, code: String? = nil, values: [String: String]? = nil) {
        self.path = path
        self.message = message
        self.code = code
        self.values = values
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Fault",
        [
            .required("path", .text()),
            .required("message", .text()),
            .optional("code", .text(60)),
            .optional("values", .map(of: .text(200))),
        ])
}
