extension Slot {
    /// The most factors that a slot can have: one of each kind.
    static let factorLimit = FactorKind.allCases.count
    /// The most bytes that a slot's sealed keys take.
    private static let sealedLimit = 256

    /// Everything but the sealed keys, which are bound to it.
    func appendParameters(to writer: inout HeaderWriter) {
        writer.append(id.rawValue)
        writer.append(part: label.utf8)
        writer.append(UInt32(bitPattern: createdOn))
        writer.append(fixed: salt)
        writer.append(UInt8(factors.count))
        for factor in factors { factor.append(to: &writer) }
    }

    func append(to writer: inout HeaderWriter) {
        appendParameters(to: &writer)
        writer.append(part: sealed)
    }

    /// Reads what ``append(to:)`` wrote.
    init(from reader: inout HeaderReader) throws(VaultFault) {
        let id = SlotID(try reader.uint32())
        let label = try reader.text(upTo: Self.labelLimit, of: "slot label")
        let createdOn = Int32(bitPattern: try reader.uint32())
        let salt = try reader.fixed(Self.saltCount)
        let count = Int(try reader.uint8())
        guard (1...Self.factorLimit).contains(count) else { throw .damaged("slot") }
        var factors: [Factor] = []
        for _ in 0..<count { factors.append(try Factor(from: &reader)) }
        try self.init(
            id: id, label: label, factors: factors, salt: salt, createdOn: createdOn,
            sealed: try reader.part(upTo: Self.sealedLimit, of: "slot"))
    }

    /// Refuses factors that cannot be in one slot.
    ///
    /// One of each kind, for there is one position, one password; and the recovery code alone, for it has to open the
    /// vault where nothing else is left.
    static func check(_ kinds: [FactorKind]) throws(VaultFault) {
        guard !kinds.isEmpty else { throw .invalidSlot("a slot needs a factor") }
        guard Set(kinds).count == kinds.count else { throw .invalidSlot("a slot has one factor of a kind") }
        guard kinds.count == 1 || !kinds.contains(.recovery) else {
            throw .invalidSlot("the recovery code stands alone")
        }
    }
}
