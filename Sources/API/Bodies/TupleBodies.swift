/// A point on the plan, `[x, y]` in metres.
public struct PointBody: APIBody {
    /// Metres from the left edge.
    public var x: Double
    /// Metres from the upper edge.
    public var y: Double

    /// A point on the plan.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Its shape in JSON.
    public static let schema = Schema.tuple([.number, .number])
    /// An example with every optional property present.
    public static let example = PointBody(x: 2.5, y: 21)

    /// Reads an array.
    public init(from decoder: any Decoder) throws {
        var place = try decoder.unkeyedContainer()
        self.init(x: try place.decode(Double.self), y: try place.decode(Double.self))
    }

    /// Writes an array.
    public func encode(to encoder: any Encoder) throws {
        var place = encoder.unkeyedContainer()
        try place.encode(x)
        try place.encode(y)
    }
}

/// A straight wall, `[x1, y1, x2, y2]` in metres on the plan.
public struct SegmentBody: APIBody {
    /// Where it begins: metres from the left edge.
    public var x1: Double
    /// Where it begins: metres from the upper edge.
    public var y1: Double
    /// Where it ends: metres from the left edge.
    public var x2: Double
    /// Where it ends: metres from the upper edge.
    public var y2: Double

    /// A straight wall.
    public init(x1: Double, y1: Double, x2: Double, y2: Double) {
        self.x1 = x1
        self.y1 = y1
        self.x2 = x2
        self.y2 = y2
    }

    /// Its shape in JSON.
    public static let schema = Schema.tuple([.number, .number, .number, .number])
    /// An example with every optional property present.
    public static let example = SegmentBody(x1: 0, y1: 20.5, x2: 40, y2: 20.5)

    /// Reads an array.
    public init(from decoder: any Decoder) throws {
        var place = try decoder.unkeyedContainer()
        self.init(
            x1: try place.decode(Double.self), y1: try place.decode(Double.self),
            x2: try place.decode(Double.self), y2: try place.decode(Double.self))
    }

    /// Writes an array.
    public func encode(to encoder: any Encoder) throws {
        var place = encoder.unkeyedContainer()
        for number in [x1, y1, x2, y2] { try place.encode(number) }
    }
}

/// Which beacon of a venue, `[major, minor]`.
public struct BeaconPairBody: APIBody, Hashable {
    /// The major number.
    public var major: Int
    /// The minor number.
    public var minor: Int

    /// Which beacon of a venue.
    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Its shape in JSON.
    public static let schema = Schema.tuple([.uint16, .uint16])
    /// An example with every optional property present.
    public static let example = BeaconPairBody(major: 100, minor: 2)

    /// Reads an array.
    public init(from decoder: any Decoder) throws {
        var place = try decoder.unkeyedContainer()
        self.init(major: try place.decode(Int.self), minor: try place.decode(Int.self))
    }

    /// Writes an array.
    public func encode(to encoder: any Encoder) throws {
        var place = encoder.unkeyedContainer()
        try place.encode(major)
        try place.encode(minor)
    }
}

extension Double {
    /// This number of metres to the centimetre: as fine as a picture needs, and shorter to send.
    var roundedToCentimetre: Double { (self * 100).rounded() / 100 }
}
