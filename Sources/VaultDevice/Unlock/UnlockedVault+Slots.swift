import Vault

extension UnlockedVault {
    /// The number that the next slot will have, as of the last transaction.
    package var nextSlotID: SlotID { header.nextSlotID(on: journey) }

    /// Makes another way in; its factors are all needed.
    ///
    /// `day` is the number of the day since 1970-01-01; no exact time is kept. `id` is the number that a server was told
    /// beforehand, if one was; it has to be still free.
    ///
    /// - Throws: what `VaultHeader.makingSlot` does; `busy` when another slot got the number meanwhile.
    @discardableResult
    package func addSlot(
        label: String, _ factors: [NewFactor], id: SlotID? = nil, day: Int32,
        using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> Slot {
        let device = try device.secrets()
        return try changeSlots(using: &random) { edit, maker, random throws(VaultFault) in
            let next = edit.nextSlotID
            guard id == nil || id == next else { throw .busy }
            let slot = try maker.slot(next, label, factors, device, day, using: &random)
            edit.header.slots.append(slot)
            return slot
        }
    }

    /// Closes a way in; the last one besides the recovery code stays, and so does the recovery code.
    package func removeSlot(_ id: SlotID) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in
            let slot = try edit.header.slot(id)
            let alike = edit.header.slots.filter { $0.opensAnywhere == slot.opensAnywhere }
            guard alike.count > 1 else { throw .lastSlot }
            edit.header.slots.removeAll { $0.id == id }
        }
    }

    /// Wraps the keys anew under another password, wherever one is asked for; no item is touched.
    ///
    /// A slot that asks for a place as well needs fixes at the place anew.
    ///
    /// - Throws: `missingFactor` when such a slot is there and no fixes are given; `travelling` while such a slot is
    ///   away.
    package func changePassword(
        to password: Password, fixes: [Fix] = [], day: Int32, using random: inout some RandomNumberGenerator
    ) throws(VaultFault) {
        let device = try device.secrets()
        try changeSlots(using: &random) { edit, maker, random throws(VaultFault) in
            // A slot that is away would come back with the password of before.
            guard edit.root.journey?.asksPassword != true else { throw .travelling }
            let asking = edit.header.slots.filter { $0.kinds.contains(.password) }
            guard !asking.isEmpty else {
                let slot = try maker.slot(
                    edit.nextSlotID, FactorKind.password.rawValue, [.password(password)], device, day,
                    using: &random)
                edit.header.slots.append(slot)
                return
            }
            for slot in asking {
                var factors: [NewFactor] = []
                for kind in slot.kinds {
                    switch kind {
                    case .password: factors.append(.password(password))
                    case .place where !fixes.isEmpty: factors.append(.place(fixes))
                    default: throw .missingFactor(kind)
                    }
                }
                edit.header.replace(
                    try maker.slot(slot.id, slot.label, factors, device, day, using: &random))
            }
        }
    }

    /// Wraps the keys anew for another place; no item is touched.
    ///
    /// It is the slot of that number, or else the first that asks for a place alone; one is made when there is none.
    package func changePlace(
        to fixes: [Fix], slot id: SlotID? = nil, day: Int32, using random: inout some RandomNumberGenerator
    ) throws(VaultFault) {
        let device = try device.secrets()
        try changeSlots(using: &random) { edit, maker, random throws(VaultFault) in
            let former: Slot?
            if let id {
                former = try edit.header.slot(id)
            } else {
                former = edit.header.slots.first { $0.kinds == [.place] }
            }
            if let other = former?.kinds.first(where: { $0 != .place }) { throw .missingFactor(other) }
            let slot = try maker.slot(
                former?.id ?? edit.nextSlotID, former?.label ?? FactorKind.place.rawValue, [.place(fixes)],
                device, day, using: &random)
            edit.header.replace(slot)
        }
    }

    /// Makes a recovery code, to be shown once; the one before it opens nothing any more.
    package func newRecoveryCode(
        day: Int32, using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> RecoveryCode {
        let code = RecoveryCode(using: &random)
        try changeSlots(using: &random) { edit, maker, random throws(VaultFault) in
            let former = edit.header.slots.first { $0.opensAnywhere }
            let slot = try maker.slot(
                former?.id ?? edit.nextSlotID, former?.label ?? FactorKind.recovery.rawValue,
                [.recovery(code)], nil, day, using: &random)
            edit.header.slots.removeAll { $0.opensAnywhere && $0.id != slot.id }
            edit.header.replace(slot)
        }
        return code
    }

    private func changeSlots<Random: RandomNumberGenerator, Result>(
        using random: inout Random,
        _ body: (inout VaultEdit, SlotMaker, inout Random) throws(VaultFault) -> Result
    ) throws(VaultFault) -> Result {
        let keys = try keys
        return try transaction { edit throws(VaultFault) in
            // A password gives no travel key, but the vault holds it while it does not travel.
            let whole = OpenedKeys(data: keys.data, travel: keys.travel ?? edit.root.travelKey, slot: keys.slot)
            return try body(&edit, SlotMaker(header: edit.header, user: edit.root.user.folded, keys: whole), &random)
        }
    }
}

/// Makes the slots of one vault.
private struct SlotMaker {
    let header: VaultHeader
    let user: FoldedName
    let keys: OpenedKeys

    func slot(
        _ id: SlotID, _ label: String, _ factors: [NewFactor], _ device: DeviceSecrets?, _ day: Int32,
        using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> Slot {
        try header.makingSlot(
            id: id, label: label, factors: factors, keys: keys, user: user, device: device, on: day, using: &random)
    }
}

extension VaultEdit {
    /// The number for the next slot.
    fileprivate var nextSlotID: SlotID { header.nextSlotID(on: root.journey) }
}

extension VaultHeader {
    /// Puts a slot in the place of the one with its number, or at the end.
    fileprivate mutating func replace(_ slot: Slot) {
        if let place = slots.firstIndex(where: { $0.id == slot.id }) {
            slots[place] = slot
        } else {
            slots.append(slot)
        }
    }
}
