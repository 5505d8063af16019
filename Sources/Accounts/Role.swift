/// What an account is entrusted with beyond its own affairs.
///
/// A role is used only in a session that was begun with the second factor or a passkey. Those of a server are given on the
/// machine itself, never over the network; those of a venue also by invitation.
public enum Role: String, Hashable, Sendable, CaseIterable {
    /// The console of the health authority.
    case health
    /// The console of the market.
    case market
    /// The console of merchants: shops of a venue, as its staff is written down.
    case merchant
    /// The console of those who run a venue.
    case `operator`
}
