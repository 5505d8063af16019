/// Reads values one after another; each is bounded in depth and number before anything is set aside for it.
struct CBORReader {
    /// How many values may lie within one another.
    static let deepest = 4
    /// The most entries of an array or a map.
    static let mostEntries = 32

    /// What has not been read.
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// The next value.
    mutating func value() throws(CBORFault) -> CBORValue {
        try value(depth: 1)
    }

    private mutating func value(depth: Int) throws(CBORFault) -> CBORValue {
        guard depth <= Self.deepest else { throw .tooDeep }
        guard let head = rest.popFirst() else { throw .truncated }
        let information = head & 0x1F
        switch head >> 5 {
        case 0: return .unsigned(try argument(information))
        case 1: return .negative(try argument(information))
        case 2: return .bytes(Array(try take(try argument(information))))
        case 3:
            guard let text = String(validating: try take(try argument(information)), as: UTF8.self) else {
                throw .invalidText
            }
            return .text(text)
        case 4:
            var elements: [CBORValue] = []
            for _ in 0..<(try entryCount(information)) { elements.append(try value(depth: depth + 1)) }
            return .array(elements)
        case 5: return .map(try entries(try entryCount(information), depth: depth))
        case 7 where information == 20: return .boolean(false)
        case 7 where information == 21: return .boolean(true)
        default: throw .unsupported
        }
    }

    private mutating func entries(_ count: Int, depth: Int) throws(CBORFault) -> [CBORValue.Entry] {
        var entries: [CBORValue.Entry] = []
        for _ in 0..<count {
            let key = try value(depth: depth + 1)
            guard !entries.contains(where: { $0.key == key }) else { throw .duplicateKey }
            entries.append(CBORValue.Entry(key: key, value: try value(depth: depth + 1)))
        }
        return entries
    }

    /// The number that the low five bits of a head stand for, or begin.
    private mutating func argument(_ information: UInt8) throws(CBORFault) -> UInt64 {
        let width: Int
        switch information {
        case 0..<24: return UInt64(information)
        case 24: width = 1
        case 25: width = 2
        case 26: width = 4
        case 27: width = 8
        // 31 is a length that is not told; the others mean nothing.
        case 31: throw .notShortest
        default: throw .unsupported
        }
        let number = try take(UInt64(width)).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let least: UInt64 = width == 1 ? 24 : 1 << UInt64(width * 4)
        guard number >= least else { throw .notShortest }
        return number
    }

    private mutating func entryCount(_ information: UInt8) throws(CBORFault) -> Int {
        let count = try argument(information)
        guard count <= UInt64(Self.mostEntries) else { throw .tooManyEntries }
        return Int(count)
    }

    private mutating func take(_ count: UInt64) throws(CBORFault) -> ArraySlice<UInt8> {
        guard count <= UInt64(rest.count) else { throw .truncated }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }
}
