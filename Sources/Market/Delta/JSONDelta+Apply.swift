import Basics

extension JSONDelta {
    /// The value that comes out when `value` changes so.
    ///
    /// The old values in the delta are not compared with what is there, except those of text patches; kinds and indices
    /// have to fit.
    public func apply(to value: JSONValue) throws(DeltaFault) -> JSONValue {
        guard let result = try Self.apply(json, to: value) else { throw .removesAll }
        return result
    }

    /// Applies one delta; nil stands for no value.
    static func apply(_ delta: JSONValue, to value: JSONValue?) throws(DeltaFault) -> JSONValue? {
        switch delta {
        case .array(let parts): try apply(parts, to: value)
        case .object(let members): try apply(members, delta, to: value)
        default: throw .malformed
        }
    }

    private static func apply(_ parts: [JSONValue], to value: JSONValue?) throws(DeltaFault) -> JSONValue? {
        switch parts.count {
        case 1: return parts[0]
        case 2:
            guard value != nil else { throw .mismatch }
            return parts[1]
        case 3 where parts[2] == .integer(removed):
            guard value != nil else { throw .mismatch }
            return nil
        case 3 where parts[2] == .integer(text):
            guard case .string(let patch) = parts[0] else { throw .malformed }
            guard case .string(let old)? = value else { throw .mismatch }
            return .string(try TextPatch(patch).apply(to: old))
        default: throw .malformed
        }
    }

    private static func apply(
        _ members: [JSONValue.Member], _ delta: JSONValue, to value: JSONValue?
    ) throws(DeltaFault) -> JSONValue {
        // Only in the delta of an array is the mark a text; the delta of a member `_t` is an array or an object.
        if case .string(let mark)? = delta[arrayMark] {
            guard mark == arrayMarkValue else { throw .malformed }
            guard case .array(let elements)? = value else { throw .mismatch }
            return .array(try ArrayPatch(members).apply(to: elements))
        }
        guard case .object(let old)? = value else { throw .mismatch }
        return .object(try apply(members, to: old))
    }

    private static func apply(
        _ changes: [JSONValue.Member], to old: [JSONValue.Member]
    ) throws(DeltaFault) -> [JSONValue.Member] {
        var index = MemberIndex(old)
        var members = old.map(Optional.init)
        for change in changes {
            if let place = index.place(of: change.name, likely: old.count) {
                let value = try apply(change.value, to: old[place].value)
                members[place] = value.map { JSONValue.Member(change.name, $0) }
            } else if let value = try apply(change.value, to: nil) {
                members.append(.init(change.name, value))
            }
        }
        return members.compactMap { $0 }
    }
}

/// The delta of an array, taken apart.
private struct ArrayPatch {
    private var removals: [(index: Int, place: Int?)] = []
    private var insertions: [(index: Int, value: JSONValue)] = []
    private var changes: [(index: Int, delta: JSONValue)] = []

    init(_ members: [JSONValue.Member]) throws(DeltaFault) {
        for member in members where member.name != JSONDelta.arrayMark {
            if member.name.utf8.first == UInt8(ascii: "_") {
                removals.append(try Self.removal(member))
            } else {
                let index = try Self.index(member.name.utf8[...])
                if case .array(let parts) = member.value, parts.count == 1 {
                    insertions.append((index, parts[0]))
                } else {
                    changes.append((index, member.value))
                }
            }
        }
    }

    private static func removal(_ member: JSONValue.Member) throws(DeltaFault) -> (index: Int, place: Int?) {
        let index = try index(member.name.utf8.dropFirst())
        guard case .array(let parts) = member.value, parts.count == 3, case .integer(let kind) = parts[2] else {
            throw .malformed
        }
        switch (kind, parts[1]) {
        case (JSONDelta.removed, _): return (index, nil)
        case (JSONDelta.moved, .integer(let place)):
            guard place >= 0, place < 1 << 31 else { throw .malformed }
            return (index, Int(place))
        default: throw .malformed
        }
    }

    /// A whole number of at most nine digits, without zeros before it.
    private static func index(_ digits: Substring.UTF8View) throws(DeltaFault) -> Int {
        guard let first = digits.first, digits.count <= 9, digits.count == 1 || first != UInt8(ascii: "0") else {
            throw .malformed
        }
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { throw .malformed }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }

    /// First what goes away, by the old indices; then what comes, by the new ones; then what changes in its new place.
    func apply(to elements: [JSONValue]) throws(DeltaFault) -> [JSONValue] {
        var insertions = insertions
        var isRemoved = [Bool](repeating: false, count: elements.count)
        for removal in removals {
            guard removal.index < elements.count, !isRemoved[removal.index] else { throw .mismatch }
            isRemoved[removal.index] = true
            if let place = removal.place { insertions.append((place, elements[removal.index])) }
        }
        insertions.sort { $0.index < $1.index }
        var result: [JSONValue] = []
        result.reserveCapacity(elements.count + insertions.count)
        var next = 0
        func insertWhatComesHere() {
            while next < insertions.count, insertions[next].index == result.count {
                result.append(insertions[next].value)
                next += 1
            }
        }
        for (index, element) in elements.enumerated() where !isRemoved[index] {
            insertWhatComesHere()
            result.append(element)
        }
        insertWhatComesHere()
        // An index beyond the end, or the same index twice.
        guard next == insertions.count else { throw .mismatch }
        for change in changes {
            guard change.index < result.count,
                let value = try JSONDelta.apply(change.delta, to: result[change.index])
            else { throw .mismatch }
            result[change.index] = value
        }
        return result
    }
}
