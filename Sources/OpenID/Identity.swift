import Accounts
import Basics
import Crypto

/// Who somebody is to a provider, as a token said it that was checked.
package struct Identity: Hashable, Sendable {
    /// The provider, by the text of its issuer.
    package let issuer: String
    /// What names the person there for ever, at most 255 bytes; unlike the address, which may change hands.
    package let subject: String
    /// The address as the provider knows it; nil when it told none that is one.
    package var email: EmailAddress?
    /// Whether the provider says that it has verified the address.
    package var isVerified: Bool
    /// The organisation for which the provider keeps the mailbox, as Google tells it.
    package var hostedDomain: String?
    /// What names the session at the provider; nil when it names none.
    package let session: String?
    /// When the person last showed the provider who they are; nil when it does not say.
    package let authenticatedAt: Timestamp?
    /// In which ways, by the words of RFC 8176; empty when it does not say.
    package let methods: Set<String>

    init(issuer: String, subject: String, session: String?, claims: JSONClaims) {
        self.issuer = issuer
        self.subject = subject
        self.session = session
        authenticatedAt = claims.seconds("auth_time").map { Timestamp(seconds: $0) }
        methods = Set(claims.texts("amr") ?? [])
        email = claims.text("email").flatMap { try? EmailAddress($0) }
        isVerified = claims.flag("email_verified") ?? false
        hostedDomain = claims.text("hd")
    }

    /// Somebody of whom a provider tells by name there alone, with an address that nobody has verified.
    init(issuer: String, subject: String, unverified address: String?) {
        self.issuer = issuer
        self.subject = subject
        session = nil
        authenticatedAt = nil
        methods = []
        email = address.flatMap { try? EmailAddress($0) }
        isVerified = false
        hostedDomain = nil
    }

    /// What the answer of the userinfo endpoint adds: an address that the token did not tell.
    ///
    /// Throws ``OpenIDFault/wrongSubject`` unless it is about the same person (OpenID Connect Core, section 5.3.2).
    package func completed(byUserInfo bytes: [UInt8]) throws(OpenIDFault) -> Identity {
        guard let claims = JSONClaims(bytes) else { throw .wrongDocument }
        guard claims.text("sub") == subject else { throw .wrongSubject }
        guard email == nil else { return self }
        // What the signed token says of the sign-in stays as it is.
        var completed = self
        let told = Identity(issuer: issuer, subject: subject, session: session, claims: claims)
        (completed.email, completed.isVerified, completed.hostedDomain) = (
            told.email, told.isVerified, told.hostedDomain
        )
        return completed
    }

    /// Lets only somebody go on whom the provider saw in the last `seconds`; throws ``OpenIDFault/notRecent``.
    package func requireRecent(within seconds: Int64, at now: Timestamp) throws(OpenIDFault) {
        guard let instant = authenticatedAt?.seconds, instant > now.seconds - seconds,
            instant < now.seconds + IDTokenRules.leeway
        else { throw .notRecent }
    }
}

/// What an ID token must say to be the answer to a sign-in of ours.
package struct IDTokenRules: Sendable {
    /// Seconds by which the provider's clock may be off.
    package static let leeway: Int64 = 60
    /// Seconds after which even a token that says it holds longer is too old.
    package static let oldest: Int64 = 86_400

    private let issuer: String
    private let client: String

    /// The rules of a provider, by its issuer, and of the name that it knows us by.
    package init(issuer: String, client: String) {
        self.issuer = issuer
        self.client = client
    }

    /// The person that an ID token tells of (OpenID Connect Core, section 3.1.3.7).
    ///
    /// - Parameters:
    ///   - nonce: What our request carried.
    ///   - accessToken: What came beside the token; nil when nothing did.
    package func identity(
        _ token: SignedToken, keys: ProviderKeys, nonce: String, accessToken: String?, at now: Timestamp
    ) throws(OpenIDFault) -> Identity {
        let claims = try token.claims(keys)
        let subject = try common(claims, at: now)
        guard let expiry = claims.seconds("exp"), expiry > now.seconds - Self.leeway else { throw .expired }
        guard let told = claims.text("nonce"), ConstantTime.areEqual(told.utf8, nonce.utf8) else { throw .wrongNonce }
        if let hash = claims.text("at_hash") {
            // The left half of the digest (section 3.1.3.6); both of our ways to sign have SHA-256.
            let half = SHA256.hash(data: Array((accessToken ?? "").utf8)).prefix(16)
            guard accessToken != nil, ConstantTime.areEqual(hash.utf8, Base64.text(Array(half), .url).utf8) else {
                throw .wrongAccessToken
            }
        } else if claims.has("at_hash") {
            throw .malformedToken
        }
        guard let subject else { throw .malformedToken }
        return Identity(issuer: issuer, subject: subject, session: claims.text("sid"), claims: claims)
    }

    /// What ID tokens and notices of a sign-out have in common: issuer, audience, party and instant; gives the subject.
    func common(_ claims: JSONClaims, at now: Timestamp) throws(OpenIDFault) -> String? {
        guard claims.text("iss") == issuer else { throw .wrongIssuer }
        guard let audience = claims.texts("aud"), audience.contains(client) else { throw .wrongAudience }
        let party = claims.text("azp")
        guard party == client || (party == nil && !claims.has("azp") && audience.count == 1) else { throw .wrongParty }
        guard let issued = claims.seconds("iat") else { throw .malformedToken }
        guard issued < now.seconds + Self.leeway else { throw .early }
        guard issued > now.seconds - Self.oldest else { throw .expired }
        guard claims.has("sub") else { return nil }
        guard let subject = claims.text("sub"), (1...255).contains(subject.utf8.count) else { throw .malformedToken }
        return subject
    }
}
