import Crypto

extension VaultHeader {
    /// The slots that these kinds of factors could open, in the order in which they stand.
    public func candidates(for kinds: Set<FactorKind>) -> [Slot] {
        slots.filter { kinds.isSuperset(of: $0.kinds) }
    }

    /// The slot of that number.
    ///
    /// Throws ``VaultFault/unknownSlot(_:)`` when there is none.
    public func slot(_ id: SlotID) throws(VaultFault) -> Slot {
        guard let slot = slots.first(where: { $0.id == id }) else { throw .unknownSlot(id) }
        return slot
    }

    /// The keys that a slot holds, or nil when what was given does not fit it.
    ///
    /// It takes as long as the slot's cost says. Throws what ``SlotAttempt/contributions(for:from:user:device:)`` does.
    public func open(
        _ slot: Slot, with secrets: UnlockSecrets, user: FoldedName, device: DeviceSecrets?
    ) throws(VaultFault) -> OpenedKeys? {
        // Asked first: without them nothing fits, however long one derives.
        if !slot.opensAnywhere, device == nil { throw .noDeviceKeys }
        let contributions = try SlotAttempt.contributions(for: slot, from: secrets, user: user, device: device)
        return try open(slot, contributions: contributions, user: user, device: device)
    }

    /// The keys that a slot holds, or nil when what its factors gave does not fit.
    public func open(
        _ slot: Slot, contributions: [SymmetricKey], user: FoldedName, device: DeviceSecrets?
    ) throws(VaultFault) -> OpenedKeys? {
        let key = try SlotAttempt.key(of: slot, contributions: contributions, user: user, device: device)
        guard let keys = SealedPart.open(slot.sealed, under: key, bound: binding(of: slot)),
            keys.byteCount == (slot.holdsTravelKey ? 64 : 32)
        else { return nil }
        return keys.withUnsafeBytes { bytes -> OpenedKeys? in
            guard let data = DataKey(bytes: bytes.prefix(32)) else { return nil }
            return OpenedKeys(data: data, travel: TravelKey(bytes: bytes.dropFirst(32)), slot: slot.id)
        }
    }

    /// A slot for these factors, which holds `keys`; places and passwords get this header's cell side and cost.
    ///
    /// It takes as long as the cost says. It does not put the slot into ``slots``. Throws ``VaultFault/travelling`` when
    /// the slot has to hold the travel key and it is not at hand, ``VaultFault/invalidSlot(_:)`` for factors that do not
    /// go together, ``VaultFault/noDeviceKeys``, ``VaultFault/place(_:)``, ``VaultFault/tooLarge(_:)`` for the label or
    /// one slot too many, and ``VaultFault/derivationFailed``.
    public func makingSlot(
        id: SlotID, label: String, factors new: [NewFactor], keys: OpenedKeys, user: FoldedName, device: DeviceSecrets?,
        on day: Int32, using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> Slot {
        let kinds = new.map(\.kind)
        try Slot.check(kinds)
        let holdsTravelKey = Slot.holdsTravelKey(kinds)
        if holdsTravelKey, keys.travel == nil { throw .travelling }
        guard slots.count(where: { $0.id != id }) < Self.slotLimit else { throw .tooLarge("number of slots") }

        var factors: [Factor] = []
        var contributions: [SymmetricKey] = []
        for factor in new {
            let (parameters, contribution) = try making(factor, user: user, device: device, using: &random)
            factors.append(parameters)
            contributions.append(contribution)
        }
        let salt = random.bytes(Slot.saltCount)
        let unsealed = try Slot(
            id: id, label: label, factors: factors, salt: salt, createdOn: day, sealed: [])
        let key = try SlotAttempt.key(of: unsealed, contributions: contributions, user: user, device: device)
        let secret = Self.joined(keys.data.secret, holdsTravelKey ? keys.travel?.secret : nil)
        return try Slot(
            id: id, label: label, factors: factors, salt: salt, createdOn: day,
            sealed: try SealedPart.seal(secret, under: key, bound: binding(of: unsealed), using: &random))
    }

    private func making(
        _ factor: NewFactor, user: FoldedName, device: DeviceSecrets?, using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> (Factor, SymmetricKey) {
        let salt = random.bytes(KeyDerivation.saltCount)
        switch factor {
        case .place(let fixes):
            guard let device else { throw .noDeviceKeys }
            let enrolled: (cell: Cell, helper: PlaceHelper)
            do {
                enrolled = try Lattice(side: cell).enrol(fixes)
            } catch {
                throw .place(error)
            }
            let place = try PlaceFactor(
                side: cell, cost: cost, salt: salt, helper: enrolled.helper, device: device, using: &random)
            return (.place(place), try KeyDerivation.place(enrolled.cell, user: user, salt: salt, cost: cost))
        case .password(let password):
            return (
                .password(PasswordFactor(cost: cost, salt: salt)),
                try KeyDerivation.password(password, user: user, salt: salt, cost: cost)
            )
        case .recovery(let code):
            return (.recovery(RecoveryFactor(salt: salt)), code.contribution(salt: salt))
        case .tang(let parameters, let contribution):
            return (.tang(parameters), contribution)
        case .presence(let parameters, let contribution):
            return (.presence(parameters), contribution)
        case .passkey(let parameters, let evaluation):
            return (.passkey(parameters), evaluation.contribution(salt: parameters.salt))
        }
    }

    /// What a slot's sealed keys are bound to: the first format that knows such a slot, vault and its own parameters.
    ///
    /// So a slot stays as it is when another one, of a kind that came later, raises the format of the header. Cipher and generation are not among them, so that a change of cipher touches no slot; the header's code covers
    /// everything together.
    private func binding(of slot: Slot) -> [UInt8] {
        var writer = HeaderWriter()
        writer.append(UInt16(slot.firstFormat))
        writer.append(fixed: vault.bytes)
        slot.appendParameters(to: &writer)
        return writer.bytes
    }

    private static func joined(_ first: SymmetricKey, _ second: SymmetricKey?) -> SymmetricKey {
        withSecretBuffer(first.byteCount + (second?.byteCount ?? 0)) { buffer in
            first.withUnsafeBytes { buffer.copyBytes(from: $0) }
            second?.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: buffer[first.byteCount...]).copyBytes(from: bytes)
            }
            return SymmetricKey(data: buffer).kept()
        }
    }
}
