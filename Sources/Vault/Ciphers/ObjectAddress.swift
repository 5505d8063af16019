/// What an object of a vault's file holds.
public enum ObjectKind: UInt8, CaseIterable, Sendable {
    /// The one object that binds all others together: `Root`.
    case root = 1
    /// The summaries of the items whose identifiers begin with one byte: `Page`.
    case page = 2
    /// One item: `Item`.
    case item = 3
    /// A piece of an attachment.
    case attachment = 4
    /// What the device remembers of synchronization.
    case sync = 5
    /// Which pages have which titles: `TitleBucket`.
    case index = 6
}

/// Where an object stands and which writing of it this is; it is authenticated with the object.
public struct ObjectAddress: Hashable, Sendable {
    /// What the object holds.
    public var kind: ObjectKind
    /// The object's identifier; `zero` for what there is one of.
    public var id: RecordID
    /// Which writing of the object this is, from 1 up.
    public var revision: UInt64

    /// The address of one writing of one object.
    public init(kind: ObjectKind, id: RecordID, revision: UInt64) {
        self.kind = kind
        self.id = id
        self.revision = revision
    }
}
