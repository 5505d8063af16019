extension SearchText {
    /// Whether all bytes are ASCII, eight at a time.
    static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        var seen: UInt64 = 0
        while offset + 8 <= bytes.count {
            seen |= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        while offset < bytes.count {
            seen |= UInt64(bytes[offset])
            offset += 1
        }
        return seen & 0x8080_8080_8080_8080 == 0
    }

    /// Whether a folded word is in a text, whose letters of ASCII may be in either case.
    static func contains(_ word: [UInt8], in text: UnsafeRawBufferPointer) -> Bool {
        guard text.count >= word.count else { return false }
        return word.withUnsafeBytes { word in
            let first = word[0]
            for start in 0...(text.count - word.count) where lowered(text[start]) == first {
                var offset = 1
                while offset < word.count && lowered(text[start + offset]) == word[offset] { offset += 1 }
                if offset == word.count { return true }
            }
            return false
        }
    }
}
