/// A patch of a text as Google's diff-match-patch writes it: a unified diff without lines, whose positions are UTF-16
/// units and whose texts are percent-encoded.
///
/// It is applied exactly: where the text differs from what the patch says, it is refused, not searched nearby.
struct TextPatch {
    private struct Hunk {
        var start: Int
        var old: [UInt16] = []
        var new: [UInt16] = []
    }

    private var hunks: [Hunk] = []

    /// Reads `@@ -21,4 +21,10 @@` and the lines below, one after another.
    init(_ text: String) throws(DeltaFault) {
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            if line.first == UInt8(ascii: "@") {
                try checkLengths()
                let numbers = try Self.header(line)
                hunks.append(Hunk(start: numbers.start))
                expected = numbers.lengths
                continue
            }
            guard !hunks.isEmpty, let sign = line.first else { throw .malformed }
            let units = try Self.decoded(line.dropFirst())
            switch sign {
            case UInt8(ascii: " "):
                hunks[hunks.count - 1].old += units
                hunks[hunks.count - 1].new += units
            case UInt8(ascii: "-"): hunks[hunks.count - 1].old += units
            case UInt8(ascii: "+"): hunks[hunks.count - 1].new += units
            default: throw .malformed
            }
        }
        try checkLengths()
        guard !hunks.isEmpty else { throw .malformed }
    }

    private var expected = (old: 0, new: 0)

    private func checkLengths() throws(DeltaFault) {
        guard let hunk = hunks.last else { return }
        guard hunk.old.count == expected.old, hunk.new.count == expected.new else { throw .malformed }
    }

    /// The text after the patch.
    ///
    /// Each hunk's position is that in the text which the hunks before it have made.
    func apply(to text: String) throws(DeltaFault) -> String {
        var units = Array(text.utf16)
        for hunk in hunks {
            let end = hunk.start + hunk.old.count
            guard end <= units.count, units[hunk.start..<end].elementsEqual(hunk.old) else { throw .mismatch }
            units.replaceSubrange(hunk.start..<end, with: hunk.new)
        }
        guard let result = String(validating: units, as: UTF16.self) else { throw .malformed }
        return result
    }
}

// MARK: - Reading

extension TextPatch {
    /// Reads `@@ -START[,LENGTH] +START[,LENGTH] @@`; starts count from one, except beside a length of zero.
    private static func header(
        _ line: Substring.UTF8View
    ) throws(DeltaFault) -> (start: Int, lengths: (old: Int, new: Int)) {
        let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard fields.count == 4, fields[0].elementsEqual("@@".utf8), fields[3].elementsEqual("@@".utf8),
            fields[1].first == UInt8(ascii: "-"), fields[2].first == UInt8(ascii: "+")
        else { throw .malformed }
        let old = try range(fields[1].dropFirst())
        let new = try range(fields[2].dropFirst())
        return (new.start, (old.length, new.length))
    }

    private static func range(_ field: Substring.UTF8View) throws(DeltaFault) -> (start: Int, length: Int) {
        let parts = field.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first else { throw .malformed }
        let start = try number(first)
        let length = parts.count == 2 ? try number(parts[1]) : 1
        guard length > 0 else { return (start, 0) }
        guard start > 0 else { throw .malformed }
        return (start - 1, length)
    }

    private static func number(_ digits: Substring.UTF8View) throws(DeltaFault) -> Int {
        guard !digits.isEmpty, digits.count <= 9 else { throw .malformed }
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { throw .malformed }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }

    private static func decoded(_ line: Substring.UTF8View) throws(DeltaFault) -> [UInt16] {
        var bytes: [UInt8] = []
        var rest = line
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                throw .malformed
            }
            bytes.append(high << 4 | low)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
        return Array(text.utf16)
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
