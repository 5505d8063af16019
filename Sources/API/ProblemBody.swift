import Basics

// A problem is thrown where it is found, and answered where it is caught.
extension ProblemBody: Error {}

extension ProblemBody {
    /// A problem of no type: our codes say more than an address could.
    package init(
        title: String, status: Int, code: String, detail: String? = nil, faults: [Fault]? = nil,
        challenge: String? = nil
    ) {
        self.init(
            type: "about:blank", title: title, status: status, code: code, detail: detail, faults: faults,
            challenge: challenge)
    }

    /// The media type of a problem.
    package static let mediaType = "application/problem+json"

    /// Writes the same value as `Codable` would, without it: refusals must cost little.
    package func json() throws -> [UInt8] {
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
                writer.raw(index > 0 ? ",{" : "{")
                if let code = fault.code {
                    writer.raw(#""code":"#)
                    writer.string(code)
                    writer.raw(",")
                }
                writer.raw(#""message":"#)
                writer.string(fault.message)
                writer.raw(#","path":"#)
                writer.string(fault.path)
                if let values = fault.values { Self.write(values, to: &writer) }
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

    private static func write(_ values: [String: String], to writer: inout JSONWriter) {
        writer.raw(#","values":{"#)
        for (index, value) in values.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { writer.raw(",") }
            writer.string(value.key)
            writer.raw(":")
            writer.string(value.value)
        }
        writer.byte("}")
    }
}

extension ProblemCode {
    /// The problem with this code.
    package func problem(detail: String? = nil, faults: [Fault]? = nil) -> ProblemBody {
        ProblemBody(title: title, status: status, code: rawValue, detail: detail, faults: faults)
    }
}
