import Crypto

/// What brings back the items that were taken off a device for a journey.
public enum TravelReturn: UInt8, CaseIterable, Sendable {
    /// A place, a proved presence or the recovery code; a position can be typed.
    case place = 1
    /// A proved presence or the recovery code.
    case presence = 2
    /// The recovery code alone.
    case recovery = 3

    /// Whether a slot that holds the travel key may stay on the device.
    func allows(_ slot: Slot) -> Bool {
        switch self {
        case .place: true
        case .presence: slot.kinds.contains(.presence) || slot.opensAnywhere
        case .recovery: slot.opensAnywhere
        }
    }
}

/// A journey under way: what ends it, and the slots that could end it otherwise and are away for as long as it lasts.
///
/// The slots are sealed under the travel key, which is not on the device either: typing the address of the place
/// finds no slot that would take it.
public struct Journey: Equatable, Sendable {
    /// What ends it.
    public let returns: TravelReturn
    /// The highest number of a slot that is away, so that no other gets it; 0 when none is.
    let highestAway: SlotID
    /// Whether a slot that is away asks for the password, which then cannot be changed.
    public let asksPassword: Bool
    /// The slots that are away, sealed.
    let sealedSlots: [UInt8]

    init(returns: TravelReturn, highestAway: SlotID, asksPassword: Bool, sealedSlots: [UInt8]) {
        self.returns = returns
        self.highestAway = highestAway
        self.asksPassword = asksPassword
        self.sealedSlots = sealedSlots
    }

    fileprivate static func key(_ travel: TravelKey, _ vault: RecordID) -> SymmetricKey {
        var extract = KeyExtract(salt: vault.bytes)
        extract.add(travel.secret)
        return extract.key(info: binding)
    }

    fileprivate static let binding = Array("cerca.vault/away-slots".utf8)
}

extension VaultHeader {
    /// Takes away the slots that hold the travel key and are not to end the journey.
    ///
    /// - Throws: ``VaultFault/lastSlot`` when the recovery code alone would be left to open the vault on the way.
    public mutating func depart(
        returning returns: TravelReturn, travel: TravelKey, using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> Journey {
        let leaving = slots.filter { $0.holdsTravelKey && !returns.allows($0) }
        let staying = slots.filter { !$0.holdsTravelKey || returns.allows($0) }
        guard leaving.isEmpty || staying.contains(where: { !$0.opensAnywhere }) else { throw .lastSlot }
        var writer = HeaderWriter()
        for slot in leaving { slot.append(to: &writer) }
        let sealed = try SealedPart.seal(
            SymmetricKey(data: writer.bytes), under: Journey.key(travel, vault), bound: Journey.binding, using: &random)
        slots = staying
        return Journey(
            returns: returns, highestAway: leaving.map(\.id).max() ?? 0,
            asksPassword: leaving.contains { $0.kinds.contains(.password) }, sealedSlots: sealed)
    }

    /// Puts back the slots that were away.
    ///
    /// - Throws: ``VaultFault/damaged(_:)`` when they are not what was taken away with this travel key, and
    ///   ``VaultFault/tooLarge(_:)`` when so many were made meanwhile that they have no room.
    public mutating func arrive(from journey: Journey, travel: TravelKey) throws(VaultFault) {
        guard
            let plain = SealedPart.open(
                journey.sealedSlots, under: Journey.key(travel, vault), bound: Journey.binding)
        else { throw .damaged("slot") }
        var reader = HeaderReader(plain.withUnsafeBytes { Array($0) })
        var all = slots
        while !reader.isAtEnd { all.append(try Slot(from: &reader)) }
        guard Set(all.map(\.id)).count == all.count else { throw .damaged("slot") }
        guard all.count <= Self.slotLimit else { throw .tooLarge("number of slots") }
        slots = all.sorted { $0.id < $1.id }
    }

    /// The number for the next slot, which none that is away has.
    public func nextSlotID(on journey: Journey?) -> SlotID {
        max(nextSlotID, SlotID((journey?.highestAway.rawValue ?? 0) &+ 1))
    }
}

extension Journey {
    /// How many bytes `append` appends.
    var encodedSize: Int { 6 + sealedSlots.count }

    func append(to writer: inout TaggedWriter) {
        writer.append(returns.rawValue)
        writer.append(asksPassword ? 1 : 0 as UInt8)
        writer.append(highestAway.rawValue)
        writer.append(sealedSlots)
    }

    init(from value: inout TaggedValue) throws(VaultFault) {
        guard let returns = TravelReturn(rawValue: try value.number()) else { throw value.damaged }
        let asksPassword = try value.number(UInt8.self) != 0
        self.init(
            returns: returns, highestAway: SlotID(try value.number(UInt32.self)), asksPassword: asksPassword,
            sealedSlots: Array(value.rest()))
    }
}
