extension SearchText {
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
