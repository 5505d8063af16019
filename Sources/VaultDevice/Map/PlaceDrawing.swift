import Vault

/// A picture of where a device is: its position, how accurately that is known, and the cell that a vault opens in.
///
/// It is drawn here from numbers alone. Nobody is asked for a map, because whoever is asked learns the place.
package struct PlaceDrawing: Sendable {
    /// How far the picture goes beyond what it shows.
    private static let margin = 1.25
    /// The smallest distance from the middle to the edge, in metres: nobody measures closer.
    private static let smallest = 5.0

    /// The corners of the cell in metres from the position, in order; empty without a cell.
    let corners: [LocalPlane.Point]
    /// The radius of the accuracy in metres, or nil when somebody said the position.
    let accuracy: Double?
    /// The distance from the middle to each edge in metres.
    let reach: Double

    /// A picture of a position and of the outline of its cell, as `Lattice.outline(around:helper:)` gives it.
    ///
    /// The position may lie outside of the cell: both are in the picture. A circle so wide that the cell would be a dot
    /// in it goes beyond the edge.
    package init(fix: Fix, outline: [(latitude: Double, longitude: Double)]) {
        let plane = LocalPlane(latitude: fix.latitude, longitude: fix.longitude)
        corners = outline.map { plane.point(latitude: $0.latitude, longitude: $0.longitude) }
        let accuracy = fix.accuracy > 0 ? fix.accuracy : nil
        self.accuracy = accuracy
        let cell = corners.map { max(abs($0.east), abs($0.north)) }.max() ?? 0
        let circle = accuracy.map { cell > 0 ? min($0, 8 * cell) : $0 } ?? 0
        reach = max(cell, circle, Self.smallest) * Self.margin
    }

    /// The picture for a position and the lattice that a vault has; without a helper, the cell that would be made here.
    package init(fix: Fix, lattice: Lattice, helper: PlaceHelper? = nil) {
        self.init(fix: fix, outline: lattice.outline(around: fix, helper: helper))
    }

    /// A bar of a round length, at most a third of the picture.
    var scaleBar: ScaleBar { ScaleBar(upTo: reach * 2 / 3) }
}
