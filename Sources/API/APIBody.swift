import Basics

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What travels as JSON under `/api`: its Swift shape, and the same shape as a schema.
///
/// Bodies are generated from the table in the folder `API` at the root of the repository.
package protocol APIBody: Codable, Equatable, Sendable {
    /// The shape in JSON; tests hold it equal to what `Codable` does.
    static var schema: Schema { get }
    /// The body that JSON text says.
    ///
    /// - Throws: `BodyError` when the text is no JSON, or has not the shape of `schema`.
    init(json bytes: [UInt8]) throws(BodyError)
    /// The body that JSON text of a request says.
    ///
    /// - Throws: `BodyError` as ``init(json:)``, and for members that the shape does not know.
    init(request bytes: [UInt8]) throws(BodyError)
    /// The JSON text of this body, UTF-8.
    func json() throws -> [UInt8]
}

/// Why a body was refused.
package enum BodyError: Error, Equatable, Sendable {
    /// It is no JSON.
    case malformed(JSONError)
    /// It is JSON of another shape.
    case invalid([Fault])
}

extension APIBody {
    /// The body that JSON text says, checked against `schema` first so that every fault is named at once.
    package init(json bytes: [UInt8]) throws(BodyError) {
        try self.init(checkedJSON: bytes)
    }

    /// The body that JSON text of a request says, checked in the same way; what the schema does not know is a fault.
    package init(request bytes: [UInt8]) throws(BodyError) {
        try self.init(checkedJSON: bytes, refusingUnknown: true)
    }

    /// The way through the schema and `Codable`, for bodies that have a faster way of their own as well.
    init(checkedJSON bytes: [UInt8], refusingUnknown: Bool = false) throws(BodyError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw .malformed(error)
        }
        let faults = Self.schema.faults(in: value, refusingUnknown: refusingUnknown)
        guard faults.isEmpty else { throw .invalid(faults) }
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw .invalid([Fault(path: error.jsonPath, message: "cannot be read")])
        } catch {
            throw .invalid([Fault(path: "$", message: "cannot be read")])
        }
    }

    /// The JSON text of this body, UTF-8, names in alphabetical order.
    package func json() throws -> [UInt8] {
        try encodedJSON()
    }

    /// The way through `Codable`, for bodies that have a faster way of their own as well.
    func encodedJSON() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}

/// No body at all, in a request or an answer.
package struct NoBody: APIBody {
    /// Its shape in JSON.
    package static let schema: Schema = .object("Nothing", [])

    /// Nothing.
    package init() {}
}

extension DecodingError {
    fileprivate var jsonPath: String {
        let context: Context? =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: nil
            }
        return (context?.codingPath ?? []).reduce("$") { path, key in
            key.intValue.map { "\(path)[\($0)]" } ?? "\(path).\(key.stringValue)"
        }
    }
}

// Instants travel as RFC 3339 text; every body that holds one relies on this.
extension Timestamp: Codable {
    /// Reads an RFC 3339 date-time.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let instant = Timestamp(rfc3339: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an RFC 3339 date-time")
        }
        self = instant
    }

    /// Writes an RFC 3339 date-time in UTC with milliseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rfc3339)
    }
}
