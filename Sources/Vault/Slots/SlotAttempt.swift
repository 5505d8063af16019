import Crypto

/// What the factors of a slot give, and the keys that this opens.
///
/// Collecting is slow on purpose; opening is quick. They are apart so that an attempt is counted before the first and
/// answered after the second.
public enum SlotAttempt {
    /// What each factor of `slot` gives, in their order, 32 bytes each (48 of a proved presence).
    ///
    /// Throws ``VaultFault/missingFactor(_:)`` when something is not at hand, ``VaultFault/noDeviceKeys`` when the place
    /// cannot be found without the device's keys, ``VaultFault/place(_:)`` when the position is refused (which is no
    /// failed attempt), and ``VaultFault/derivationFailed``.
    public static func contributions(
        for slot: Slot, from secrets: UnlockSecrets, user: FoldedName, device: DeviceSecrets?
    ) throws(VaultFault) -> [SymmetricKey] {
        var given: [SymmetricKey] = []
        for factor in slot.factors {
            given.append(try contribution(of: factor, in: slot, from: secrets, user: user, device: device))
        }
        return given
    }

    private static func contribution(
        of factor: Factor, in slot: Slot, from secrets: UnlockSecrets, user: FoldedName, device: DeviceSecrets?
    ) throws(VaultFault) -> SymmetricKey {
        switch factor {
        case .place(let place):
            guard let fix = secrets.fix else { throw .missingFactor(.place) }
            guard let device else { throw .noDeviceKeys }
            let cell = try place.cell(at: fix, device: device)
            return try KeyDerivation.place(cell, user: user, salt: place.salt, cost: place.cost)
        case .password(let parameters):
            guard let password = secrets.password else { throw .missingFactor(.password) }
            return try KeyDerivation.password(
                password, user: user, salt: parameters.salt, cost: parameters.cost)
        case .recovery(let parameters):
            guard let code = secrets.recovery else { throw .missingFactor(.recovery) }
            return code.contribution(salt: parameters.salt)
        case .tang:
            guard let given = secrets.tang[slot.id] else { throw .missingFactor(.tang) }
            return given
        case .presence:
            guard let given = secrets.presence[slot.id] else { throw .missingFactor(.presence) }
            return given
        case .passkey(let parameters):
            guard let evaluation = secrets.passkey[slot.id] else { throw .missingFactor(.passkey) }
            return evaluation.contribution(salt: parameters.salt)
        }
    }

    /// The key of a slot: HKDF-SHA256 over what the factors give and the device's keys (PLK-1 step 3).
    ///
    /// A slot that opens anywhere takes neither the device's keys nor the user's name.
    static func key(
        of slot: Slot, contributions: [SymmetricKey], user: FoldedName, device: DeviceSecrets?
    ) throws(VaultFault) -> SymmetricKey {
        var extract = KeyExtract(salt: slot.salt)
        for contribution in contributions { extract.add(contribution) }
        if !slot.opensAnywhere {
            guard let device else { throw .noDeviceKeys }
            extract.add(device.device)
            extract.add(device.install)
        }
        var info = HeaderWriter()
        info.append(fixed: "cerca.vault/slot".utf8)
        info.append(part: slot.kinds.map(\.code))
        info.append(part: slot.opensAnywhere ? [] : user.bytes)
        info.append(slot.id.rawValue)
        return extract.key(info: info.bytes)
    }
}

extension PlaceFactor {
    /// The cell that a position falls into here.
    ///
    /// Throws ``VaultFault/place(_:)`` when the position is worse than the cell, and ``VaultFault/noDeviceKeys``.
    public func cell(at fix: Fix, device: DeviceSecrets) throws(VaultFault) -> Cell {
        let helper = try helper(device: device)
        do {
            return try Lattice(side: side).cell(at: fix, helper: helper)
        } catch {
            throw .place(error)
        }
    }
}
