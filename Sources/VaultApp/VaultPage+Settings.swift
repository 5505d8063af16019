import API
import Basics
import Vault
import VaultDevice

extension VaultPage {
    /// The ciphers to choose from, the strong ones first.
    nonisolated func ciphers() -> VaultPageCiphersBody {
        let all = CipherSuite.allCases
        return VaultPageCiphersBody(
            ciphers: (all.filter { !$0.isWeak } + all.filter(\.isWeak)).map { VaultPageCipherBody($0) })
    }

    /// How the open vault is set up.
    func configuration() throws -> VaultPageConfigurationBody {
        try with { vault throws(VaultFault) in
            let header = vault.header
            let current = try vault.keys.slot
            let daily = header.slots.count { !$0.opensAnywhere }
            return VaultPageConfigurationBody(
                cipher: VaultPageCipherBody(header.cipher), generation: max(0, Int(header.generation) - 1),
                cell: Int(header.cell.metres), memoryKiB: header.cost.memoryKiB, passes: header.cost.passes,
                preferences: VaultPagePreferencesBody(vault.settings, header),
                slots: header.slots.map { slot in
                    VaultPageSlotBody(
                        id: Int(slot.id.rawValue), label: Self.label(of: slot), factors: slot.kinds.map(\.rawValue),
                        credential: slot.passkey.map { VaultPagePasskeyBody($0).credential },
                        createdOn: Timestamp.day(slot.createdOn), isCurrent: slot.id == current,
                        isRemovable: !slot.opensAnywhere && daily > 1)
                })
        }
    }

    /// The name that its owner gave a slot; the words that a slot has by itself say nothing that its factors do not.
    private static func label(of slot: Slot) -> String {
        slot.kinds.map(\.rawValue).contains(slot.label) ? "" : slot.label
    }

    /// Changes what the owner prefers; what is the same leaves the file as it is.
    func setPreferences(_ wanted: VaultPagePreferencesBody) throws -> VaultPageConfigurationBody {
        try with { vault throws(VaultFault) in
            try vault.changeSettings { settings in
                settings.autoLockSeconds = wanted.autoLockSeconds
                settings.lockWhenLeaving = wanted.lockWhenLeaving
                settings.clipboardSeconds = wanted.clipboardSeconds
                settings.language = wanted.language
            }
            let rule: LockoutRule = wanted.isStrict ? .strict : .standard
            if rule != vault.header.lockoutRule { try vault.setRule(rule) }
        }
        return try configuration()
    }

    /// Seals every record anew with another cipher.
    func setCipher(_ choice: VaultPageCipherChoiceBody) throws -> VaultPageConfigurationBody {
        guard let cipher = CipherSuite(name: choice.cipher) else {
            throw BodyError.invalid([Fault(path: "$.cipher", message: "is not a cipher")])
        }
        try with { vault throws(VaultFault) in
            if cipher != vault.header.cipher { try vault.changeCipher(to: cipher, allowsWeak: choice.allowsWeak) }
        }
        return try configuration()
    }

    // MARK: Ways in

    /// Makes a way in, which needs every factor that is given.
    func addSlot(_ body: VaultPageNewSlotBody) async throws -> VaultPageConfigurationBody {
        _ = try current()
        var factors: [NewFactor] = []
        let fixes = try await enrolment(body.usesPlace, body.fix)
        if !fixes.isEmpty { factors.append(.place(fixes)) }
        if let password = try Self.password(body.password) { factors.append(.password(password)) }
        var random = SystemRandomNumberGenerator()
        if let address = body.tang {
            do throws(NetworkFactorFault) {
                let made = try await TangServer(address: address).advertisement().factor(using: &random)
                factors.append(.tang(made.factor, made.contribution))
            } catch {
                throw VaultPageProblem.answer(to: error)
            }
        }
        if let passkey = body.passkey { factors.append(try newPasskey(passkey, beside: factors)) }
        guard !factors.isEmpty else {
            throw BodyError.invalid([Fault(path: "$", message: "has no factor")])
        }
        let label = body.label.isEmpty ? factors[0].kind.rawValue : try Self.name(body.label).text
        let day = today
        try with { vault throws(VaultFault) in
            _ = try vault.addSlot(label: label, factors, day: day, using: &random)
        }
        return try configuration()
    }

    /// Removes a way in; never the last one.
    func removeSlot(_ text: String) throws -> VaultPageConfigurationBody {
        guard let id = SlotID(text) else { throw VaultPageProblem.answer(.vaultUnknownRecord) }
        try with { vault throws(VaultFault) in try vault.removeSlot(id) }
        return try configuration()
    }

    /// Changes the password; no record is touched.
    func setPassword(_ body: VaultPagePasswordBody) throws -> VaultPageConfigurationBody {
        guard let password = try Self.password(body.password) else { return try configuration() }
        var random = SystemRandomNumberGenerator()
        let day = today
        try with { vault throws(VaultFault) in
            try vault.changePassword(to: password, day: day, using: &random)
        }
        return try configuration()
    }

    /// Makes a new recovery code; the one before it opens nothing any more.
    func renewRecovery() throws -> VaultPageRecoveryBody {
        var random = SystemRandomNumberGenerator()
        let day = today
        let (code, vault) = try with { vault throws(VaultFault) in
            (try vault.newRecoveryCode(day: day, using: &random), vault.header.vault)
        }
        return VaultPageRecoveryBody(code: code.text, deviceKeys: folder.keyProtection(of: vault)?.word)
    }
}
