/// The alphabetical order of Spanish, English, Portuguese and Italian.
///
/// As the Unicode Collation Algorithm has it (Unicode Technical Standard 10), for these languages only: spaces and signs
/// come before digits, digits before letters; letters decide first, accents second, case third, lower case before upper.
/// Spanish has "ñ" as a letter of its own between "n" and "o"; other alphabets come after "z", by code point.
/// Foundation's comparison would need ICU's data, which takes longer to load than ten thousand titles to sort.
public struct Collation: Sendable {
    /// Whether "ñ" is a letter of its own.
    private let hasEnye: Bool

    /// The order of a language; a tag such as `es-419` counts by its first two letters.
    public init(language: String) {
        hasEnye = language.prefix(2).lowercased() == "es"
    }

    /// Bytes whose order is the order of the texts.
    public func key(_ text: String) -> [UInt8] {
        var writer = CollationKeyWriter(hasEnye: hasEnye)
        writer.append(text)
        return writer.keys
    }

    /// The elements in the order of their texts; those with equal texts keep their order.
    @inlinable
    public func sorted<Element>(_ elements: [Element], by text: (Element) -> String) -> [Element] {
        order(of: elements.map(text)).map { elements[$0] }
    }

    /// The indices of the texts in their order; those of equal texts keep theirs.
    public func order(of texts: [String]) -> [Int] {
        // All keys in one array, and sixteen bytes of each at hand: most comparisons need no more.
        var writer = CollationKeyWriter(hasEnye: hasEnye)
        writer.reserve(texts.count * 32)
        var places: [Place] = []
        places.reserveCapacity(texts.count)
        for index in texts.indices {
            let start = writer.keys.count
            writer.append(texts[index])
            places.append(Place(of: writer.keys[start...], index: index))
        }
        writer.keys.withUnsafeBytes { keys in
            places.sort { $0.precedes($1, in: keys) }
        }
        return places.map(\.index)
    }

    /// Where a key begins and ends among all keys, and its first bytes as two numbers that compare alike.
    private struct Place {
        let high: UInt64
        let low: UInt64
        let start: Int
        let count: Int
        let index: Int

        init(of key: ArraySlice<UInt8>, index: Int) {
            high = Self.number(of: key.prefix(8))
            low = Self.number(of: key.dropFirst(8).prefix(8))
            start = key.startIndex
            count = key.count
            self.index = index
        }

        /// Up to eight bytes as a number whose missing ones are 0; of two that are alike so, the shorter key comes first.
        private static func number(of bytes: ArraySlice<UInt8>) -> UInt64 {
            let number = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            return number << UInt64(8 * (8 - bytes.count))
        }

        func precedes(_ other: Place, in keys: UnsafeRawBufferPointer) -> Bool {
            if high != other.high { return high < other.high }
            if low != other.low { return low < other.low }
            var offset = min(16, count, other.count)
            while offset < count && offset < other.count {
                let mine = keys[start + offset]
                let theirs = keys[other.start + offset]
                if mine != theirs { return mine < theirs }
                offset += 1
            }
            return count == other.count ? index < other.index : count < other.count
        }
    }
}
