import Vault

/// Room for the attached files of an import: one file has a bound, and all of them together have another.
struct AttachmentRoom {
    private let limit: Int
    private var taken = 0

    /// Room for files of at most `limit` bytes together.
    init(limit: Int = ImportLimits.allAttachments) {
        self.limit = limit
    }

    /// The most bytes that the next file may have.
    var left: Int { min(Attachment.byteLimit, limit - taken) }

    /// Counts a file of `count` bytes.
    ///
    /// - Returns: False when there is no room for it; nothing is counted then.
    mutating func take(_ count: Int) -> Bool {
        guard count <= left else { return false }
        taken += count
        return true
    }
}
