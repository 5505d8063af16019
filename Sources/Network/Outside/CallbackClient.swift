import Forwarding

/// Calls programs of other people, at addresses that they wrote: 5 seconds for each answer, no redirect, nothing of the
/// answer but its status, and no machine within the own network.
package struct CallbackClient: Sendable {
    /// Seconds for an answer.
    package static let seconds: Int64 = 5
    /// Bytes of the longest address.
    package static let longestAddress = 256

    /// Connections to all programs; they live as long as the process.
    private static let connections = OutsideConnections(seconds: seconds)

    private let rule: OutsideRule
    private let resolve: OutsideResolver

    /// A client that asks the system for the addresses of names.
    package init() {
        self.init(.callbacks) { await NameResolver.system.addresses(of: $0, for: $1) }
    }

    init(_ rule: OutsideRule, resolve: @escaping OutsideResolver) {
        self.rule = rule
        self.resolve = resolve
    }

    /// Whether a text is an address that can be called, as far as the text shows.
    package static func isAddress(_ text: String) -> Bool {
        OutsideAddress(text, longest: longestAddress).map(OutsideRule.callbacks.allows) ?? false
    }

    /// Sends JSON to an address.
    ///
    /// - Parameter owner: Whose program it is; names are resolved on that owner's budget.
    /// - Returns: The status of the answer.
    package func post(
        _ body: [UInt8], to text: String, of owner: String, headers: [(name: String, value: String)]
    ) async throws(OutsideFault) -> Int {
        guard let address = OutsideAddress(text, longest: Self.longestAddress) else { throw .address }
        let number = try await rule.place(of: address, for: owner, resolve: resolve)
        let fields =
            [("content-type", "application/json"), ("user-agent", "cerca")] + headers.map { ($0.name, $0.value) }
        do {
            return try await Self.connections.ask(address, at: number, headers: fields, body: body, mostBytes: nil)
                .status
        } catch {
            throw .unreachable
        }
    }
}
