import Accounts
import Basics
import HTTPKit
import ServiceKit
import Storage

extension AccountService {
    /// The accounts in the order of their addresses, for the operator of the machine.
    ///
    /// - Parameters:
    ///   - after: The address after which they begin; nil for the first ones.
    ///   - limit: How many at most.
    package func accounts(after: String? = nil, limit: Int) async throws(ServiceError) -> [ListedAccount] {
        try await database.reading { try AccountStore($0).accounts(after: after ?? "", limit: limit) }
    }

    /// Vouches for an account's address, as far as `proof`; it never takes away what was shown.
    ///
    /// An account that was entered by its mailbox alone moves money again.
    ///
    /// Throws `wrongCredentials` when no account has the address.
    package func verify(email: String, as proof: AddressProof) async throws(ServiceError) {
        try await administer(email) { account, connection in
            let store = AccountStore(connection)
            try store.setProof(max(proof, try store.proof(ofAccount: account)), ofAccount: account)
            try store.setRecovery(nil, ofAccount: account)
        }
    }

    /// Gives an account a new password; its sessions, devices and links end.
    ///
    /// Throws `wrongCredentials` when no account has the address, and what a new password may be refused with.
    package func setPassword(_ new: String, email: String) async throws(ServiceError) {
        let address: EmailAddress
        do { address = try EmailAddress(email) } catch { throw .account(error) }
        let hash = try await hash(try NewPassword.checked(new, for: address))
        let now = clock.now()
        try await administer(email) { account, connection in
            _ = try replacePassword(hash, of: account, keeping: nil, in: "en", at: now, connection)
        }
    }

    /// Stops an account, or lets it go on: while it is stopped nobody can sign in to it, and its sessions and keys do
    /// not count.
    ///
    /// What it has stays.
    ///
    /// A server that runs notices within seconds. Throws `wrongCredentials` when no account has the address.
    package func setDisabled(_ isDisabled: Bool, email: String) async throws(ServiceError) {
        try await administer(email) { account, connection in
            try AccountStore(connection).setDisabled(isDisabled, ofAccount: account)
            guard isDisabled else { return }
            try AddressStore(connection).deleteReset(of: account)
            _ = try takeBack(account, ending: [.devices], connection)
        }
    }

    private func administer(
        _ email: String, _ work: @escaping @Sendable (_ account: [UInt8], any Connection) throws -> Void
    ) async throws(ServiceError) {
        let address: EmailAddress
        do { address = try EmailAddress(email) } catch { throw .account(error) }
        try await database.writing { connection in
            guard let account = try AccountStore(connection).credentials(of: address)?.id else {
                throw ServiceError.account(.wrongCredentials)
            }
            try work(account, connection)
        }
    }
}

/// An account as the operator of the machine sees it.
package struct ListedAccount: Hashable, Sendable {
    /// The address, in its normal form.
    package let email: String
    /// How far the address is proved.
    package let proof: AddressProof
    /// The beginning of the day on which it was made.
    package let madeOn: Timestamp
    /// Whether the operator has stopped it.
    package let isDisabled: Bool
}
