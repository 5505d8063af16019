import CLibQREncode

/// A QR code: a square of dark and light modules that says a text.
///
/// Source: ISO/IEC 18004, by libqrencode.
package struct QRCode: Equatable, Sendable {
    /// How much of it may be unreadable.
    package enum Correction: Sendable {
        /// About 7 %.
        case low
        /// About 15 %.
        case medium
        /// About 25 %.
        case quartile
        /// About 30 %.
        case high
    }

    /// The light border that a reader needs, in modules (section 9.1).
    package static let quietZone = 4

    /// How many modules a side has, 21 to 177.
    package let size: Int
    /// The modules, row by row from the top left; true is dark.
    private let dark: [Bool]

    /// The code of a text, in the smallest version that holds it.
    ///
    /// It throws `tooLong` when none does: 2,331 bytes is the most that `medium` can hold.
    package init(_ text: String, correction: Correction = .medium) throws(QRCodeError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        guard let length = Int32(exactly: bytes.count),
            let code = QRcode_encodeData(length, bytes, 0, Self.level(correction))
        else { throw .tooLong }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard width > 0, let data = code.pointee.data else { throw .tooLong }
        size = width
        // The lowest bit is the module's colour; the others tell what it is for.
        dark = (0..<width * width).map { data[$0] & 1 == 1 }
    }

    /// Whether the module at a column and a row is dark; what lies outside is light.
    package func isDark(_ column: Int, _ row: Int) -> Bool {
        (0..<size).contains(column) && (0..<size).contains(row) && dark[row * size + column]
    }

    /// A row for each line from the top and a character for each module: `1` is dark, `0` is light; without a border.
    package var rows: [String] {
        (0..<size).map { row in String((0..<size).map { isDark($0, row) ? "1" : "0" as Character }) }
    }

    private static func level(_ correction: Correction) -> QRecLevel {
        switch correction {
        case .low: QR_ECLEVEL_L
        case .medium: QR_ECLEVEL_M
        case .quartile: QR_ECLEVEL_Q
        case .high: QR_ECLEVEL_H
        }
    }
}

/// Why there is no QR code.
package enum QRCodeError: Error, Equatable, Sendable {
    /// There is nothing to say.
    case empty
    /// The text is longer than a code can hold.
    case tooLong
    /// The picture could not be written.
    case picture
}
