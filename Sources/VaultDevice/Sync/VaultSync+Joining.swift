import Basics
import Vault

extension VaultSync {
    /// Makes this device's own file of a vault that another device keeps on the server, and fetches everything in it.
    ///
    /// The recovery code opens what the other device left there. The file is sealed with this device's own keys, has the
    /// recovery slot and the slots that `new` asks for, and opens with them from then on. When fetching is interrupted the
    /// vault is there, and ``run(on:now:startsOver:)`` goes on.
    ///
    /// - Parameters:
    ///   - new: Whose vault it becomes here, with the place, the password and the parameters for this device.
    ///   - vault: Which of the account's vaults; nil for the one that the recovery code opens.
    package nonisolated(nonsending) func join(
        _ new: NewVault, recovery: RecoveryCode, in folder: VaultFolder, vault wanted: RecordID? = nil, now: Timestamp
    ) async throws(SyncFault) -> (vault: UnlockedVault, report: SyncReport) {
        let candidates: [RecordID]
        if let wanted { candidates = [wanted] } else { candidates = try await server.vaults() }
        var found: (header: VaultHeader, keys: OpenedKeys)?
        for candidate in candidates {
            guard let bytes = try await server.joinHeader(of: candidate),
                let opened = try Self.open(bytes, of: candidate, recovery, new.user.folded)
            else { continue }
            guard found == nil else { throw .ambiguous }
            found = opened
        }
        guard let found else { throw .nothingToJoin }
        let vault: UnlockedVault
        do {
            var random = SystemRandomNumberGenerator()
            vault = try folder.join(new, header: found.header, keys: found.keys, now: now, using: &random)
        } catch {
            throw .vault(error)
        }
        return (vault, try await run(on: vault, now: now))
    }

    /// The keys that a recovery slot of the header holds; nil when the code opens none, or the header is not whole.
    private static func open(
        _ bytes: [UInt8], of vault: RecordID, _ recovery: RecoveryCode, _ user: FoldedName
    ) throws(SyncFault) -> (VaultHeader, OpenedKeys)? {
        do {
            let (header, code) = try JoinHeader.read(bytes)
            guard header.vault == vault else { throw SyncFault.tampered }
            for slot in header.slots where slot.kinds == [.recovery] {
                guard
                    let keys = try header.open(
                        slot, with: UnlockSecrets(recovery: recovery), user: user, device: nil)
                else { continue }
                guard header.isAuthentic(code: code, under: keys.data) else { throw SyncFault.tampered }
                return (header, keys)
            }
            return nil
        } catch let fault as SyncFault {
            throw fault
        } catch {
            throw .vault(error as? VaultFault ?? .damaged("header"))
        }
    }
}
