/// Asks push services over HTTP, by HTTP/2 where they speak it.
///
/// A request with a checked address is sent there and nowhere else.
package struct HTTPExchange: PushExchange {
    private struct NoAddress: Error {}

    /// How long an answer may take, seconds.
    package static let seconds: Int64 = 10
    /// Bytes of the longest URL, which the operator's configuration or ``PushEndpoint`` bounds.
    private static let longestURL = 4096
    /// How often a request to the operator's own carriers is repeated, at once, when the connection ended that it was on.
    static let mostRepeats = 3

    private let connections: OutsideConnections

    /// Asks push services whose certificates the machine trusts, or those in a file of PEM form alone.
    package init(certificates: String? = nil) {
        connections = OutsideConnections(certificates: certificates, seconds: Self.seconds)
    }

    /// Ends all connections; nothing can be asked from then on.
    package func close() async { await connections.close() }

    /// Asks.
    ///
    /// Where the operator named the carrier, a request is repeated when the connection ends before there is an answer; a
    /// message that comes twice replaces itself. What a client named gets one connection for each message.
    package func ask(_ request: PushRequest) async throws -> PushAnswer {
        guard let address = OutsideAddress(request.url, longest: Self.longestURL) else { throw NoAddress() }
        for _ in 0..<(request.address == nil ? Self.mostRepeats : 0) {
            do {
                return try await ask(request, at: address)
            } catch  where OutsideConnections.isEndOfConnection(error) {
                continue
            }
        }
        return try await ask(request, at: address)
    }

    private func ask(_ request: PushRequest, at address: OutsideAddress) async throws -> PushAnswer {
        let answer = try await connections.ask(
            address, at: request.address, headers: request.headers, body: request.body, mostBytes: PushAnswer.mostBytes)
        return PushAnswer(status: answer.status, retryAfter: answer.field("retry-after"), body: answer.body)
    }
}
