/// The header of a KDBX database, version 3 or 4.
struct KDBXHeader {
    /// The most bytes of a field.
    private static let fieldLimit = 1 << 20

    /// The major version, 3 or 4.
    let version: Int
    let cipher: KDBXCipher
    let isCompressed: Bool
    let seed: [UInt8]
    let vector: [UInt8]
    let derivation: KDBXDerivation
    /// Version 3: the first bytes of the contents.
    let startBytes: [UInt8]
    /// Version 3: the stream that protects values.
    let innerStream: KDBXInnerStream?
    /// How many bytes the header has.
    let byteCount: Int

    /// Reads the header at the beginning of a file.
    init(_ file: [UInt8]) throws(ImportFault) {
        try Self.checkSignature(file)
        var reader = KDBXBytes(file.dropFirst(ForeignFile.keePassDatabase.count))
        let part = ImportReason.Part.header
        let minor = try reader.number(2, of: part)
        let major = try reader.number(2, of: part)
        guard major == 3 || major == 4 else {
            throw .foreign(.version(major: Int(major), minor: Int(minor)))
        }
        version = Int(major)
        let fields = try Self.fields(&reader, sizeBytes: major == 4 ? 4 : 2)
        byteCount = reader.position
        func field(_ number: UInt8, count: Int? = nil) throws(ImportFault) -> [UInt8] {
            guard let field = fields[number] else { throw .malformed(.missingHeaderField(Int(number))) }
            guard count == nil || field.count == count else { throw .malformed(.damagedHeaderField(Int(number))) }
            return field
        }
        cipher = try KDBXCipher(identifier: try field(2, count: 16))
        let compression = LittleEndian.number(try field(3, count: 4))
        guard compression <= 1 else { throw .foreign(.plain(.unknownCompression)) }
        isCompressed = compression == 1
        seed = try field(4, count: 32)
        vector = try field(7, count: cipher.vectorByteCount)
        if major == 4 {
            derivation = try KDBXDerivation(try KDBXVariants(try field(11)[...]))
            startBytes = []
            innerStream = nil
        } else {
            derivation = try KDBXDerivation(
                rounds: LittleEndian.number(try field(6, count: 8)),
                seed: try field(5, count: 32))
            startBytes = try field(9, count: 32)
            innerStream = try KDBXInnerStream(
                number: LittleEndian.number(try field(10, count: 4)), key: try field(8))
        }
    }

    private static func checkSignature(_ file: [UInt8]) throws(ImportFault) {
        let mark = ForeignFile.keePassDatabase
        guard !file.starts(with: mark) else { return }
        guard file.starts(with: mark.prefix(4)) else { throw .foreign(.plain(.notKDBX)) }
        guard file.count >= mark.count else { throw .malformed(.endsIn(.header)) }
        throw .foreign(.plain(.keePass1))
    }

    /// The fields by their numbers; the last of a number counts.
    private static func fields(_ reader: inout KDBXBytes, sizeBytes: Int) throws(ImportFault) -> [UInt8: [UInt8]] {
        var fields: [UInt8: [UInt8]] = [:]
        while true {
            let number = try reader.number(1, of: .header)
            let count = try reader.length(sizeBytes, of: .header)
            guard count <= fieldLimit else { throw .malformed(.plain(.longHeaderField)) }
            let content = try reader.take(count, of: .header)
            if number == 0 { return fields }
            fields[UInt8(number)] = Array(content)
        }
    }

    /// The header of a database of version 4.0.
    static func written(_ cipher: KDBXCipher, _ derivation: KDBXDerivation, seed: [UInt8], vector: [UInt8]) -> [UInt8] {
        var bytes = ForeignFile.keePassDatabase + [0, 0, 4, 0]
        let fields: [(number: UInt8, content: [UInt8])] = [
            (2, cipher.identifier), (3, [1, 0, 0, 0]), (4, seed), (7, vector), (11, derivation.variants),
            (0, [0x0D, 0x0A, 0x0D, 0x0A]),
        ]
        for field in fields {
            bytes += [field.number] + LittleEndian.bytes(field.content.count, 4) + field.content
        }
        return bytes
    }
}
