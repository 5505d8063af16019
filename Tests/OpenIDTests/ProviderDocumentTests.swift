import Testing

@testable import OpenID

@Suite struct ProviderDocumentTests {
    static let issuer = "https://issuer.example"

    static func text(_ changes: [String: String] = [:]) -> [UInt8] {
        var members = [
            "issuer": #""https://issuer.example""#,
            "authorization_endpoint": #""https://issuer.example/authorize?x=1""#,
            "token_endpoint": #""https://issuer.example/token""#, "jwks_uri": #""https://issuer.example/keys""#,
            "id_token_signing_alg_values_supported": #"["HS256","none","RS256","ES256"]"#,
        ]
        members.merge(changes) { $1 }
        let joined = members.filter { $0.value != "" }.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",")
        return Array("{\(joined)}".utf8)
    }

    @Test func `a document tells where to go, and how tokens are signed`() throws {
        let document = try ProviderDocument(parsing: Self.text(), issuer: Self.issuer)
        #expect(document.algorithms == [.rs256, .es256])
        #expect(document.token.text == "https://issuer.example/token")
        #expect(document.userInfo == nil)
        #expect(!document.wantsSecretInBody)
        let request = AuthorizationRequest(
            client: "cerca", redirect: "https://cerca.example/back?a=b", scopes: ["openid", "email"], state: "S",
            secret: try #require(SignInSecret(text: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")))
        let address = request.address(at: document.authorization)
        #expect(address.hasPrefix("https://issuer.example/authorize?x=1&response_type=code&client_id=cerca"))
        #expect(
            address.contains("redirect_uri=https%3A%2F%2Fcerca.example%2Fback%3Fa%3Db&scope=openid%20email&state=S"))
        #expect(address.hasSuffix("&code_challenge_method=S256"))
    }

    @Test(arguments: [
        ["issuer": #""https://issuer.example/""#], ["issuer": #""https://other.example""#], ["issuer": ""],
        ["token_endpoint": #""http://issuer.example/token""#], ["token_endpoint": #""/token""#],
        ["jwks_uri": #""file:///etc/passwd""#], ["jwks_uri": ""], ["jwks_uri": #""https://a@issuer.example/keys""#],
        ["id_token_signing_alg_values_supported": #"["none","HS256"]"#],
    ])
    func `a document that speaks for others, or leads elsewhere, is refused`(change: [String: String]) {
        #expect(throws: OpenIDFault.wrongDocument) {
            try ProviderDocument(parsing: Self.text(change), issuer: Self.issuer)
        }
    }

    @Test func `addresses are those of machines`() {
        #expect(ProviderAddress("http://[::1]:8080/x")?.host == "::1")
        #expect(ProviderAddress("http://127.0.0.1:1/")?.host == "127.0.0.1")
        #expect(ProviderAddress("https://Issuer.Example")?.host == "issuer.example")
        for text in [
            "", "https://", "ftp://a", "https://a b", "https://a#b", "https://a\\b", "https://[::1", "https://u:p@a",
        ] {
            #expect(ProviderAddress(text) == nil, "\(text)")
        }
    }
}
