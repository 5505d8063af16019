import API
import Basics
import Foundation
import HTTPKit
import Vault
import VaultDevice

/// One person's vault while a browser on this machine works with it.
///
/// It owns the open vault: nothing else in the process has it, and it is locked when nobody has asked for a while, when
/// the device leaves the place, and when the process ends.
package actor VaultPage {
    /// What is known while a vault is open.
    struct Open {
        let vault: UnlockedVault
        /// When somebody last did something, milliseconds of the clock since the start of the system.
        var lastUse: Int64
        /// Until when the owner's last proof holds, on the same clock.
        var provenUntil = Int64.min
        /// Where the device was when the vault was opened; nil when nobody asked.
        var departure: Departure?
    }

    let folder: VaultFolder
    /// This machine's own source of positions, and its word; nil when only the browser can tell.
    let source: (word: String, positions: any PositionSource)?
    let clock: ServerClock
    /// The cost of keys of a vault that is made here; nil to find one that suits this machine.
    let cost: KeyDerivationCost?
    /// Whose vault is offered first.
    let firstUser: VaultName?
    private(set) var open: Open?

    package init(
        folder: VaultFolder, source: (word: String, positions: any PositionSource)?, clock: ServerClock,
        cost: KeyDerivationCost? = nil, firstUser: VaultName? = nil
    ) {
        self.folder = folder
        self.source = source
        self.clock = clock
        self.cost = cost
        self.firstUser = firstUser
    }

    // MARK: The open vault

    /// The open vault for whoever asks; that somebody asked counts as use.
    func current() throws(ProblemAnswer) -> UnlockedVault {
        lockIfIdle()
        guard open != nil else { throw VaultPageProblem.answer(.vaultLocked) }
        open?.lastUse = Self.milliseconds
        guard let vault = open?.vault else { throw VaultPageProblem.answer(.vaultLocked) }
        return vault
    }

    /// Does `work` with the open vault, and turns its faults into answers.
    func with<Result>(_ work: (UnlockedVault) throws(VaultFault) -> Result) throws(ProblemAnswer) -> Result {
        let vault = try current()
        do {
            return try work(vault)
        } catch {
            throw VaultPageProblem.answer(to: error)
        }
    }

    /// Takes a vault that was just opened or made; one that was open before is locked.
    func take(_ vault: UnlockedVault, at fix: Fix?) {
        lock()
        var departure: Departure?
        if let fix { departure = try? Departure(from: fix, lattice: Lattice(side: vault.header.cell)) }
        open = Open(vault: vault, lastUse: Self.milliseconds, departure: departure)
    }

    /// Locks the vault and forgets its keys.
    package func lock() {
        open?.vault.lock()
        open = nil
    }

    // MARK: Locking by itself

    /// Locks a vault that nobody has used for as long as its settings say.
    func lockIfIdle() {
        guard let open else { return }
        let limit = Int64(open.vault.settings.autoLockSeconds) * 1000
        if Self.milliseconds - open.lastUse >= limit { lock() }
    }

    /// Looks where the device is when the owner wants the vault locked on leaving, and locks it then.
    func lockIfElsewhere() async {
        guard let source, let vault = open?.vault, vault.settings.lockWhenLeaving else { return }
        // A source that falls silent is no departure: a receiver loses its satellites indoors.
        guard let fix = try? await source.positions.fix(within: .seconds(10)), open?.vault === vault else { return }
        if open?.departure == nil {
            open?.departure = try? Departure(from: fix, lattice: Lattice(side: vault.header.cell))
        }
        if open?.departure?.observe(fix) == true { lock() }
    }

    // MARK: Proof

    /// For how long a proof of the owner holds, milliseconds.
    private static let proofMilliseconds: Int64 = 60_000

    /// Notes that the owner has just proved to be there.
    func noteProof() {
        open?.provenUntil = Self.milliseconds + Self.proofMilliseconds
    }

    /// Whether the owner's last proof still holds.
    var isProven: Bool { Self.milliseconds < open?.provenUntil ?? .min }

    /// Refuses a secret of an item that asks again, until the owner has proved to be there.
    func requireProof(for item: Item) throws(ProblemAnswer) {
        guard item.asksAgain, !isProven else { return }
        throw VaultPageProblem.answer(.vaultWrongSecret)
    }

    /// Milliseconds since the start of the system, time asleep included; nobody can set that clock.
    static var milliseconds: Int64 { DeviceMoment.now().sinceBootMilliseconds }

    /// Today, as the number of the day since 1970-01-01.
    var today: Int32 { Int32(clamping: clock.now().seconds / 86_400) }
}
