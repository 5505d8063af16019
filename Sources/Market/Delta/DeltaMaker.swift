import Basics

/// Finds what changed between two JSON values.
///
/// Where jsondiffpatch 0.4.1 compares item by item, the delta is the one that it makes; large arrays with many changes
/// get another one that changes no more items. Texts are replaced whole, never patched.
public struct DeltaMaker: Sendable {
    /// What makes items of arrays the same object although their members differ.
    public let objectHash: (@Sendable (JSONValue) -> String?)?
    /// Whether items of arrays are compared whole, so that a changed one is removed and inserted, never changed in place.
    public let wholeObjectsInArrays: Bool
    /// Whether an item may be replaced in its place by one of another kind (`"0": [null, {…}]`), which the patchers of
    /// some clients pass over; otherwise it is removed and the other inserted.
    public let replacesInArrays: Bool
    /// Whether an item that went elsewhere is moved; otherwise it is removed and inserted.
    public let detectsMoves: Bool

    /// A maker of deltas.
    ///
    /// `objectHash` says which object an item is, for objects, arrays and null; items for which it gives nil are never
    /// the same. Without it, objects are the same when they stand at the same place.
    public init(
        objectHash: (@Sendable (JSONValue) -> String?)? = nil, wholeObjectsInArrays: Bool = false,
        replacesInArrays: Bool = true, detectsMoves: Bool = true
    ) {
        self.objectHash = objectHash
        self.wholeObjectsInArrays = wholeObjectsInArrays
        self.replacesInArrays = replacesInArrays
        self.detectsMoves = detectsMoves
    }

    /// The change from one value to the other; nil when nothing changed.
    public func delta(from left: JSONValue, to right: JSONValue) -> JSONDelta? {
        change(left, right).map(JSONDelta.init(json:))
    }
}

extension DeltaMaker {
    /// The delta of two values.
    func change(_ left: JSONValue, _ right: JSONValue) -> JSONValue? {
        switch (left, right) {
        case (.object(let left), .object(let right)): objectChange(left, right)
        case (.array(let left), .array(let right)): arrayChange(left, right)
        default: left.isIdentical(to: right) ? nil : .array([left, right])
        }
    }

    private func objectChange(_ left: [JSONValue.Member], _ right: [JSONValue.Member]) -> JSONValue? {
        guard !left.isShared(with: right) else { return nil }
        var changes: [JSONValue.Member] = []
        var (leftNames, rightNames) = (MemberIndex(left), MemberIndex(right))
        var kept = 0
        for (index, member) in left.enumerated() {
            guard let place = rightNames.place(of: member.name, likely: index) else {
                changes.append(.init(member.name, .array([member.value, .integer(JSONDelta.removed), 0])))
                continue
            }
            kept += 1
            if let change = change(member.value, right[place].value) { changes.append(.init(member.name, change)) }
        }
        if kept < right.count {
            for (index, member) in right.enumerated() where leftNames.place(of: member.name, likely: index) == nil {
                changes.append(.init(member.name, .array([member.value])))
            }
        }
        return changes.isEmpty ? nil : .object(changes)
    }
}
