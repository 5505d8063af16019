import Accounts

/// Whose word for an e-mail address counts as if its owner had shown the mailbox.
package enum MailAuthority: String, Hashable, Sendable {
    /// Google's, for its own mailboxes and for those of organisations that it keeps.
    case google
    /// Apple's, for its own mailboxes and for those that hide another one.
    case apple
    /// The provider keeps the mailboxes of which it speaks: an organisation's own, which its operator vouches for.
    case own
    /// Nobody's: the provider says what people once told it.
    case none

    private static let applesDomains = ["privaterelay.appleid.com", "icloud.com", "me.com", "mac.com"]

    /// Whether the provider's word proves the address of `identity`.
    package func vouches(for identity: Identity) -> Bool {
        guard identity.isVerified, let email = identity.email else { return false }
        switch self {
        case .google:
            return email.text.hasSuffix("@gmail.com") || identity.hostedDomain?.isEmpty == false
        case .apple: return Self.applesDomains.contains { email.text.hasSuffix("@\($0)") }
        case .own: return true
        case .none: return false
        }
    }
}
