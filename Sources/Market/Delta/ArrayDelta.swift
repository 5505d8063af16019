import Basics

/// The delta of an array while it is made.
struct ArrayDelta {
    private var atNew: [(index: Int, change: JSONValue)] = []
    private var atOld: [(index: Int, change: JSONValue)] = []

    mutating func insert(_ value: JSONValue, at index: Int) {
        atNew.append((index, .array([value])))
    }

    mutating func change(at index: Int, _ change: JSONValue) {
        atNew.append((index, change))
    }

    mutating func remove(_ value: JSONValue, at index: Int) {
        atOld.append((index, .array([value, 0, .integer(JSONDelta.removed)])))
    }

    mutating func move(from index: Int, to place: Int) {
        atOld.append((index, .array(["", .count(place), .integer(JSONDelta.moved)])))
    }

    /// Nil when nothing changed; otherwise members in the order in which JavaScript writes them.
    var json: JSONValue? {
        guard !atNew.isEmpty || !atOld.isEmpty else { return nil }
        var members: [JSONValue.Member] = []
        members.reserveCapacity(atNew.count + atOld.count + 1)
        for entry in atNew.sorted(by: { $0.index < $1.index }) {
            members.append(.init(String(entry.index), entry.change))
        }
        members.append(.init(JSONDelta.arrayMark, .string(JSONDelta.arrayMarkValue)))
        for entry in atOld.sorted(by: { $0.index < $1.index }) {
            members.append(.init("_" + String(entry.index), entry.change))
        }
        return .object(members)
    }
}

/// The items that went away from the left array and may turn up elsewhere in the right one.
struct RemovedItems {
    private enum State {
        case kept, removed, moved
    }

    private let matching: ArrayMatching
    private var states: [State]
    /// The removed items of each class from the last to the first; made when it is first asked for.
    private var byClass: [[Int]]?

    /// What of the left part is in no pair.
    init(_ matching: ArrayMatching, keeping pairs: [ArrayMatching.Pair]) {
        self.matching = matching
        states = [State](repeating: .removed, count: matching.left.count)
        for pair in pairs { states[pair.left - matching.left.lowerBound] = .kept }
    }

    /// The indices of what is still removed, in order.
    var indices: [Int] { matching.left.filter { state($0) == .removed } }

    /// The first removed item that matches the right one at `index`; it counts as moved from then on.
    mutating func take(matching index: Int) -> Int? {
        guard let first = [atSamePlace(index), ofSameClass(index)].compactMap({ $0 }).min() else { return nil }
        states[first - matching.left.lowerBound] = .moved
        return first
    }

    private func atSamePlace(_ index: Int) -> Int? {
        let one = index - matching.right.lowerBound + matching.left.lowerBound
        return matching.left.contains(one) && state(one) == .removed && matching.matches(one, index) ? one : nil
    }

    private mutating func ofSameClass(_ index: Int) -> Int? {
        guard let itemClass = matching.rightClass(index) else { return nil }
        if byClass == nil { byClass = matching.leftIndices(indices.reversed()) }
        // What moved by its place may still stand here.
        while let last = byClass?[itemClass].last, state(last) != .removed { byClass?[itemClass].removeLast() }
        guard let first = byClass?[itemClass].last, matching.matches(first, index) else { return nil }
        return first
    }

    private func state(_ index: Int) -> State { states[index - matching.left.lowerBound] }
}
