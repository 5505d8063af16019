import Basics

/// A provider's notice that somebody has signed out there (OpenID Connect Back-Channel Logout 1.0).
package struct LogoutNotice: Hashable, Sendable {
    /// The event that such a token must name.
    package static let event = "http://schemas.openid.net/event/backchannel-logout"

    /// The person; nil when only a session is told.
    package let subject: String?
    /// The session at the provider; nil when all of the person's are meant.
    package let session: String?
    /// What names the notice, which counts once.
    package let id: String
    /// The instant from which it is worth nothing.
    package let expiresAt: Timestamp

    /// A notice of these parts.
    package init(subject: String?, session: String?, id: String, expiresAt: Timestamp) {
        self.subject = subject
        self.session = session
        self.id = id
        self.expiresAt = expiresAt
    }
}

extension IDTokenRules {
    /// Seconds for which a notice without an end is believed.
    static let noticeSeconds: Int64 = 300

    /// The notice that a logout token is (section 2.6 there).
    package func notice(
        _ token: SignedToken, keys: ProviderKeys, at now: Timestamp
    ) throws(OpenIDFault) -> LogoutNotice {
        let claims = try token.claims(keys)
        let subject = try common(claims, at: now)
        let issued = claims.seconds("iat") ?? 0
        let expiry = claims.has("exp") ? claims.seconds("exp") ?? 0 : issued + Self.noticeSeconds
        guard expiry > now.seconds - Self.leeway else { throw .expired }
        // With a nonce it would be an ID token that somebody passes off as a notice.
        guard !claims.has("nonce"), claims.object("events")?.object(LogoutNotice.event) != nil,
            let id = claims.text("jti"), (1...255).contains(id.utf8.count)
        else { throw .wrongEvent }
        let session = claims.text("sid")
        guard subject != nil || session != nil else { throw .wrongEvent }
        return LogoutNotice(
            subject: subject, session: session, id: id,
            expiresAt: Timestamp(seconds: min(expiry, now.seconds + Self.oldest) + Self.leeway))
    }
}
