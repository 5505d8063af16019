/// How a camera was held, as EXIF says it (tag 0x0112): what stands at the top left of the stored rows.
enum Orientation: UInt8, CaseIterable {
    case upright = 1
    case mirrored
    case upsideDown
    case mirroredUpsideDown
    case transposed
    case turnedLeft
    case transposedUpsideDown
    case turnedRight

    /// The orientation in a TIFF structure; upright where it says none that can be read.
    init(exif: ArraySlice<UInt8>?) {
        self = exif.flatMap { Self.read(Array($0)) } ?? .upright
    }

    /// Whether rows become columns.
    var swapsEdges: Bool { rawValue >= 5 }

    /// The place in the stored picture, whose edges are `width` and `height`, of what is shown at `x` and `y`.
    func stored(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
        switch self {
        case .upright: (x, y)
        case .mirrored: (width - 1 - x, y)
        case .upsideDown: (width - 1 - x, height - 1 - y)
        case .mirroredUpsideDown: (x, height - 1 - y)
        case .transposed: (y, x)
        case .turnedLeft: (y, height - 1 - x)
        case .transposedUpsideDown: (width - 1 - y, height - 1 - x)
        case .turnedRight: (width - 1 - y, x)
        }
    }

    /// Looks in the first directory of a TIFF structure, which is where cameras write it.
    private static func read(_ bytes: [UInt8]) -> Orientation? {
        let isBigEndian: Bool
        switch bytes.prefix(4) {
        case [0x49, 0x49, 0x2A, 0x00]: isBigEndian = false
        case [0x4D, 0x4D, 0x00, 0x2A]: isBigEndian = true
        default: return nil
        }
        func number(at index: Int, bytes count: Int) -> Int? {
            guard index >= 0, index + count <= bytes.count else { return nil }
            let field = bytes[index..<(index + count)]
            return (isBigEndian ? Array(field) : field.reversed()).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(at: 4, bytes: 4), let entries = number(at: directory, bytes: 2) else { return nil }
        for entry in 0..<entries {
            let start = directory + 2 + entry * 12
            guard let tag = number(at: start, bytes: 2) else { return nil }
            guard tag == 0x0112 else { continue }
            // One value of 16 bits, which stands where longer ones have their address.
            guard number(at: start + 2, bytes: 2) == 3, number(at: start + 4, bytes: 4) == 1 else { return nil }
            return number(at: start + 8, bytes: 2).flatMap(UInt8.init(exactly:)).flatMap(Orientation.init)
        }
        return nil
    }
}
