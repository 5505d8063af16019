import API
import Basics
import Crypto
import HTTPKit
import Vault
import VaultDevice

extension VaultPage {
    /// How many measurements a place is made from, and how long they may take.
    private static let enrolment = (fixes: 16, limit: Duration.seconds(30))

    /// How the vaults stand; asking keeps none open.
    func state() -> VaultPageStateBody {
        lockIfIdle()
        let moment = DeviceMoment.now()
        let count = folder.vaults().count
        let users = folder.users()
        let first = users.filter { $0 == firstUser }
        let vaults = (first + users.filter { $0 != firstUser }).map { body(of: $0, at: moment) }
        guard let vault = open?.vault else {
            return VaultPageStateBody(
                state: count == 0 ? .none : .locked, vaults: vaults, vaultCount: count,
                positionSource: source?.word ?? "none", isTravelling: false)
        }
        return VaultPageStateBody(
            state: .open, user: vault.user.text, vaults: vaults, vaultCount: count,
            positionSource: source?.word ?? "none",
            preferences: VaultPagePreferencesBody(vault.settings, vault.header), isTravelling: vault.isTravelling)
    }

    /// Somebody is at the page: an open vault stays open.
    func stay() -> VaultPageStateBody {
        _ = try? current()
        return state()
    }

    private func body(of user: VaultName, at moment: LockoutMoment) -> VaultPageVaultBody {
        do throws(VaultFault) {
            let locked = try folder.open(user: user.folded)
            let lockout = try locked.lockout(at: moment)
            return VaultPageVaultBody(
                user: user.text, ways: locked.slots.map { $0.kinds.map(\.rawValue) },
                passkeys: locked.slots.compactMap(\.passkey).map { VaultPagePasskeyBody($0) },
                cell: Int(locked.header.cell.metres), failures: lockout.failures,
                secondsLeft: Int(clamping: lockout.secondsLeft), isStopped: lockout.isStopped)
        } catch {
            return VaultPageVaultBody(
                user: user.text, ways: [], passkeys: [], cell: 0, failures: 0, secondsLeft: 0, isStopped: false,
                damage: error.description)
        }
    }

    // MARK: Places

    /// A position with the cell around it.
    ///
    /// The cell is drawn around the position that is asked about, also for a vault that exists: where its own cells lie
    /// is sealed, and whoever is still outside shall not learn it from a drawing.
    func place(_ query: VaultPagePlaceQueryBody) async throws -> VaultPagePlaceBody {
        var side = query.cell.flatMap { UInt16(exactly: $0) }.flatMap { CellSide(metres: $0) } ?? .standard
        if query.cell == nil, let user = query.user, let name = try? VaultName(user),
            let locked = try? folder.open(user: name.folded)
        {
            side = locked.header.cell
        }
        let fix = try await fixes(query.fix, count: 1).last
        guard let fix else { throw VaultPageProblem.answer(.vaultNoPosition) }
        return VaultPagePlaceBody(
            fix: VaultPageFixBody(latitude: fix.latitude, longitude: fix.longitude, accuracy: fix.accuracy),
            cell: Int(side.metres), limit: side.accuracyLimit, isFineEnough: fix.accuracy <= side.accuracyLimit,
            outline: Lattice(side: side).outline(around: fix, helper: nil).map { [$0.latitude, $0.longitude] })
    }

    /// Where the device is: as the browser or the person says, or else as this machine's own source measures.
    func fixes(_ said: VaultPageFixBody?, count: Int) async throws -> [Fix] {
        if let said {
            guard
                let fix = Fix(
                    latitude: said.latitude, longitude: said.longitude, accuracy: said.accuracy, time: nil)
            else {
                throw BodyError.invalid([Fault(path: "$.fix", message: "is not a position")])
            }
            return [fix]
        }
        guard let source else { throw VaultPageProblem.answer(.vaultNoPosition) }
        do {
            return try await source.positions.fixes(count, within: count == 1 ? .seconds(15) : Self.enrolment.limit)
        } catch {
            throw VaultPageProblem.answer(to: error)
        }
    }

    /// The measurements of a place that is to be enrolled; none when there shall be no place.
    func enrolment(_ uses: Bool, _ said: VaultPageFixBody?) async throws -> [Fix] {
        uses ? try await fixes(said, count: Self.enrolment.fixes) : []
    }

    // MARK: Opening

    /// Makes a vault and opens it.
    func create(_ body: VaultPageNewVaultBody) async throws -> VaultPageRecoveryBody {
        let user = try Self.name(body.user)
        guard let cipher = CipherSuite(name: body.cipher) else {
            throw BodyError.invalid([Fault(path: "$.cipher", message: "is not a cipher")])
        }
        let password = try Self.password(body.password)
        let fixes = try await enrolment(body.usesPlace, body.fix)
        guard !fixes.isEmpty || password != nil else { throw VaultPageProblem.answer(.vaultLastSlot) }
        let new = NewVault(
            user: user, fixes: fixes, password: password, cipher: cipher, allowsWeakCipher: body.allowsWeak,
            cell: UInt16(exactly: body.cell).flatMap { CellSide(metres: $0) } ?? .standard,
            cost: cost ?? Self.suitableCost(), language: body.language)
        var random = SystemRandomNumberGenerator()
        do throws(VaultFault) {
            let made = try folder.create(new, now: clock.now(), using: &random)
            take(made.vault, at: fixes.last)
            return VaultPageRecoveryBody(
                code: made.recovery.text, deviceKeys: folder.keyProtection(of: made.vault.header.vault)?.word)
        } catch {
            throw VaultPageProblem.answer(to: error)
        }
    }

    /// A cost that takes this machine half a second or so.
    private static func suitableCost() -> KeyDerivationCost {
        let clock = ContinuousClock()
        return .calibrated { cost in
            var works = true
            let elapsed = clock.measure { works = (try? KeyDerivation.spend(cost)) != nil }
            return works ? elapsed / .seconds(1) : nil
        }
    }

    /// Opens a vault with everything that is at hand.
    func unlock(_ body: VaultPageUnlockBody) async throws -> VaultPageStateBody {
        // A name that cannot be one is answered as one that nobody has.
        guard let user = try? VaultName(body.user) else { throw VaultPageProblem.answer(.vaultWrongSecret) }
        let locked: LockedVault
        do {
            locked = try folder.open(user: user.folded)
        } catch {
            throw VaultPageProblem.answer(to: error)
        }
        var secrets = UnlockSecrets()
        secrets.password = try Self.password(body.password)
        if let code = body.recovery {
            guard let recovery = RecoveryCode(code) else { throw VaultPageProblem.answer(.vaultWrongSecret) }
            secrets.recovery = recovery
        }
        if body.usesPlace { secrets.fix = try await fixes(body.fix, count: 1).last }
        if body.usesNetwork { secrets.tang = try await tangContributions(to: locked) }
        secrets.passkey = try Self.evaluations(body.passkey, for: locked)
        do throws(VaultFault) {
            let vault = try locked.unlock(with: secrets, moment: DeviceMoment.now(), acceptsOlder: body.acceptsOlder)
            take(vault, at: secrets.fix)
        } catch {
            throw VaultPageProblem.answer(to: error)
        }
        return state()
    }

    /// Opens a vault with what the command was given, before anybody has come to the page.
    package func enter(_ user: FoldedName, with secrets: UnlockSecrets, acceptsOlder: Bool) throws(VaultFault) {
        let locked = try folder.open(user: user)
        take(
            try locked.unlock(with: secrets, moment: DeviceMoment.now(), acceptsOlder: acceptsOlder), at: secrets.fix)
    }

    /// What the Tang servers of the vault's slots give; that one of them is away matters only when all are.
    private func tangContributions(to locked: LockedVault) async throws -> [SlotID: SymmetricKey] {
        var contributions: [SlotID: SymmetricKey] = [:]
        var fault: NetworkFactorFault?
        var random = SystemRandomNumberGenerator()
        for slot in locked.slots {
            for case .tang(let factor) in slot.factors {
                do throws(NetworkFactorFault) {
                    contributions[slot.id] = try await TangServer.recover(factor, using: &random)
                } catch {
                    fault = error
                }
            }
        }
        if contributions.isEmpty, let fault { throw VaultPageProblem.answer(to: fault) }
        return contributions
    }

    /// Proves once more that the owner is there: with what opens the vault, counted as any attempt.
    func confirm(_ body: VaultPageConfirmBody) async throws {
        let user = try current().user
        var secrets = UnlockSecrets()
        secrets.password = try Self.password(body.password)
        if body.usesPlace { secrets.fix = try await fixes(body.fix, count: 1).last }
        let locked: LockedVault
        do throws(VaultFault) {
            locked = try folder.open(user: user.folded)
        } catch {
            throw VaultPageProblem.answer(to: error)
        }
        secrets.passkey = try Self.evaluations(body.passkey, for: locked)
        do throws(VaultFault) {
            let again = try locked.unlock(with: secrets, moment: DeviceMoment.now())
            again.lock()
        } catch {
            // Whoever guesses here is not the owner: the vault closes before the lock-out would.
            if case .lockedOut = error { lock() }
            throw VaultPageProblem.answer(to: error)
        }
        noteProof()
    }

    // MARK: What is read

    /// The name that a text says.
    static func name(_ text: String) throws(ProblemAnswer) -> VaultName {
        do {
            return try VaultName(text)
        } catch {
            throw VaultPageProblem.answer(to: error)
        }
    }

    /// The password that a text says; nil for none.
    static func password(_ text: String?) throws -> Password? {
        guard let text else { return nil }
        guard let password = Password(text) else {
            throw BodyError.invalid([Fault(path: "$.password", message: "is not a password")])
        }
        return password
    }
}
