import Vault

extension SyncState {
    private static let format: UInt8 = 1
    private static let headCount = 1 + 8 + 8 + 4 + 16 + 16 + 4
    private static let entryCount = 16 + 1 + 1 + 16 + 16 + 8 + 8 + 16 + 16

    /// The state as bytes.
    func encoded() -> [UInt8] {
        var writer = BytesOut(capacity: Self.headCount + entries.count * Self.entryCount)
        writer.put(Self.format)
        writer.put(cursor)
        writer.put(manifest.version)
        writer.put(manifest.total.count)
        writer.put(manifest.total.mark.bytes)
        writer.put(joinMark.bytes)
        writer.put(UInt32(truncatingIfNeeded: entries.count))
        // In one order, so that the same state is the same bytes.
        for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
            writer.put(name.bytes)
            writer.put(entry.kind?.rawValue ?? 0)
            let flags: [(Bool, UInt8)] = [
                (entry.isTombstone, 1), (entry.isRemovable, 2), (entry.isAway, 4), (entry.isOwn, 8),
            ]
            writer.put(flags.reduce(0 as UInt8) { $0 | ($1.0 ? $1.1 : 0) })
            writer.put(entry.id.bytes)
            writer.put(entry.owner.bytes)
            writer.put(entry.version)
            writer.put(entry.revision)
            writer.put(entry.content.bytes)
            writer.put(entry.mark.bytes)
        }
        return writer.bytes
    }

    /// The state that bytes say; throws `damaged` or `newer`.
    init(bytes: [UInt8]) throws(VaultFault) {
        var reader = BytesIn(bytes)
        let format: UInt8 = try reader.number()
        guard format == Self.format else { throw format > Self.format ? .newer(format: Int(format)) : Self.damaged }
        cursor = try reader.number()
        manifest.version = try reader.number()
        manifest.total.count = try reader.number()
        manifest.total.mark = SyncMark(try reader.part(SyncMark.byteCount))
        joinMark = SyncMark(try reader.part(SyncMark.byteCount))
        let count = Int(try reader.number(UInt32.self))
        guard bytes.count == Self.headCount + count * Self.entryCount else { throw Self.damaged }
        entries.reserveCapacity(count)
        for _ in 0..<count {
            let name = try reader.recordID()
            var entry = Entry()
            let kind: UInt8 = try reader.number()
            entry.kind = SyncKind(rawValue: kind)
            guard kind == 0 || entry.kind != nil else { throw Self.damaged }
            let flags: UInt8 = try reader.number()
            entry.isTombstone = flags & 1 != 0
            entry.isRemovable = flags & 2 != 0
            entry.isAway = flags & 4 != 0
            entry.isOwn = flags & 8 != 0
            entry.id = try reader.recordID()
            entry.owner = try reader.recordID()
            entry.version = try reader.number()
            entry.revision = try reader.number()
            entry.content = SyncMark(try reader.part(SyncMark.byteCount))
            entry.mark = SyncMark(try reader.part(SyncMark.byteCount))
            guard entries.updateValue(entry, forKey: name) == nil else { throw Self.damaged }
        }
    }

    static var damaged: VaultFault { .damaged("synchronizing") }
}

/// Big-endian numbers and bytes, one after the other.
struct BytesOut {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func put(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }

    mutating func put(_ part: [UInt8]) { bytes += part }
}

/// What `BytesOut` wrote; every length is checked.
struct BytesIn {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func part(_ count: Int) throws(VaultFault) -> ArraySlice<UInt8> {
        guard count <= bytes.count - offset else { throw SyncState.damaged }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(VaultFault) -> Number {
        try part(MemoryLayout<Number>.size).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    mutating func recordID() throws(VaultFault) -> RecordID {
        guard let id = RecordID(bytes: try part(RecordID.byteCount)) else { throw SyncState.damaged }
        return id
    }
}
