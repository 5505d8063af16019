import Accounts
import Basics
import HTTPKit
import LoyaltyService
import Presence
import ServiceKit

/// An evaluation for whoever has proved presence.
package struct VaultEvaluation: Sendable {
    /// The evaluated element, 49 bytes.
    package let element: [UInt8]
    /// The proof that the slot's key made it, 96 bytes.
    package let proof: [UInt8]
    /// What the receipt must name, 16 bytes.
    package let attempt: [UInt8]
}

extension VaultService {
    /// Evaluates a blinded element under a slot's key for whoever has just proved presence at the slot's beacon.
    ///
    /// The sighting is judged as one for a visit is, and a code serves once for either; but no shop learns of it, and
    /// nothing is kept but what stops a replay, for the minutes in which the code could be replayed. The evaluation counts
    /// as a failure before it is answered, and until its receipt comes. What is refused counts for nothing.
    package func evaluate(
        _ blinded: [UInt8], slot id: [UInt8], sighting: PresenceSighting, session: Session
    ) async throws(VaultError) -> VaultEvaluation {
        guard let blinded = BlindedElement(blinded) else { throw .invalidElement }
        let now = clock.now()
        let known = try await reading { try VaultSlotStore($0).slot(id, of: session.accountID) }
        guard let known else { throw .unknown }
        // A slot that waits spends no code.
        try known.requireOpen(at: now)
        guard known.beacon == sighting.identity else { throw .service(.presence(.unknownBeacon)) }
        let claim: PresenceClaim
        do { claim = try await loyalty.claim(sighting, session: session, at: now) } catch { throw .service(error) }
        let attempt = random.identifier()
        try await writing { connection in
            let store = VaultSlotStore(connection)
            guard var slot = try store.slot(id, of: session.accountID) else { throw VaultError.unknown }
            try slot.requireOpen(at: now)
            try claim.believe(try claim.facts(in: connection), in: connection)
            slot.count(attempt: attempt, at: now)
            try store.update(slot)
            try claim.storeClock(in: connection)
        }
        claim.learn()
        guard let evaluation = known.key.evaluate(blinded) else { throw .invalidElement }
        return VaultEvaluation(element: evaluation.element, proof: evaluation.proof, attempt: attempt)
    }
}
