/// A list of named values of several types, as the header has it for the parameters of key derivation.
struct KDBXVariants {
    /// A value.
    enum Value: Equatable {
        case number(UInt64)
        case bytes([UInt8])
        /// A value of a type that key derivation has no use for.
        case other
    }

    private static let nameLimit = 1024
    private static let countLimit = 1000
    private var values: [(name: String, value: Value)] = []

    /// A list of these values.
    init(_ values: [(name: String, value: Value)]) {
        self.values = values
    }

    /// Reads the list that `bytes` are.
    init(_ bytes: ArraySlice<UInt8>) throws(ImportFault) {
        let part = ImportReason.Part.derivation
        var reader = KDBXBytes(bytes)
        guard try reader.number(2, of: part) >> 8 == 1 else {
            throw .foreign(.plain(.unknownParameters))
        }
        while true {
            let type = try reader.number(1, of: part)
            if type == 0 { return }
            let count = try reader.length(4, of: part)
            guard count <= Self.nameLimit, values.count < Self.countLimit else {
                throw .malformed(.plain(.longParameters))
            }
            let name = String(decoding: try reader.take(count, of: part), as: UTF8.self)
            let value = try reader.take(try reader.length(4, of: part), of: part)
            switch (type, value.count) {
            case (0x04, 4), (0x05, 8), (0x0C, 4), (0x0D, 8): values.append((name, .number(LittleEndian.number(value))))
            case (0x42, _): values.append((name, .bytes(Array(value))))
            case (0x04, _), (0x05, _), (0x0C, _), (0x0D, _):
                throw .malformed(.plain(.parameterLength))
            default: values.append((name, .other))
            }
        }
    }

    /// The number of that name.
    func number(_ name: String) -> UInt64? {
        if case .number(let number)? = values.first(where: { $0.name == name })?.value { number } else { nil }
    }

    /// The bytes of that name.
    func bytes(_ name: String) -> [UInt8]? {
        if case .bytes(let bytes)? = values.first(where: { $0.name == name })?.value { bytes } else { nil }
    }

    /// The list as it is written; numbers of 32 bits are those named in `short`.
    func written(short: Set<String>) -> [UInt8] {
        var bytes: [UInt8] = [0, 1]
        for (name, value) in values {
            let type: UInt8
            let content: [UInt8]
            switch value {
            case .number(let number):
                let isShort = short.contains(name)
                type = isShort ? 0x04 : 0x05
                content = LittleEndian.bytes(number, isShort ? 4 : 8)
            case .bytes(let value): (type, content) = (0x42, value)
            case .other: continue
            }
            bytes += [type] + LittleEndian.bytes(name.utf8.count, 4) + Array(name.utf8)
            bytes += LittleEndian.bytes(content.count, 4) + content
        }
        return bytes + [0]
    }
}
