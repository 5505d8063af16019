/// What is authenticated with every object of a generation: where it belongs.
///
/// Layout: `cerca.vault/object` (18 bytes), vault (16), generation (4, big-endian), cipher (1), layout (1), kind (1),
/// identifier (16), revision (8, big-endian).
struct ObjectContext: Sendable {
    private let prefix: [UInt8]
    /// What the generation's key is derived for.
    let keyInfo: [UInt8]

    init(vault: RecordID, generation: UInt32, suite: CipherSuite) {
        let label = Array("cerca.vault/object".utf8)
        let generationBytes = withUnsafeBytes(of: generation.bigEndian) { Array($0) }
        prefix = label + vault.bytes + generationBytes + [suite.rawValue, TaggedWriter.major]
        keyInfo = label + generationBytes + [suite.rawValue]
    }

    /// What is authenticated with the object at an address.
    func bytes(for address: ObjectAddress) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(prefix.count + 25)
        bytes.append(contentsOf: prefix)
        bytes.append(address.kind.rawValue)
        address.id.append(to: &bytes)
        withUnsafeBytes(of: address.revision.bigEndian) { bytes.append(contentsOf: $0) }
        return bytes
    }
}

extension ObjectKind {
    /// What a fault calls it.
    var part: String {
        switch self {
        case .root: "root"
        case .page: "page"
        case .item: "item"
        case .attachment: "attachment"
        case .sync: "sync"
        case .index: "index"
        }
    }
}
