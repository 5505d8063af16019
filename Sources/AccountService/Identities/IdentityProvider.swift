import OpenID

/// A provider that the operator has configured.
package struct IdentityProvider: Sendable {
    /// What it is in addresses: 1 to 30 lower-case letters, digits and hyphens.
    package let name: String
    /// What people call it.
    package let label: String
    /// Its issuer, as it writes it.
    package let issuer: ProviderAddress
    /// What names us there.
    package let client: String
    /// What proves there that it is us.
    let secret: String
    /// What is asked for.
    let scopes: [String]
    /// Whether its word for an address counts.
    let authority: MailAuthority

    /// A provider of these parts.
    package init(
        name: String, label: String, issuer: ProviderAddress, client: String, secret: String, scopes: [String],
        authority: MailAuthority
    ) {
        self.name = name
        self.label = label
        self.issuer = issuer
        self.client = client
        self.secret = secret
        self.scopes = scopes
        self.authority = authority
    }

    /// What its tokens must say.
    var rules: IDTokenRules { IDTokenRules(issuer: issuer.text, client: client) }

    /// Whether a text can be the name of a provider in addresses.
    package static func isName(_ text: String) -> Bool {
        (1...30).contains(text.utf8.count) && text != "arrival"
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
}
