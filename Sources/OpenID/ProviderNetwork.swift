/// How a provider is asked; who implements it keeps to bounds of time and size and follows no redirect.
package protocol ProviderNetwork: Sendable {
    /// Asks an address of the provider whose issuer is `home`.
    ///
    /// - Parameters:
    ///   - form: The body of a `POST`; nil for a `GET`.
    ///   - authorization: The header field of that name.
    func ask(
        _ address: ProviderAddress, of home: ProviderAddress, form: String?, authorization: String?
    ) async throws(OpenIDFault) -> ProviderReply
}

/// What a provider answered.
package struct ProviderReply: Sendable {
    /// The status.
    package let status: Int
    /// For how long the answer may be kept, as the provider says it.
    package let cacheControl: String?
    /// The body.
    package let body: [UInt8]

    /// An answer of these parts.
    package init(status: Int, cacheControl: String? = nil, body: [UInt8]) {
        self.status = status
        self.cacheControl = cacheControl
        self.body = body
    }

    /// The body of an answer that is one; throws ``OpenIDFault/refused`` for a status from 400 to 499, and
    /// ``OpenIDFault/unreachable`` for any other but 200.
    package var content: [UInt8] {
        get throws(OpenIDFault) {
            guard status == 200 else { throw (400..<500).contains(status) ? .refused : .unreachable }
            return body
        }
    }
}
