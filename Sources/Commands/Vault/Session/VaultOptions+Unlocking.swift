import Crypto
import Foundation
import Strings
import Vault
import VaultDevice

extension VaultOptions {
    /// The vault, locked; from now on nobody else may read this process.
    func locked() throws(CommandFailure) -> LockedVault {
        ProcessHardening.apply()
        let owner = try owner()
        return try refusing { () throws(VaultFault) in try folder.open(user: owner.folded) }
    }

    /// The vault, opened with what the options allow: by its agent when nothing was given, else by a slot.
    func unlocked() async throws -> UnlockedVault {
        let locked = try locked()
        if !hasSecrets, let keys = AgentClient(vault: locked.header.vault).keys() {
            do throws(VaultFault) {
                return try locked.unlock(keys: keys)
            } catch .doesNotOpen {
                // Keys of a vault that is not there any more; a slot may open the one that is.
            } catch {
                throw error.failure()
            }
        }
        return try await unlocked(locked).vault
    }

    /// The vault, opened by a slot, and where the device was when a position helped.
    func unlocked(_ locked: LockedVault) async throws -> (vault: UnlockedVault, fix: Fix?) {
        if recoveryFile == nil {
            // Nobody waits for satellites, or types, to be told that it is no use yet.
            let state = try refusing { () throws(VaultFault) in try locked.lockout(at: DeviceMoment.now()) }
            if state.isStopped, state.failures >= LockoutRule.stop { throw VaultFault.stopped.failure() }
            // Without its record, or this device's keys, a vault counts as stopped as well; unlocking tells which.
            if state.isStopped, !hasSecrets { throw VaultFault.noLockoutRecord.failure() }
            if state.secondsLeft > 0 { throw VaultFault.lockedOut(seconds: state.secondsLeft).failure() }
        }
        let (secrets, proofs) = try await secrets(for: locked)
        let opened = Result { () throws(CommandFailure) in
            try refusing { () throws(VaultFault) in
                try locked.unlock(with: secrets, moment: DeviceMoment.now(), acceptsOlder: acceptOlder)
            }
        }
        if let slot = try? opened.get().keys.slot { await proofs[slot]?.confirm() }
        for proof in proofs.values { await proof.end() }
        return (try opened.get(), secrets.fix)
    }

    /// What the options name: recovery code, password, and where the device is unless the recovery code is there.
    func namedSecrets() async throws -> UnlockSecrets {
        var secrets = UnlockSecrets()
        if let recoveryFile { secrets.recovery = try SecretInput.recoveryCode(recoveryFile) }
        if let passwordFile { secrets.password = try SecretInput.password(passwordFile) }
        if secrets.recovery == nil { secrets.fix = try await fixes(1).last }
        return secrets
    }

    /// What is at hand: what the options name, what servers give, and at last what a person types.
    private func secrets(
        for locked: LockedVault
    ) async throws -> (secrets: UnlockSecrets, proofs: [SlotID: PresenceProof]) {
        var secrets = try await namedSecrets()
        var proofs: [SlotID: PresenceProof] = [:]
        if secrets.recovery == nil { proofs = try await askServers(for: locked, into: &secrets) }
        let hasSomething =
            hasSecrets || !secrets.tang.isEmpty || !secrets.presence.isEmpty
        guard !hasSomething else { return (secrets, proofs) }
        guard Terminal.canAsk, locked.slots.contains(where: { $0.kinds.contains(.password) }) else {
            let hasPasskey = locked.slots.contains { $0.passkey != nil }
            throw CommandFailure(
                (hasPasskey ? VaultStrings.sessionPasskeyOpensThePage : VaultStrings.sessionNothingToOpenWith).text)
        }
        secrets.password = try typedPassword(VaultStrings.sessionAskPassword(user: locked.user.text))
        return (secrets, proofs)
    }

    /// The positions that the named source gives; none when no source was named.
    func fixes(_ count: Int, within limit: Duration = .seconds(30)) async throws -> [Fix] {
        guard let option = try positionSource else { return [] }
        let source = option.source
        if count > 1, !json, Terminal.showsProgress {
            VaultStrings.sessionWaitingForPosition(source: source.description).say()
        }
        do throws(PositionFault) {
            return try await source.fixes(count, within: limit)
        } catch {
            throw CommandFailure(error.phrase.text)
        }
    }

    /// A password that a person types, without being shown.
    func typedPassword(
        _ question: Phrase, orElse words: Phrase = VaultStrings.sessionNothingToOpenWith
    ) throws(CommandFailure) -> Password {
        guard let bytes = HiddenInput.line(question.text), let password = Password(bytes: bytes) else {
            throw CommandFailure(words.text)
        }
        return password
    }

    /// A new password: of the file, or typed twice; when it is easily guessed, that is said.
    func newPassword(file: String?) throws(CommandFailure) -> Password {
        let password = try chosenPassword(file: file)
        let strength = password.withBytes { PasswordStrength(String(decoding: $0, as: UTF8.self)) }
        if strength.score <= 1 { VaultStrings.sessionWeakPassword.say() }
        return password
    }

    private func chosenPassword(file: String?) throws(CommandFailure) -> Password {
        if let file { return try SecretInput.password(file) }
        guard Terminal.canAsk else { throw CommandFailure(VaultStrings.sessionNothingGiven.text) }
        let password = try typedPassword(
            VaultStrings.sessionAskNewPassword, orElse: VaultStrings.sessionNoNewPassword)
        let differs = VaultStrings.sessionPasswordsDiffer
        guard try typedPassword(VaultStrings.sessionRepeatPassword, orElse: differs) == password else {
            throw CommandFailure(differs.text)
        }
        return password
    }
}
