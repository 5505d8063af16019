/// A value of the part of CBOR (RFC 8949) that authenticators write.
public indirect enum CBORValue: Equatable, Sendable {
    /// A whole number that is not negative.
    case unsigned(UInt64)
    /// The number -1 - n.
    case negative(UInt64)
    /// Bytes.
    case bytes([UInt8])
    /// Text, which is UTF-8.
    case text(String)
    /// An array.
    case array([CBORValue])
    /// A map, whose keys are all different and keep their order.
    case map([Entry])
    /// True or false.
    case boolean(Bool)

    /// One key of a map and its value.
    public struct Entry: Equatable, Sendable {
        /// The key.
        public let key: CBORValue
        /// What the key stands for.
        public let value: CBORValue

        /// A key and its value.
        public init(key: CBORValue, value: CBORValue) {
            self.key = key
            self.value = value
        }
    }

    /// The one value that the whole of `bytes` is; what is left over is refused.
    public init(parsing bytes: [UInt8]) throws(CBORFault) {
        var reader = CBORReader(bytes[...])
        self = try reader.value()
        guard reader.rest.isEmpty else { throw .trailingBytes }
    }

    /// A number of either sign.
    public static func integer(_ number: Int) -> CBORValue {
        number >= 0 ? .unsigned(UInt64(number)) : .negative(UInt64(-1 - number))
    }

    /// What a text stands for in a map; nil in anything else and when there is no such key.
    public subscript(name: String) -> CBORValue? {
        self[.text(name)]
    }

    /// What a number stands for in a map; nil in anything else and when there is no such key.
    public subscript(label: Int) -> CBORValue? {
        self[.integer(label)]
    }

    private subscript(key: CBORValue) -> CBORValue? {
        guard case .map(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// The bytes of a byte string; nil for anything else.
    public var bytes: [UInt8]? {
        guard case .bytes(let bytes) = self else { return nil }
        return bytes
    }
}

/// Why bytes are not CBOR that we take.
public enum CBORFault: Error, Equatable, Sendable {
    /// The bytes end within a value.
    case truncated
    /// Bytes are left over after the value.
    case trailingBytes
    /// A value lies deeper than four levels.
    case tooDeep
    /// An array or a map has more than 32 entries.
    case tooManyEntries
    /// A length or a number is not written in the shortest way, or the length is not told.
    case notShortest
    /// A key occurs twice in a map.
    case duplicateKey
    /// A text that is not UTF-8.
    case invalidText
    /// A kind of value that no authenticator writes: tags, floating point, null, undefined.
    case unsupported
}
