/// How far the enrolled position lay from the centre of its cell, so that the centre can be put onto it.
///
/// It is uniform over the cell whatever the cell is, and so says nothing about which one; a vault seals it
/// nevertheless. Source: P. Buhan and others, "Constructing practical Fuzzy Extractors using QIM".
public struct PlaceHelper: Equatable, Sendable {
    /// What to add to the north coordinate, in cells, -0.5 to 0.5.
    public let y: Double
    /// What to add to the east coordinate, in cells, -0.5 to 0.5.
    public let x: Double

    /// How many bytes ``bytes`` are.
    public static let byteCount = 16

    /// A helper, or nil when a number is no number or out of its range.
    public init?(y: Double, x: Double) {
        guard (-0.5...0.5).contains(y), (-0.5...0.5).contains(x) else { return nil }
        self.y = y
        self.x = x
    }

    /// A helper whose numbers are in range because they are what rounding leaves.
    init(unchecked y: Double, _ x: Double) {
        self.y = y
        self.x = x
    }

    /// What ``bytes`` gave, or nil when these are not.
    public init?(bytes: some Collection<UInt8>) {
        var reader = HeaderReader(Array(bytes))
        guard bytes.count == Self.byteCount, let y = try? reader.uint64(), let x = try? reader.uint64() else {
            return nil
        }
        self.init(y: Double(bitPattern: y), x: Double(bitPattern: x))
    }

    /// North and east as IEEE 754 doubles, big-endian.
    public var bytes: [UInt8] {
        var writer = HeaderWriter()
        writer.append(y.bitPattern)
        writer.append(x.bitPattern)
        return writer.bytes
    }
}
