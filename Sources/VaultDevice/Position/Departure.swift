import Vault

/// Judges whether a device has left a place: two positions in a row, each accurate enough, lie in another cell.
///
/// One alone may be a stray: a receiver near a wall jumps, and a vault that locks without cause is soon unlocked with
/// something weaker.
package struct Departure: Sendable {
    /// How many positions in a row have to lie elsewhere.
    package static let needed = 2

    private let lattice: Lattice
    private let cell: Cell
    private let helper: PlaceHelper
    private var elsewhere = 0

    /// Departure from a place that was enrolled.
    package init(from cell: Cell, helper: PlaceHelper, lattice: Lattice) {
        self.cell = cell
        self.helper = helper
        self.lattice = lattice
    }

    /// Departure from where the device is, for a vault that was unlocked otherwise than by its place.
    package init(from fix: Fix, lattice: Lattice) throws(PlaceFault) {
        let (cell, helper) = try lattice.enrol([fix])
        self.init(from: cell, helper: helper, lattice: lattice)
    }

    /// Whether the device has left, with this position taken into account; a coarse position says nothing.
    package mutating func observe(_ fix: Fix) -> Bool {
        guard let here = try? lattice.cell(at: fix, helper: helper) else { return elsewhere >= Self.needed }
        elsewhere = here == cell ? 0 : min(elsewhere + 1, Self.needed)
        return elsewhere >= Self.needed
    }
}
