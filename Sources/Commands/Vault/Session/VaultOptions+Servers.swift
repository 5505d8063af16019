import Strings
import Vault
import VaultDevice

extension VaultOptions {
    /// Asks the servers of the slots that what is at hand would open together with them.
    ///
    /// A server that cannot be reached is no failed attempt; it is told, and another slot may do.
    ///
    /// - Returns: The proofs of presence, by slot: the one that opens the vault is to be confirmed.
    func askServers(for locked: LockedVault, into secrets: inout UnlockSecrets) async throws -> [SlotID: PresenceProof]
    {
        var atHand: Set<FactorKind> = [.tang]
        var proofs: [SlotID: PresenceProof] = [:]
        if account.canProvePresence { atHand.insert(.presence) }
        if secrets.fix != nil { atHand.insert(.place) }
        if secrets.password != nil { atHand.insert(.password) }
        var random = SystemRandomNumberGenerator()
        for slot in locked.slots where atHand.isSuperset(of: slot.kinds) {
            for case .tang(let factor) in slot.factors {
                do throws(NetworkFactorFault) {
                    secrets.tang[slot.id] = try await TangServer.recover(factor, using: &random)
                } catch {
                    VaultStrings.sessionSlotOfNoUse(slot: slot.label, reason: error.phrase).say()
                }
            }
            for case .presence(let factor) in slot.factors {
                do {
                    let cell = try secrets.fix.flatMap { fix throws(VaultFault) in try locked.cell(of: slot, at: fix) }
                    let proof = try await PresenceProof(
                        of: factor, user: locked.user, slot: slot.id, cell: cell, account: account)
                    secrets.presence[slot.id] = proof.contribution.key
                    proofs[slot.id] = proof
                } catch let failure as CommandFailure where failure.exitCode == 1 {
                    VaultStrings.sessionSlotOfNoUse(slot: slot.label, reason: failure.reason).say()
                }
            }
        }
        return proofs
    }
}
