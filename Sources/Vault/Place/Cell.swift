/// One cell of the lattice over the Earth.
///
/// The place is not a secret (a campus has some 400 cells), so nothing rests on it alone: a slot needs this device's
/// keys besides.
public struct Cell: Hashable, Sendable {
    /// Row, counted from the equator, north positive.
    public let row: Int32
    /// Column in its row, counted eastwards from Greenwich, from 0.
    public let column: Int32
    /// The lattice that row and column count in.
    public let side: CellSide

    /// What goes into a derivation: row and column as 32 bits, the side as 16, all big-endian (PLK-1 step 2).
    var bytes: [UInt8] {
        var writer = HeaderWriter()
        writer.append(UInt32(bitPattern: row))
        writer.append(UInt32(bitPattern: column))
        writer.append(side.metres)
        return writer.bytes
    }
}

extension Cell: CustomStringConvertible, CustomDebugStringConvertible {
    /// A mark without the cell, which belongs in no log.
    public var description: String { "[cell]" }

    /// A mark without the cell.
    public var debugDescription: String { description }
}
