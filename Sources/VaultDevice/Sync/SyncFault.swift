import API
import Vault

/// Why synchronizing stopped; what was done until then stays, and the next time goes on from there.
package enum SyncFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The server did not do what it was asked.
    case server(ServerFault)
    /// The vault did not.
    case vault(VaultFault)
    /// Another device was faster; it is tried again a few times before this is thrown.
    case conflict
    /// The server has older records than this device has seen, or has lost some.
    ///
    /// It may have been restored from a backup. Whoever accepts that starts over, which loses nothing of this device.
    case rolledBack
    /// The server changed, exchanged or withheld a record.
    case tampered
    /// The account has no vault on the server, or none that the recovery code opens.
    case nothingToJoin
    /// The account has several vaults on the server, and the recovery code opens more than one.
    case ambiguous

    /// The reason in one line.
    package var description: String {
        switch self {
        case .server(let fault): fault.description
        case .vault(let fault): fault.description
        case .conflict: "other devices change the vault all the time; try again later"
        case .rolledBack:
            "the server has older records than this device has seen; --start-over if it was restored from a backup"
        case .tampered:
            "the server does not give the records that were sent to it; once it is whole again, do the same again, or "
                + "--start-over if it was restored from a backup"
        case .nothingToJoin: "no vault of this account opens with this recovery code"
        case .ambiguous: "several vaults of this account open with this recovery code; say which"
        }
    }
}
