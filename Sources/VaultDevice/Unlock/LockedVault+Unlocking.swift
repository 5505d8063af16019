import Foundation
import GRDB
import Vault

extension LockedVault {
    /// Opens the vault with whatever of what is at hand opens a slot.
    ///
    /// The recovery code is tried first and never counted. Anything else is counted as a failure, on the disk, before
    /// it is tried, and the count is set back when it opens. A position that is worse than the cell is no attempt.
    ///
    /// - Throws: `lockedOut`, `stopped` or `noLockoutRecord` without trying; `doesNotOpen` when nothing fits;
    ///   `missingFactor` when no slot can be opened with what was given; `place` for a refused position;
    ///   `noDeviceKeys` on another device; `older` for a copy that lacks changes which this device has seen, unless
    ///   `acceptsOlder` and the recovery code opens it: an old password may be somebody else's by now; and `damaged`.
    package func unlock(
        with secrets: UnlockSecrets, moment: LockoutMoment, acceptsOlder: Bool = false
    ) throws(VaultFault) -> UnlockedVault {
        let candidates = slots.filter { secrets.cover($0) }
        for slot in candidates where slot.opensAnywhere {
            if let keys = try header.open(slot, with: secrets, user: user, device: nil) {
                return try finish(keys, moment, acceptsOlder: acceptsOlder)
            }
        }
        guard exists else { throw try refusal(of: secrets, moment) }
        let guarded = candidates.filter { !$0.opensAnywhere }
        guard !guarded.isEmpty else { throw missing(secrets) }
        guard let deviceKeys = try deviceSecrets() else { throw .noDeviceKeys }
        let admitted = try admitted(guarded, at: secrets.fix, deviceKeys)
        return try Uninterrupted.run { () throws(VaultFault) in
            try count(moment, deviceKeys, isGuess: admitted.contains { $0.canBeGuessed })
            for slot in admitted {
                if let keys = try header.open(slot, with: secrets, user: user, device: deviceKeys) {
                    return try finish(keys, moment, acceptsOlder: false)
                }
            }
            throw .doesNotOpen
        }
    }

    /// Opens the vault with keys that an agent held; it counts no attempt.
    ///
    /// - Throws: `damaged` when the keys are not this vault's or the file is not as it was written; `older` for a copy
    ///   that lacks changes which this device has seen.
    package func unlock(keys: OpenedKeys) throws(VaultFault) -> UnlockedVault {
        // The record is read before the file: read after it, it may already know of a change that another process made
        // in between, and a file that is as new as can be would look old.
        let seen = try deviceSecrets().flatMap { device.lockoutFile($0).load() }?.highestSequence ?? 0
        let vault = try connect(keys, isFresh: false)
        try check(vault, seen: seen, acceptsOlder: false)
        return vault
    }

    // MARK: Before it is tried

    /// The slots whose places take the position; it throws why the first does not when none of them does.
    private func admitted(
        _ slots: [Slot], at fix: Fix?, _ deviceKeys: DeviceSecrets
    ) throws(VaultFault) -> [Slot] {
        var refusal: VaultFault?
        var admitted: [Slot] = []
        for slot in slots {
            do {
                for case .place(let place) in slot.factors {
                    guard let fix else { throw VaultFault.missingFactor(.place) }
                    _ = try place.cell(at: fix, device: deviceKeys)
                }
                admitted.append(slot)
            } catch {
                refusal = refusal ?? VaultFault(error)
            }
        }
        if admitted.isEmpty, let refusal { throw refusal }
        return admitted
    }

    /// Counts an attempt, on the disk, or throws because none is allowed now.
    private func count(
        _ moment: LockoutMoment, _ deviceKeys: DeviceSecrets, isGuess: Bool
    ) throws(VaultFault) {
        let rule = header.lockoutRule
        let refusal: VaultFault? = try device.lockoutFile(deviceKeys).update(from: exists ? nil : .fresh) {
            record throws(VaultFault) in
            var counted = record
            do throws(VaultFault) {
                try counted.countAttempt(at: moment, rule: rule)
                if isGuess { record = counted }
                return nil
            } catch {
                // After another start what is left of the wait begins now, and that has to be written down.
                if record.mustObserve(moment) { record.observe(moment) }
                return error
            }
        }
        if let refusal { throw refusal }
    }

    /// What stands for an attempt at the vault of somebody who has none: counted and as slow as any.
    private func refusal(of secrets: UnlockSecrets, _ moment: LockoutMoment) throws(VaultFault) -> VaultFault {
        let guesses = (secrets.fix == nil ? 0 : 1) + (secrets.password == nil ? 0 : 1)
        if guesses > 0, let deviceKeys = try deviceSecrets() { try count(moment, deviceKeys, isGuess: true) }
        for _ in 0..<guesses { try KeyDerivation.spend(header.cost) }
        return .doesNotOpen
    }

    /// Why nothing could be tried: what the first slot asks for beyond what was given.
    private func missing(_ secrets: UnlockSecrets) -> VaultFault {
        guard secrets.recovery == nil,
            let kind = slots.first(where: { !$0.opensAnywhere })?.kinds.first(where: { !secrets.kinds.contains($0) })
        else { return .doesNotOpen }
        return .missingFactor(kind)
    }

    // MARK: Once a slot gave the keys

    /// Opens the file with the keys, and sets the failures back: whoever has the keys has not guessed.
    ///
    /// Those of an older copy say nothing of the present secrets: what it is opened with stays counted as a failure.
    private func finish(
        _ keys: OpenedKeys, _ moment: LockoutMoment, acceptsOlder: Bool
    ) throws(VaultFault) -> UnlockedVault {
        var random = SystemRandomNumberGenerator()
        // Where the recovery code opened a copy, this device gets keys of its own for it. Where keys are there and cannot
        // be used now, it opens without them; none are made in their place.
        let deviceKeys = (try? deviceSecrets()) ?? (try? device.makeSecrets(using: &random))
        let records = deviceKeys.map { device.lockoutFile($0) }
        let seen = records?.load()?.highestSequence ?? 0
        let opened = Swift.Result { () throws(VaultFault) in try connect(keys, isFresh: true) }
        let sequence = (try? opened.get())?.sequence ?? 0
        let isOlder = 0 < sequence && sequence < seen
        if !isOlder || acceptsOlder {
            // A count that cannot be set back keeps nobody out who has the keys.
            _ = try? records?.update(from: .fresh, .whenConvenient) { record throws(VaultFault) in
                record.succeed(at: moment, sequence: sequence)
                if isOlder { record.accept(olderSequence: sequence) }
            }
        }
        let vault = try opened.get()
        try check(vault, seen: seen, acceptsOlder: acceptsOlder)
        return vault
    }

    private func check(_ vault: UnlockedVault, seen: UInt64, acceptsOlder: Bool) throws(VaultFault) {
        guard vault.sequence < seen, !acceptsOlder else { return }
        vault.lock()
        throw .older(sequence: vault.sequence, seen: seen)
    }

    /// Opens the file and makes sure that it is whole and the keys are its own.
    private func connect(_ keys: OpenedKeys, isFresh: Bool) throws(VaultFault) -> UnlockedVault {
        let queue: DatabaseQueue
        if let spare = spare.take() { queue = spare } else { queue = try VaultFile.checkedQueue(file) }
        let state = try VaultFile.perform(queue) { try VaultState($0, key: keys.data) }
        guard state.header.vault == header.vault else { throw .damaged("header") }
        return UnlockedVault(self, queue: queue, keys: keys, state: state, isFresh: isFresh)
    }
}

extension UnlockSecrets {
    /// The kinds of factors of which something is at hand.
    fileprivate var kinds: Set<FactorKind> {
        var kinds: Set<FactorKind> = []
        if fix != nil { kinds.insert(.place) }
        if password != nil { kinds.insert(.password) }
        if recovery != nil { kinds.insert(.recovery) }
        if !tang.isEmpty { kinds.insert(.tang) }
        if !presence.isEmpty { kinds.insert(.presence) }
        if !passkey.isEmpty { kinds.insert(.passkey) }
        return kinds
    }

    /// Whether there is something at hand for each factor of a slot.
    fileprivate func cover(_ slot: Slot) -> Bool {
        slot.factors.allSatisfy { factor in
            switch factor {
            case .place: fix != nil
            case .password: password != nil
            case .recovery: recovery != nil
            case .tang: tang[slot.id] != nil
            case .presence: presence[slot.id] != nil
            case .passkey: passkey[slot.id] != nil
            }
        }
    }
}

extension Slot {
    /// Whether the slot asks for something that people choose or that there are few of.
    fileprivate var canBeGuessed: Bool { kinds.contains(.place) || kinds.contains(.password) }
}
