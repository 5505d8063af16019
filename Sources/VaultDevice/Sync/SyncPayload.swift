import Vault

/// What a record is about.
enum SyncKind: UInt8, Sendable {
    /// What the other records are, all together.
    case manifest = 1
    case category = 2
    case item = 3
    /// A piece of an attachment.
    case piece = 4
}

/// What a record says before it is sealed.
struct SyncPayload: Equatable, Sendable {
    private static let format: UInt8 = 1
    private static let headCount = 23

    let kind: SyncKind
    /// Which category, item or piece it is.
    let id: RecordID
    /// What it is like, or nil for one that was deleted.
    let content: [UInt8]?

    init(_ kind: SyncKind, _ id: RecordID, _ content: [UInt8]?) {
        self.kind = kind
        self.id = id
        self.content = content
    }

    /// The bytes to be sealed: format, kind, identifier, whether it is there, length, content, and zeros.
    ///
    /// The zeros leave of the length its first bits alone (Padmé: Nikitin et al., "Reducing Metadata Leakage from Encrypted
    /// Files and Communication with PURBs", PoPETs 2019), and nothing at all below 512 bytes: a deletion looks like any
    /// small item.
    func encoded() -> [UInt8] {
        let content = content ?? []
        let count = Self.paddedCount(Self.headCount + content.count)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        bytes.append(Self.format)
        bytes.append(kind.rawValue)
        bytes += id.bytes
        bytes.append(self.content == nil ? 0 : 1)
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: content.count >> shift)) }
        bytes += content
        bytes += [UInt8](repeating: 0, count: count - bytes.count)
        return bytes
    }

    /// What the bytes say, or nil when they say nothing that this version writes.
    init?(bytes: [UInt8]) {
        guard bytes.count >= Self.headCount, bytes[0] == Self.format, let kind = SyncKind(rawValue: bytes[1]),
            let id = RecordID(bytes: bytes[2..<18]), bytes[18] <= 1
        else { return nil }
        let count = bytes[19..<23].reduce(0) { $0 << 8 | Int($1) }
        guard count <= bytes.count - Self.headCount, bytes.count == Self.paddedCount(Self.headCount + count),
            bytes[18] == 1 || count == 0
        else { return nil }
        self.init(kind, id, bytes[18] == 1 ? Array(bytes[Self.headCount..<Self.headCount + count]) : nil)
    }

    static func paddedCount(_ count: Int) -> Int {
        guard count > 512 else { return 512 }
        let exponent = Int.bitWidth - 1 - count.leadingZeroBitCount
        let kept = Int.bitWidth - exponent.leadingZeroBitCount
        let mask = 1 << (exponent - kept) - 1
        return (count + mask) & ~mask
    }
}
