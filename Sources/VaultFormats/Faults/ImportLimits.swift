import Vault

/// The bounds of what is read: those of a vault, and others far beyond any real file.
enum ImportLimits {
    /// Bytes of a file, and of the main document of one that is unpacked.
    static let file = 256 << 20
    /// Items of a file.
    static let items = 250_000
    /// Categories of a file.
    static let categories = Category.limit
    /// Levels of JSON arrays and objects, or of XML elements.
    static let depth = 64
    /// Earlier states of an item that are looked at; an ``Item`` keeps the newest values.
    static let history = 1000
    /// Bytes of all attachments together.
    static let allAttachments = 512 << 20
}
