/// What a person has set for the vault; it is sealed with it.
public struct VaultSettings: Equatable, Sendable {
    /// After how many idle seconds an unlocked vault locks itself, from 10 to 86,400.
    public var autoLockSeconds = 300 {
        didSet { autoLockSeconds = autoLockSeconds.clamped(to: Self.autoLockBounds) }
    }
    /// Whether it locks when the position leaves the place.
    public var lockWhenLeaving = false
    /// After how many seconds a copied secret is cleared, from 5 to 600.
    public var clipboardSeconds = 20 {
        didSet { clipboardSeconds = clipboardSeconds.clamped(to: Self.clipboardBounds) }
    }
    /// The language by whose order lists are sorted: `es`, `en`, `pt` or `it`.
    public var language = "es" {
        didSet { language = Self.knownLanguage(language) }
    }
    /// For how many days a removed item can be brought back, from 1 to 365.
    public var trashDays = 30 {
        didSet { trashDays = trashDays.clamped(to: Self.trashBounds) }
    }
    /// How many past values an item keeps, from 0 to 20.
    public var historyLimit = Item.historyLimit {
        didSet { historyLimit = historyLimit.clamped(to: Self.historyBounds) }
    }

    static let autoLockBounds = 10...86_400
    static let clipboardBounds = 5...600
    static let trashBounds = 1...365
    static let historyBounds = 0...Item.historyLimit

    /// The settings that a new vault has.
    public init(language: String = "es") {
        self.language = Self.knownLanguage(language)
    }

    private static func knownLanguage(_ tag: String) -> String {
        let language = tag.prefix(2).lowercased()
        return ["es", "en", "pt", "it"].contains(language) ? language : "es"
    }
}

extension Int {
    fileprivate func clamped(to bounds: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, bounds.lowerBound), bounds.upperBound)
    }
}
