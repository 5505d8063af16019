/// What an item says of a file attached to it; the file's bytes are objects of their own.
public struct Attachment: Equatable, Sendable, Identifiable {
    /// How many bytes of the file one object holds at most.
    public static let chunkByteCount = 256 * 1024
    /// The most bytes that an attached file has: 32 MiB.
    public static let byteLimit = 32 * 1024 * 1024

    /// The attachment's identifier.
    public let id: RecordID
    /// The file's name, without a folder.
    public var name: VaultName
    /// How many bytes the file has, from 0 to `byteLimit`.
    public let byteCount: Int
    /// In how many objects they are; 0 for an empty file.
    public var chunks: Int { (byteCount + Self.chunkByteCount - 1) / Self.chunkByteCount }

    /// What is to be said of a file of `byteCount` bytes, or nil when it has more than `byteLimit`.
    public init?(id: RecordID, name: VaultName, byteCount: Int) {
        guard (0...Self.byteLimit).contains(byteCount) else { return nil }
        self.id = id
        self.name = name
        self.byteCount = byteCount
    }

    /// The identifier of the object that holds piece `index`, from 0 up.
    ///
    /// The last four bytes of the attachment's identifier are counted up, so that each piece stands at an address of
    /// its own and none can take another's place.
    public func chunkID(_ index: Int) -> RecordID {
        var bytes = id.bytes
        let last = bytes[12...].reduce(0 as UInt32) { $0 << 8 | UInt32($1) } &+ UInt32(truncatingIfNeeded: index)
        for place in 0..<4 { bytes[12 + place] = UInt8(truncatingIfNeeded: last >> UInt32(24 - 8 * place)) }
        return RecordID(bytes: bytes) ?? id
    }
}
