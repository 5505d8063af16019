import Basics

/// What a provider says of itself (OpenID Connect Discovery 1.0, section 3), as far as a sign-in needs it.
package struct ProviderDocument: Hashable, Sendable {
    /// Seconds after which it is asked for again.
    package static let lifetimeSeconds: Int64 = 86_400
    /// What follows the issuer in the document's address.
    package static let path = "/.well-known/openid-configuration"

    /// Where the browser is sent.
    package let authorization: ProviderAddress
    /// Where a code is exchanged.
    package let token: ProviderAddress
    /// Where the keys are.
    package let keys: ProviderAddress
    /// Where more is told of a person; nil when nowhere.
    package let userInfo: ProviderAddress?
    /// Where the browser is sent to sign out there as well; nil when nowhere.
    package let endSession: ProviderAddress?
    /// Where a token is taken back; nil when nowhere.
    package let revocation: ProviderAddress?
    /// How its tokens are signed.
    package let algorithms: Set<SigningAlgorithm>
    /// Whether it wants our secret in the body alone, and not in a header field.
    package let wantsSecretInBody: Bool
    /// Whether its answers always name it, so that one without a name is not its (RFC 9207).
    package let namesItself: Bool

    /// The document of `issuer`; throws ``OpenIDFault/wrongDocument``, also for one that speaks for another issuer.
    package init(parsing bytes: [UInt8], issuer: String) throws(OpenIDFault) {
        guard let document = JSONClaims(bytes), document.text("issuer") == issuer,
            let home = ProviderAddress(issuer)
        else { throw .wrongDocument }
        /// An address must be encrypted when the issuer's is.
        func address(_ name: String) -> ProviderAddress? {
            document.text(name).flatMap(ProviderAddress.init).flatMap { $0.isSecure || !home.isSecure ? $0 : nil }
        }
        guard let authorization = address("authorization_endpoint"), let token = address("token_endpoint"),
            let keys = address("jwks_uri")
        else { throw .wrongDocument }
        self.authorization = authorization
        self.token = token
        self.keys = keys
        userInfo = address("userinfo_endpoint")
        endSession = address("end_session_endpoint")
        revocation = address("revocation_endpoint")
        let named = document.texts("id_token_signing_alg_values_supported") ?? [SigningAlgorithm.rs256.rawValue]
        algorithms = Set(named.compactMap(SigningAlgorithm.init(rawValue:)))
        guard !algorithms.isEmpty else { throw .wrongDocument }
        let ways = document.texts("token_endpoint_auth_methods_supported") ?? []
        wantsSecretInBody = !ways.isEmpty && !ways.contains("client_secret_basic")
        namesItself = document.flag("authorization_response_iss_parameter_supported") ?? false
    }
}

/// An address of a provider: `https`, or `http` for one that a test or a developer runs.
package struct ProviderAddress: Hashable, Sendable {
    /// The whole address.
    package let text: String
    /// Whether what goes there is encrypted.
    package let isSecure: Bool
    /// The name or number of the machine, without brackets.
    package let host: String

    /// The address that `text` is; nil when it has a person, a fragment, blanks, or no machine, or is longer than 1,000
    /// bytes.
    package init?(_ text: String) {
        let secure = text.hasPrefix("https://")
        guard text.utf8.count <= 1000, secure || text.hasPrefix("http://"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !#"<>"\^`{|}#"#.utf8.contains($0) })
        else { return nil }
        let authority = text.dropFirst(secure ? 8 : 7).prefix { $0 != "/" && $0 != "?" }
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = String(authority[authority.index(after: authority.startIndex)..<end])
        } else {
            host = String(authority.prefix { $0 != ":" }).lowercased()
        }
        guard !host.isEmpty else { return nil }
        self.text = text
        isSecure = secure
    }

    /// The address with these fields in its query, beside those that it has.
    package func with(_ fields: [(name: String, value: String)]) -> String {
        let joined = Self.form(fields)
        return text + (text.contains("?") ? "&" : "?") + joined
    }

    /// The address of a path below this one.
    package func below(_ path: String) -> ProviderAddress {
        ProviderAddress(text: text + path, isSecure: isSecure, host: host)
    }

    /// The address with these fields in its query, for a request of ours; it may be longer than one that is read.
    package func asking(_ fields: [(name: String, value: String)]) -> ProviderAddress {
        ProviderAddress(text: with(fields), isSecure: isSecure, host: host)
    }

    private init(text: String, isSecure: Bool, host: String) {
        self.text = text
        self.isSecure = isSecure
        self.host = host
    }

    /// Fields as `application/x-www-form-urlencoded` writes them.
    package static func form(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($0.value))" }
            .joined(separator: "&")
    }
}
