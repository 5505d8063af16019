/// What an account is entrusted with beyond its own affairs.
///
/// A role is given on the machine itself, never over the network, and is used only in a session that was begun with the
/// second factor.
public enum Role: String, Hashable, Sendable, CaseIterable {
    /// The console of the health authority.
    case health
    /// The console of the market.
    case market
}
