import Basics
import Vault

/// Keeps the vaults of one person equal on several devices, through a server that can read nothing.
///
/// Every category, every item and every piece of an attachment is a record of its own, sealed under keys from the vault's
/// data key, or from its travel key when the category is marked as removable. One record more, the manifest, is the sum of
/// all others: with it a device notices a server that withholds, exchanges or takes back a record, and two devices never
/// write at once. What both sides changed is kept twice. It may be interrupted anywhere, and goes on from there.
///
/// What the server learns: the account, a random identifier of the vault, how many records there are, roughly how large
/// they are, how often each was written, and when the devices come.
package struct VaultSync: Sendable {
    /// The server.
    package let server: any VaultServer
    /// What this device is called in the titles of items that two devices changed.
    package let device: String

    /// Synchronizing through a server.
    ///
    /// - Parameter device: What people call this device; at most 40 characters of it are used.
    package init(server: any VaultServer, device: String) {
        self.server = server
        self.device = String(device.prefix(40))
    }

    /// Fetches what other devices wrote, and sends what was written here.
    ///
    /// - Parameter startsOver: Forgets what this device knows of the server first, for a server that was restored from a
    ///   backup or is another one: nothing is lost, but what was deleted on one side may come back from the other, and
    ///   items that differ are kept twice.
    @discardableResult
    package nonisolated(nonsending) func run(
        on vault: UnlockedVault, now: Timestamp, startsOver: Bool = false
    ) async throws(SyncFault) -> SyncReport {
        let session = try SyncSession(self, vault, now: now)
        if startsOver { try session.forgetServer() }
        return try await session.run()
    }
}

/// What synchronizing did.
package struct SyncReport: Equatable, Sendable {
    /// How many categories and items were sent, deletions included.
    package var sent = 0
    /// How many categories and items were received, deletions included.
    package var received = 0
    /// The titles of the copies that were made of items that both sides had changed.
    package var conflicts: [VaultName] = []

    /// Nothing yet.
    package init() {}
}
