/// One sentence of NMEA 0183: `$` talker and type, fields between commas, `*` and the checksum in two digits.
///
/// The standard lets receivers leave the checksum out; here it has to be there and right, because a digit that was
/// lost on a noisy line is another place.
struct NMEASentence: Equatable {
    /// The longest sentence that is read, in bytes; the standard says 80, and receivers say more.
    static let longest = 255

    /// The last three characters of the address, such as `GGA`; empty for a sentence of one maker's own.
    let kind: String
    /// What stands between the commas, without the address.
    let fields: [ArraySlice<UInt8>]

    /// Reads one line; nil when it is no sentence or its checksum is wrong.
    init?(_ line: [UInt8]) {
        guard line.count <= Self.longest, line.count >= 9, line.first == UInt8(ascii: "$"),
            line[line.count - 3] == UInt8(ascii: "*"),
            let high = Self.digit(line[line.count - 2]), let low = Self.digit(line[line.count - 1])
        else { return nil }
        let body = line[1..<line.count - 3]
        var sum: UInt8 = 0
        for byte in body {
            // Printable ASCII without the characters that the standard keeps for itself.
            guard (0x20...0x7E).contains(byte), byte != UInt8(ascii: "$"), byte != UInt8(ascii: "*") else { return nil }
            sum ^= byte
        }
        guard sum == high << 4 | low else { return nil }
        let parts = body.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard let address = parts.first, address.count >= 4 else { return nil }
        let isProprietary = address.first == UInt8(ascii: "P")
        kind = isProprietary ? "" : String(decoding: address.suffix(3), as: UTF8.self)
        fields = Array(parts.dropFirst())
    }

    /// The field at `index`, or nil when it is missing or empty.
    func field(_ index: Int) -> ArraySlice<UInt8>? {
        index < fields.count && !fields[index].isEmpty ? fields[index] : nil
    }

    /// The number in the field at `index`.
    func number(_ index: Int) -> Double? {
        field(index).flatMap(DecimalNumber.value)
    }

    /// The single letter in the field at `index`.
    func letter(_ index: Int) -> Character? {
        guard let text = field(index), text.count == 1, let byte = text.first else { return nil }
        return Character(Unicode.Scalar(byte))
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
