// Written by `make api` from the table in API/; edit that, not this.

/// What happened when something was refused or failed (RFC 9457).
public struct ProblemBody: APIBody {
    /// Always `about:blank`: the code says more.
    public var type: String
    /// What happened, in a few words for people.
    public var title: String
    /// The HTTP status.
    public var status: Int
    /// What happened, for programs; it is stable.
    public var code: String
    /// What happened in this case, for people.
    public var detail: String?
    /// What is wrong in the body that was sent, and where.
    public var faults: [Fault]?
    /// What is to be sent with the code from a mail: only with `accounts.device_unapproved`.
    public var challenge: String?

    /// What happened when something was refused or failed (RFC 9457).
    public init(
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
    public static let schema: Schema = .object(
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
public struct Fault: APIBody, Hashable {
    /// Where, as a JSON path such as `$.shops[2].major`.
    public var path: String
    /// What is wrong.
    public var message: String

    /// A place in the body that was sent and what is wrong there.
    public init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "Fault",
        [
            .required("path", .text()),
            .required("message", .text()),
        ])
}
