import Accounts
import Basics
import Beacons
import Crypto
import Presence
import TestServer
import Testing
import Vault

@testable import HTTPKit
@testable import LoyaltyService
@testable import VaultService

/// A device that opens a slot by presence at beacon 100/1, as the vault's own code does it.
struct PresenceDevice {
    let world: World
    let vaults: VaultService
    let session: Session
    let slot: NewVaultSlot
    let factor: PresenceFactor
    let user: FoldedName

    /// Makes a slot at beacon 100/1.
    init(_ world: World, _ session: Session, rule: LockoutRule = .standard) async throws {
        self.world = world
        self.session = session
        vaults = world.vaults
        let beacon = BeaconIdentity(uuid: world.uuid, major: 100, minor: 1)
        slot = try await vaults.addSlot(at: beacon, rule: rule, session: session)
        var random = SplitMix64(seed: 7)
        factor = try PresenceFactor(
            server: "http://localhost", slotOnServer: try #require(RecordID(bytes: slot.id)),
            serverKey: slot.publicKey,
            beacon: try #require(PresenceFactor.Beacon(uuid: world.uuid.bytes, major: 100, minor: 1)), using: &random)
        user = try VaultName("Ana").folded
    }

    /// A question about a cell, to be sent to the server.
    func request(cell: Cell? = nil) throws -> PresenceRequest {
        try PresenceRequest(user: user, slot: 3, cell: cell, serverKey: slot.publicKey)
    }

    /// Asks the server, with what beacon 100/1 sends now unless told otherwise.
    func evaluate(_ request: PresenceRequest, _ sighting: PresenceSighting? = nil) async throws -> VaultEvaluation {
        try await vaults.evaluate(
            request.blinded, slot: slot.id, sighting: sighting ?? world.sighting(100, 1), session: session)
    }

    /// Proves presence and gives the contribution with the number of the attempt.
    func contribution(cell: Cell? = nil) async throws -> (key: SymmetricKey, attempt: [UInt8]) {
        let request = try request(cell: cell)
        let evaluation = try await evaluate(request)
        return (
            try request.finish(evaluation: evaluation.element, proof: evaluation.proof), evaluation.attempt
        )
    }

    /// Sends the receipt of an attempt, signed with what follows from `key`.
    func confirm(_ key: SymmetricKey, _ attempt: [UInt8]) async throws {
        let message = Array("cerca.vault/receipt".utf8) + slot.id + attempt
        let signature = try factor.receiptKey(for: key).signature(for: message)
        try await vaults.takeReceipt(Array(signature), attempt: attempt, of: slot.id, session: session)
    }

    /// Registers the receipt key that follows from `key`.
    func register(_ key: SymmetricKey) async throws {
        let publicKey = try factor.receiptKey(for: key).publicKey
        try await vaults.setReceiptKey(Array(publicKey.rawRepresentation), of: slot.id, session: session)
    }
}

/// The `VaultError` that `body` throws in words, or nil when it throws none.
func vaultRefusal(of body: () async throws -> Void) async -> String? {
    do {
        try await body()
        return nil
    } catch let error as VaultError {
        return switch error {
        case .service(let cause): cause.code
        default: "\(error)"
        }
    } catch {
        return "\(error)"
    }
}

extension World {
    /// The vaults of this world.
    var vaults: VaultService {
        VaultService(database: database, clock: clock.serverClock, loyalty: loyalty, random: loyalty.random)
    }
}
