/// How long the side of a lattice cell is, in whole metres.
public struct CellSide: Hashable, Sendable {
    /// Metres, 5 to 1,000.
    public let metres: UInt16

    /// The sides that are allowed: below, no receiver finds its cell again; above, it is no place.
    public static let allowed: ClosedRange<UInt16> = 5...1000
    /// 50 m: with an error of 5 m on each axis, one rejection in 400,000 at the place.
    public static let standard = CellSide(unchecked: 50)

    /// A side of so many metres, or nil when it is out of ``allowed``.
    public init?(metres: UInt16) {
        guard Self.allowed.contains(metres) else { return nil }
        self.metres = metres
    }

    private init(unchecked metres: UInt16) {
        self.metres = metres
    }

    /// The worst accuracy in metres with which a position is taken: half the side, the radius of the circle inside.
    public var accuracyLimit: Double { Double(metres) / 2 }
}
