import Encodings

/// What an answer says when something was refused or failed (RFC 9457, with `code` and `faults` of ours).
public struct ProblemBody: APIBody, Error {
    /// `about:blank`: our codes say more than an address could.
    public var type = "about:blank"
    /// What happened, in a few words for people.
    public var title: String
    /// The HTTP status.
    public var status: Int
    /// What happened, for programs: one of `ProblemCode` in an answer of a server of this version.
    public var code: String
    /// What happened in this case, for people.
    public var detail: String?
    /// What is wrong in the body that was sent, and where.
    public var faults: [Fault]?
    /// What is to be sent with the code from a mail: only with `accounts.device_unapproved`.
    public var challenge: String?

    /// A problem.
    public init(
        title: String, status: Int, code: String, detail: String? = nil, faults: [Fault]? = nil,
        challenge: String? = nil
    ) {
        self.title = title
        self.status = status
        self.code = code
        self.detail = detail
        self.faults = faults
        self.challenge = challenge
    }

    /// The media type of a problem.
    public static let mediaType = "application/problem+json"

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Problem", "What happened when something was refused or failed (RFC 9457).",
        [
            .required("type", .text(), "Always `about:blank`: the code says more."),
            .required("title", .text(), "What happened, in a few words for people."),
            .required("status", .integer(400...599), "The HTTP status."),
            .required("code", .text(100), "What happened, for programs; it is stable."),
            .optional("detail", .text(), "What happened in this case, for people."),
            .optional("faults", .list(of: Fault.schema), "What is wrong in the body that was sent, and where."),
            .optional(
                "challenge", .text(100),
                "What is to be sent with the code from a mail: only with `accounts.device_unapproved`."),
        ])
    /// An example with every optional property present.
    public static let example: ProblemBody = {
        var problem = ProblemCode.requestInvalid.problem(detail: "The body has 1 fault.", faults: [.example])
        problem.challenge = "w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9"
        return problem
    }()

    /// Writes the same value as `Codable` would, without it: refusals must cost little.
    public func json() throws -> [UInt8] {
        var writer = JSONWriter()
        writer.raw("{")
        if let challenge {
            writer.raw(#""challenge":"#)
            writer.string(challenge)
            writer.raw(",")
        }
        writer.raw(#""code":"#)
        writer.string(code)
        if let detail {
            writer.raw(#","detail":"#)
            writer.string(detail)
        }
        if let faults {
            writer.raw(#","faults":["#)
            for (index, fault) in faults.enumerated() {
                writer.raw(index > 0 ? #",{"message":"# : #"{"message":"#)
                writer.string(fault.message)
                writer.raw(#","path":"#)
                writer.string(fault.path)
                writer.byte("}")
            }
            writer.byte("]")
        }
        writer.raw(#","status":"#)
        writer.integer(status)
        writer.raw(#","title":"#)
        writer.string(title)
        writer.raw(#","type":"#)
        writer.string(type)
        writer.byte("}")
        return writer.bytes
    }
}

extension Fault: APIBody {
    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Fault", "A place in the body that was sent and what is wrong there.",
        [
            .required("path", .text(), "Where, as a JSON path such as `$.shops[2].major`."),
            .required("message", .text(), "What is wrong."),
        ])
    /// An example.
    public static let example = Fault(path: "$.shops[2].major", message: "must be between 0 and 65535")
}
