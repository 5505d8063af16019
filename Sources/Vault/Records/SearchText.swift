/// Text as a search compares it: without case and without accents.
enum SearchText {
    /// The folded text, in UTF-8.
    static func folded(_ text: String) -> [UInt8] {
        var folded: [UInt8] = []
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &folded) }
        return folded
    }

    /// Appends the folded form of a text in valid UTF-8.
    ///
    /// ASCII and the letters up to U+017F are folded as they are read; anything else goes the long way, once for the
    /// whole text.
    static func append(_ bytes: UnsafeRawBufferPointer, to folded: inout [UInt8]) {
        let start = folded.count
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte < 0x80 {
                folded.append(lowered(byte))
                offset += 1
            } else if byte < 0xE0, offset + 1 < bytes.count {
                let value = UInt32(byte & 0x1F) << 6 | UInt32(bytes[offset + 1] & 0x3F)
                guard fold(value, into: &folded) else { break }
                offset += 2
            } else {
                break
            }
        }
        if offset < bytes.count {
            folded.removeSubrange(start...)
            appendSlowly(String(decoding: bytes, as: UTF8.self), to: &folded)
        }
    }

    /// A letter of ASCII in lower case, or the byte as it is.
    @inline(__always)
    static func lowered(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }

    private static func fold(_ value: UInt32, into folded: inout [UInt8]) -> Bool {
        if let letter = LatinLetters.letter(value) {
            folded.append(letter.base)
            if letter.second != 0 { folded.append(letter.second) }
            return true
        }
        return LatinLetters.accent(value) != nil
    }

    private static func appendSlowly(_ text: String, to folded: inout [UInt8]) {
        for scalar in UnicodeForms.decomposed(text).unicodeScalars {
            if scalar.isASCII {
                folded.append(lowered(UInt8(scalar.value)))
            } else if !fold(scalar.value, into: &folded) {
                for lower in scalar.properties.lowercaseMapping.unicodeScalars where !fold(lower.value, into: &folded) {
                    folded += UTF8.encode(lower)?.map { $0 } ?? []
                }
            }
        }
    }
}
