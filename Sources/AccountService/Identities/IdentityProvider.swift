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
    /// How it is spoken with.
    let way: ProviderWay
    /// What is asked for.
    let scopes: [String]
    /// Whether its word for an address counts.
    let authority: MailAuthority
    /// What it does in another way than most.
    let traits: ProviderTraits

    /// A provider of these parts.
    package init(
        name: String, label: String, issuer: ProviderAddress, client: String, way: ProviderWay, scopes: [String],
        authority: MailAuthority, traits: ProviderTraits = ProviderTraits()
    ) {
        self.name = name
        self.label = label
        self.issuer = issuer
        self.client = client
        self.way = way
        self.scopes = scopes
        self.authority = authority
        self.traits = traits
    }

    /// What its tokens must say.
    var rules: IDTokenRules { IDTokenRules(issuer: issuer.text, client: client) }

    /// Whether it signed somebody in by a method that the operator takes for a second factor.
    func isStrong(_ identity: Identity) -> Bool { !traits.strongMethods.isDisjoint(with: identity.methods) }

    /// Whether a text can be the name of a provider in addresses.
    package static func isName(_ text: String) -> Bool {
        (1...30).contains(text.utf8.count) && text != "arrival"
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
}

/// How a provider is spoken with.
package enum ProviderWay: Sendable {
    /// By OpenID Connect, where this shows that it is us.
    case openID(ClientAuthentication)
    /// As Facebook has it: where browsers are sent, and where its API is.
    case graph(GraphApp, authorization: ProviderAddress, api: ProviderAddress)
}

/// What a provider does in another way than most.
package struct ProviderTraits: Sendable {
    /// Whether its answers come as a form that another site sends.
    package var answersByForm = false
    /// Whether it has to be told when a tie ends, for which its refresh token is kept.
    package var isToldOfEnds = false
    /// Whether it asks people anew when we want that, and says so in its token.
    package var confirms = false
    /// The methods of signing in there that count as a second factor, by the words of RFC 8176.
    package var strongMethods: Set<String> = []

    /// Like most: none of it.
    package init() {}
}
