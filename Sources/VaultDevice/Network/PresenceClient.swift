import API
import Basics
import Beacons
import Crypto
import Foundation
import Presence
import Vault

/// The server's part of a slot that opens by presence: it evaluates for whoever has just proved to be at the beacon.
///
/// Making a slot: ``register(at:rule:using:)``, then ``contribution(of:user:slot:cell:sighting:)`` with what the beacon
/// says now, then ``confirm(_:)``. Opening one: the same without the first, and ``confirm(_:)`` once the vault is open, so
/// that the server counts no failure. The server learns the beacon and that the slot was used; neither user, cell nor key.
package struct PresenceClient: Sendable {
    private let account: ServerAccount

    /// The presence slots of an account.
    package init(account: ServerAccount) {
        self.account = account
    }

    /// Ends the account's session.
    package func signOut() async { await account.signOut() }

    /// What the server gave for a slot, with the receipt that says so.
    package struct Contribution: Sendable {
        /// The slot's parameters.
        package let factor: PresenceFactor
        /// What it gives the slot's key.
        package let key: SymmetricKey
        /// Which evaluation it was.
        let attempt: [UInt8]
    }

    /// Asks the server for a slot at a beacon, and gives the parameters to be kept in the vault.
    package func register(
        at beacon: PresenceFactor.Beacon, rule: LockoutRule, using random: inout some RandomNumberGenerator
    ) async throws(ServerFault) -> PresenceFactor {
        let body = VaultSlotRequestBody(
            uuid: try beacon.identity.uuid.description, major: Int(beacon.major), minor: Int(beacon.minor),
            isStrict: rule == .strict)
        let slot = try await account.call(Routes.addVaultSlot, body)
        guard let id = RecordID(slot.id), let key = [UInt8](hexadecimal: slot.publicKey) else {
            throw .malformed(server: account.server)
        }
        do {
            return try PresenceFactor(
                server: account.server, slotOnServer: id, serverKey: key, beacon: beacon, using: &random)
        } catch {
            throw .vault(error)
        }
    }

    /// Proves presence with what was heard, and gives what the slot's key is made with.
    ///
    /// - Parameters:
    ///   - slot: The number that the slot has in the vault, or will have.
    ///   - cell: The cell of a slot that has a place too.
    ///   - sighting: The slot's beacon with the code that it sends now; the server takes each code once.
    package func contribution(
        of factor: PresenceFactor, user: FoldedName, slot: SlotID, cell: Cell? = nil, sighting: PresenceSighting
    ) async throws(ServerFault) -> Contribution {
        let request: PresenceRequest
        do {
            request = try PresenceRequest(user: user, slot: slot, cell: cell, serverKey: factor.serverKey)
        } catch {
            throw .vault(error)
        }
        let body = VaultEvaluationRequestBody(
            sighting: SightingBody(
                uuid: sighting.identity.uuid.description, major: Int(sighting.identity.major),
                minor: Int(sighting.identity.minor), code: sighting.code.hexadecimal, heardAt: sighting.heardAt),
            blinded: request.blinded.hexadecimal)
        let answer = try await account.call(
            Routes.evaluateVaultSlot, body, [RouteParameters.id(factor.slotOnServer.text)])
        do {
            let key = try request.finish(
                evaluation: [UInt8](hexadecimal: answer.evaluation) ?? [],
                proof: [UInt8](hexadecimal: answer.proof) ?? [])
            return Contribution(factor: factor, key: key, attempt: [UInt8](hexadecimal: answer.attempt) ?? [])
        } catch {
            throw .vault(error)
        }
    }

    /// Tells the server that the contribution opened the slot; the first time it also learns by what key to believe that.
    ///
    /// The slot is open whether this succeeds or not; until it does the server counts one failure more.
    package func confirm(_ contribution: Contribution) async throws(ServerFault) {
        let slot = contribution.factor.slotOnServer
        let publicKey: [UInt8]
        let signature: [UInt8]
        do {
            let key = try contribution.factor.receiptKey(for: contribution.key)
            publicKey = Array(key.publicKey.rawRepresentation)
            signature = Array(
                try key.signature(for: PresenceFactor.receipt(slot: slot, attempt: contribution.attempt)))
        } catch {
            throw .vault(error as? VaultFault ?? .derivationFailed)
        }
        let receipt = VaultReceiptBody(
            attempt: contribution.attempt.hexadecimal, signature: signature.hexadecimal)
        do throws(ServerFault) {
            _ = try await account.call(Routes.sendVaultReceipt, receipt, [RouteParameters.id(slot.text)])
        } catch .refused(.vaultInvalidElement) {
            // A slot that has just been made has no key to check a receipt by; one that has takes no other.
            _ = try await account.call(
                Routes.setVaultReceiptKey, VaultReceiptKeyBody(publicKey: publicKey.hexadecimal),
                [RouteParameters.id(slot.text)])
            _ = try await account.call(Routes.sendVaultReceipt, receipt, [RouteParameters.id(slot.text)])
        }
    }

    /// Removes a slot's key from the server, after which nothing opens the slot.
    package func remove(_ factor: PresenceFactor) async throws(ServerFault) {
        _ = try await account.call(
            Routes.removeVaultSlot, NoBody(), [RouteParameters.id(factor.slotOnServer.text)])
    }
}

extension PresenceFactor.Beacon {
    /// The beacon as its position frame names it.
    package var identity: BeaconIdentity {
        get throws(ServerFault) {
            guard let uuid = UUID128(bytes: uuid) else { throw .vault(.invalidSlot("beacon")) }
            return BeaconIdentity(uuid: uuid, major: major, minor: minor)
        }
    }
}
