import Exposure

/// A shape as one column: each number in four bytes, big-endian; the count of polygons, for each the count of borders,
/// for each the count of corners, and for each corner longitude and latitude in millionths of a degree.
enum StoredShape {
    /// The bytes of a shape.
    static func bytes(_ shape: ZoneShape) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(shape.polygons.count)
        for polygon in shape.polygons {
            bytes.append(polygon.rings.count)
            for ring in polygon.rings {
                bytes.append(ring.count)
                for point in ring {
                    bytes.append(Int((point.longitude * BorderSimplifier.unitsPerDegree).rounded()))
                    bytes.append(Int((point.latitude * BorderSimplifier.unitsPerDegree).rounded()))
                }
            }
        }
        return bytes
    }

    /// The shape that bytes say, or nil when they say none.
    static func shape(_ bytes: [UInt8]) -> ZoneShape? {
        var reader = NumberReader(bytes)
        guard let polygons = reader.list({ $0.list({ $0.list({ $0.point() }) }) }), reader.isAtEnd, !polygons.isEmpty
        else { return nil }
        return ZoneShape(polygons: polygons.map { ZonePolygon(rings: $0) })
    }
}

/// Counts as one column, each in four bytes, big-endian.
enum StoredCounts {
    /// The bytes of counts.
    static func bytes(_ counts: [UInt32]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * counts.count)
        for count in counts { bytes.append(Int(count)) }
        return bytes
    }

    /// The counts that bytes say, or nil when they say none.
    static func counts(_ bytes: [UInt8]) -> [UInt32]? {
        guard bytes.count % 4 == 0 else { return nil }
        return stride(from: 0, to: bytes.count, by: 4).map { start in
            bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: Int) {
        let bits = UInt32(truncatingIfNeeded: number)
        for shift in [24, 16, 8, 0] as [UInt32] { append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }
}

private struct NumberReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    private mutating func number() -> Int? {
        guard position + 4 <= bytes.count else { return nil }
        defer { position += 4 }
        let bits = bytes[position..<position + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Int(Int32(bitPattern: bits))
    }

    mutating func point() -> GeoPoint? {
        guard let x = number(), let y = number() else { return nil }
        return GeoPoint(
            longitude: Double(x) / BorderSimplifier.unitsPerDegree,
            latitude: Double(y) / BorderSimplifier.unitsPerDegree)
    }

    mutating func list<Element>(_ element: (inout NumberReader) -> Element?) -> [Element]? {
        // Each element takes at least four bytes: a count beyond that is no count.
        guard let count = number(), (0...(bytes.count - position) / 4).contains(count) else { return nil }
        var elements: [Element] = []
        for _ in 0..<count {
            guard let made = element(&self) else { return nil }
            elements.append(made)
        }
        return elements
    }
}
