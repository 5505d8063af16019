import Basics

/// One field of an item: what it is, and what it says.
///
/// An empty value stands for a field that was chosen to be shown and is not filled yet.
public struct Field: Equatable, Sendable {
    /// What the field is.
    public var kind: FieldKind
    /// What it says; at most `Item.valueLimit` bytes of UTF-8.
    public var value: String

    /// A field with a value.
    public init(kind: FieldKind, value: String) {
        self.kind = kind
        self.value = value
    }
}

/// What a field said before it was changed.
public struct PastValue: Equatable, Sendable {
    /// What the field is.
    public var kind: FieldKind
    /// The value that the field had.
    public var value: String
    /// Until when it said so.
    public var until: Timestamp

    /// A value that was given up at an instant.
    public init(kind: FieldKind, value: String, until: Timestamp) {
        self.kind = kind
        self.value = value
        self.until = until
    }
}
