import Basics

/// The change from one JSON value to another, in the format of jsondiffpatch.
///
/// `[new]` adds, `[old, new]` replaces, `[old, 0, 0]` removes, `[text, 0, 2]` patches a text; an object of deltas changes
/// members; an object with `"_t": "a"` changes an array, where `"_3"` removes or moves (`["", 5, 3]`) what stands at 3
/// before, and `"3"` inserts or changes what stands at 3 afterwards.
public struct JSONDelta: Equatable, Sendable {
    /// The delta as it is sent.
    public let json: JSONValue

    /// A delta from elsewhere; whether it fits is seen when it is applied.
    public init(json: JSONValue) {
        self.json = json
    }
}

/// Why a delta cannot be applied to a value.
public enum DeltaFault: Error, Equatable, Sendable {
    /// It is not of the format.
    case malformed
    /// It is of the format and does not fit the value: another kind, an index beyond the array, a text that differs.
    case mismatch
    /// It removes the whole value.
    case removesAll
}

extension JSONDelta {
    static let arrayMark = "_t"
    static let arrayMarkValue = "a"
    static let removed: Int64 = 0
    static let text: Int64 = 2
    static let moved: Int64 = 3
}
