import ArgumentParser
import Presence
import Radio
import Strings
import Synchronization
import Vault
import VaultDevice

/// Proves presence at a slot's beacon and gets from the server what the slot needs.
struct PresenceProof {
    /// What the server gave.
    let contribution: PresenceClient.Contribution
    private let client: PresenceClient

    /// Hears the beacon and asks the server; throws in words why that did not succeed.
    ///
    /// - Parameter cell: The cell of a slot that asks for a place too.
    init(
        of factor: PresenceFactor, user: FoldedName, slot: SlotID, cell: Cell?, account: AccountOptions,
        client known: PresenceClient? = nil
    ) async throws {
        guard let hci = account.hci else { throw CommandFailure(VaultStrings.presenceNoRadio.text) }
        let sighting = try await Self.sighting(of: factor.beacon, on: try RadioRun.transport(hci))
        if let known {
            client = known
        } else {
            client = PresenceClient(account: try await account.signIn(at: factor.server))
        }
        do throws(ServerFault) {
            contribution = try await client.contribution(
                of: factor, user: user, slot: slot, cell: cell, sighting: sighting)
        } catch .lockedOut(let seconds) {
            await client.signOut()
            throw VaultFault.lockedOut(seconds: seconds).failure()
        } catch {
            await client.signOut()
            throw CommandFailure(error.phrase.text)
        }
    }

    /// What is heard of the beacon and of its code, within 20 s: a code is sent many times before it changes.
    private static func sighting(
        of beacon: PresenceFactor.Beacon, on transport: TransportAddress
    ) async throws -> PresenceSighting {
        let heard = Mutex<PresenceSighting?>(nil)
        do {
            try await RadioRun.run(seconds: nil) {
                let sighting = try await BeaconListener(transport: transport).sighting(of: beacon, within: .seconds(20))
                heard.withLock { $0 = sighting }
            }
        } catch BeaconListener.Fault.radio(let reason) {
            throw CommandFailure(reason)
        } catch is BeaconListener.Fault {}
        guard let sighting = heard.withLock({ $0 }) else { throw CommandFailure(VaultStrings.presenceNotHeard.text) }
        return sighting
    }

    /// Ends the session that the proof was made in.
    func end() async { await client.signOut() }

    /// Tells the server that the slot opened, so that it counts no failure.
    func confirm() async {
        do throws(ServerFault) {
            try await client.confirm(contribution)
        } catch {
            VaultStrings.presenceNotConfirmed(reason: error.phrase).say()
        }
    }
}
