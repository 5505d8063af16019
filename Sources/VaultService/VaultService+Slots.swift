import API
import Accounts
import Basics
import Beacons
import Crypto
import HTTPKit
import Loyalty
import LoyaltyService
import Presence
import ServiceKit
import Vault

/// A slot that was just made.
package struct NewVaultSlot: Sendable {
    /// Its identifier, 16 bytes.
    package let id: [UInt8]
    /// The compressed point of P-384 by which evaluations are checked, 49 bytes.
    package let publicKey: [UInt8]
}

extension VaultService {
    /// Makes a key for a slot that opens by presence at a beacon.
    ///
    /// Throws `presence.unknown_beacon` when no venue has that beacon, and `full`.
    package func addSlot(
        at beacon: BeaconIdentity, rule: LockoutRule, session: Session
    ) async throws(VaultError) -> NewVaultSlot {
        let venues: VenueSnapshot
        do {
            venues = try await loyalty.directory.snapshot(at: clock.now(), having: { $0.has(beacon) })
        } catch { throw .service(error) }
        guard venues.has(beacon) else { throw .service(.presence(.unknownBeacon)) }
        var random = random
        let slot = VaultSlotRecord(
            id: random.identifier(), beacon: beacon, rule: rule, key: EvaluationKey(using: &random))
        try await writing { connection in
            let store = VaultSlotStore(connection)
            guard try store.count(of: session.accountID) < VaultLimits.slots else { throw VaultError.full }
            try store.insert(slot, of: session.accountID)
        }
        return NewVaultSlot(id: slot.id, publicKey: slot.key.publicKey)
    }

    /// Removes a slot's key, without which nothing opens the slot any more.
    package func removeSlot(_ id: [UInt8], session: Session) async throws(VaultError) {
        try await writing { connection in
            guard try VaultSlotStore(connection).delete(id, of: session.accountID) else { throw VaultError.unknown }
        }
    }

    /// Sets the Ed25519 key by which a slot's receipts are checked, once.
    ///
    /// It follows from the slot's evaluation, so the device has it only after the first one. Whoever sets it again to the
    /// same value is told that it is well; another value is a `conflict`.
    package func setReceiptKey(
        _ key: [UInt8], of id: [UInt8], session: Session
    ) async throws(VaultError) {
        guard (try? Curve25519.Signing.PublicKey(rawRepresentation: key)) != nil else { throw .invalidElement }
        try await writing { connection in
            let store = VaultSlotStore(connection)
            guard var slot = try store.slot(id, of: session.accountID) else { throw VaultError.unknown }
            if slot.receiptKey == key { return }
            guard slot.receiptKey == nil else { throw VaultError.conflict }
            slot.receiptKey = key
            try store.update(slot)
        }
    }

    /// Takes the receipt of the last evaluation: whoever could sign it has opened the slot, so nothing failed.
    ///
    /// Throws `invalidElement` for another attempt than the last one, or a signature that is not of the slot's key.
    package func takeReceipt(
        _ signature: [UInt8], attempt: [UInt8], of id: [UInt8], session: Session
    ) async throws(VaultError) {
        try await writing { connection in
            let store = VaultSlotStore(connection)
            guard var slot = try store.slot(id, of: session.accountID) else { throw VaultError.unknown }
            guard slot.attempt == attempt, let bytes = slot.receiptKey, let number = RecordID(bytes: id),
                let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes),
                key.isValidSignature(signature, for: PresenceFactor.receipt(slot: number, attempt: attempt))
            else { throw VaultError.invalidElement }
            slot.failures = 0
            slot.waitsUntil = Timestamp(milliseconds: 0)
            slot.attempt = nil
            try store.update(slot)
        }
    }
}
