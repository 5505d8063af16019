import Vault

/// Compares many titles with one, and folds only those that could be it.
struct TitleMatch {
    private let title: FoldedName
    private let bytes: [UInt8]
    private let isASCII: Bool

    init(_ title: FoldedName) {
        self.title = title
        bytes = title.bytes
        isASCII = bytes.allSatisfy { $0 < 0x80 }
    }

    /// Whether a name, folded, is the title.
    func matches(_ name: VaultName) -> Bool {
        var hasOther = false
        var isSame = true
        var index = 0
        for byte in name.text.utf8 {
            guard byte < 0x80 else {
                hasOther = true
                break
            }
            let folded = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            guard isSame else { continue }
            isSame = index < bytes.count && bytes[index] == folded
            index += 1
        }
        // A letter beyond ASCII may still fold into it, as the sign for kelvin does.
        if hasOther { return name.folded == title }
        return isASCII && isSame && index == bytes.count
    }
}
