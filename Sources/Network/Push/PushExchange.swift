import Forwarding

/// A request to a push service, as a value.
package struct PushRequest: Equatable, Sendable {
    /// Where it goes: an absolute URL.
    package var url: String
    /// Its header fields, in their order.
    package var headers: [(name: String, value: String)]
    /// Its body.
    package var body: [UInt8]
    /// The address to connect to in place of what a name resolves to; nil for whatever that is.
    package var address: IPAddress?

    /// A `POST` to `url`.
    init(url: String, headers: [(name: String, value: String)], body: [UInt8], address: IPAddress? = nil) {
        self.url = url
        self.headers = headers
        self.body = body
        self.address = address
    }

    /// The first field of this name, in lower case.
    subscript(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// Whether both ask the same.
    package static func == (left: PushRequest, right: PushRequest) -> Bool {
        left.url == right.url && left.body == right.body && left.address == right.address
            && left.headers.elementsEqual(right.headers, by: ==)
    }
}

/// What a push service answered.
package struct PushAnswer: Equatable, Sendable {
    /// The status.
    package var status: Int
    /// The field `Retry-After`.
    package var retryAfter: String?
    /// The body, of which more than ``mostBytes`` is not read.
    package var body: [UInt8]

    /// How much of a body is read.
    package static let mostBytes = 65_536

    /// An answer.
    package init(status: Int, retryAfter: String? = nil, body: [UInt8] = []) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }
}

/// What asks push services: HTTP, or a test.
package protocol PushExchange: Sendable {
    /// Asks and follows no redirection; throws when nobody answers in time.
    func ask(_ request: PushRequest) async throws -> PushAnswer
}
