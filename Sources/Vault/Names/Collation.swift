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
    public func sorted<Element>(_ elements: [Element], by text: (Element) -> String) -> [Element] {
        // All keys in one array, and eight bytes of each at hand: most comparisons need no more.
        var writer = CollationKeyWriter(hasEnye: hasEnye)
        writer.reserve(elements.count * 32)
        var places: [Place] = []
        places.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            let start = writer.keys.count
            writer.append(text(element))
            let head = writer.keys[start...].prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            let count = writer.keys.count - start
            places.append(
                Place(
                    head: count < 8 ? head << UInt64(8 * (8 - count)) : head, start: start, count: count, index: index))
        }
        writer.keys.withUnsafeBytes { keys in
            places.sort { $0.precedes($1, in: keys) }
        }
        return places.map { elements[$0.index] }
    }

    private struct Place {
        let head: UInt64
        let start: Int
        let count: Int
        let index: Int

        func precedes(_ other: Place, in keys: UnsafeRawBufferPointer) -> Bool {
            if head != other.head { return head < other.head }
            var offset = min(8, count, other.count)
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
