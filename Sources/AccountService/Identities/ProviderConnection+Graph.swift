import HTTPKit
import OpenID

extension ProviderConnection {
    /// Who the person is that came back with `code` from a provider that signs nothing: its token is believed once the
    /// app itself has asked whose and for whom it is.
    func identity(
        _ code: String, secret: SignInSecret, redirect: String, app: GraphApp, api: ProviderAddress
    ) async throws(OpenIDFault) -> Identity {
        let body = app.tokenRequest(code: code, verifier: secret.verifier, redirect: redirect)
        let token = try app.token(try await ask(api.below("/oauth/access_token"), form: body))
        let inspection = api.below("/debug_token").asking(app.inspection(of: token))
        let person = try app.person(try await ask(inspection), at: clock.now())
        let answer = try await ask(api.below("/me").asking(app.question(token)))
        return try app.identity(answer, of: person, issuer: provider.issuer.text)
    }

    private func ask(_ address: ProviderAddress, form: String? = nil) async throws(OpenIDFault) -> [UInt8] {
        try await network.ask(address, of: provider.issuer, form: form, authorization: nil).content
    }
}
