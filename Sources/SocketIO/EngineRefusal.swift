import Basics

/// Why a request to Engine.IO is refused, in the protocol's own codes.
public enum EngineRefusal: Error, Equatable, Sendable, CaseIterable {
    /// A transport that is not spoken.
    case unknownTransport
    /// No session of this identifier.
    case unknownSession
    /// A session cannot begin with this method.
    case badHandshakeMethod
    /// Anything else that is wrong, and what comes out of its turn.
    case badRequest
    /// A session is not allowed.
    case forbidden
    /// A revision of the protocol that is not spoken.
    case unsupportedVersion
    /// A body beyond the announced limit.
    case tooLarge

    /// The status of the HTTP answer.
    public var httpStatus: Int {
        switch self {
        case .forbidden: 403
        case .tooLarge: 413
        default: 400
        }
    }

    /// The protocol's number; a body that is too large has that of a bad request.
    public var code: Int {
        switch self {
        case .unknownTransport: 0
        case .unknownSession: 1
        case .badHandshakeMethod: 2
        case .badRequest, .tooLarge: 3
        case .forbidden: 4
        case .unsupportedVersion: 5
        }
    }

    /// The protocol's words.
    public var message: String {
        switch self {
        case .unknownTransport: "Transport unknown"
        case .unknownSession: "Session ID unknown"
        case .badHandshakeMethod: "Bad handshake method"
        case .badRequest: "Bad request"
        case .forbidden: "Forbidden"
        case .unsupportedVersion: "Unsupported protocol version"
        case .tooLarge: "Payload too large"
        }
    }

    /// The JSON body of the answer.
    public var body: String {
        JSONValue.object([.init("code", .count(code)), .init("message", .string(message))]).compactText
    }
}

/// What the query of a request to Engine.IO asks.
public struct EngineQuery: Equatable, Sendable {
    /// The revision of Engine.IO that the client speaks.
    public let version: EngineVersion
    /// The transport of this request.
    public let transport: EngineTransport
    /// The session; nil when one is to begin.
    public let sid: String?
    /// Whether the client of Engine.IO 3 wants answers as text.
    public let base64: Bool

    /// Reads the query's values, of which the first of a name counts.
    ///
    /// - Parameters:
    ///   - values: names and decoded values.
    ///   - method: the request's method.
    ///   - isUpgrade: whether the request asks for a WebSocket.
    public init(
        _ values: [(name: String, value: String)], method: String, isUpgrade: Bool
    ) throws(EngineRefusal) {
        func value(_ name: String) -> String? { values.first { $0.name == name }?.value }
        guard let transport = value("transport").flatMap(EngineTransport.init(rawValue:)) else {
            throw .unknownTransport
        }
        guard let version = value("EIO").flatMap({ Int($0) }).flatMap(EngineVersion.init(rawValue:)) else {
            throw .unsupportedVersion
        }
        // JSON with padding, for browsers of long ago.
        guard value("j") == nil, (transport == .webSocket) == isUpgrade else { throw .badRequest }
        let sid = value("sid")
        guard (sid?.utf8.count ?? 0) <= 256 else { throw .unknownSession }
        switch method {
        case "GET": break
        case "POST" where transport == .polling:
            guard sid != nil else { throw .badHandshakeMethod }
        default: throw sid == nil ? .badHandshakeMethod : .badRequest
        }
        self.version = version
        self.transport = transport
        self.sid = sid
        base64 = value("b64").map { $0 != "0" && $0 != "false" } ?? false
    }
}
