import Hummingbird

/// Paths of another protocol, which has statuses, bodies and header fields of its own.
package struct NativeProtocol: Sendable {
    /// Whether a path, which has no query, is one of them, known or not.
    let owns: @Sendable (_ path: String) -> Bool
    /// Whether its answers tell of the rates that a request was counted by; what is served to phones that trace says
    /// nothing of others behind the same address.
    let tellsRates: Bool
    private let answer: @Sendable (Refusal) -> Response

    /// Paths of another protocol.
    ///
    /// - Parameter answer: The answer that tells of a refusal; the status with a line of plain text unless told.
    package init(
        tellsRates: Bool = false, owns: @escaping @Sendable (_ path: String) -> Bool,
        answer: @escaping @Sendable (Refusal) -> Response = { $0.nativeResponse }
    ) {
        self.owns = owns
        self.tellsRates = tellsRates
        self.answer = answer
    }

    /// The answer that tells of a refusal.
    func response(to refusal: Refusal) -> Response {
        answer(refusal)
    }
}
