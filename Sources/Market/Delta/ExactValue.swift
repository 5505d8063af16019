import Basics

/// A text that equals another only when it has the same characters in the same encoding.
///
/// `String` also takes canonically equivalent texts for one; to a reader of the JSON they are two.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (one: ExactText, other: ExactText) -> Bool {
        areEqual(one.text, other.text)
    }

    /// Whether both texts are the same bytes.
    static func areEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (one.utf8, other.utf8)
        guard one.count == other.count else { return false }
        let quickly = one.withContiguousStorageIfAvailable { first in
            other.withContiguousStorageIfAvailable { second in
                var index = 0
                while index < first.count, first[index] == second[index] { index += 1 }
                return index == first.count
            }
        }
        return (quickly ?? nil) ?? one.elementsEqual(other)
    }

    func hash(into hasher: inout Hasher) {
        let bytes: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if bytes == nil { for unit in text.utf8 { hasher.combine(unit) } }
        hasher.combine(0xFF as UInt8)
    }
}

extension JSONValue {
    /// Whether both values are the same to a reader of their texts; the order of an object's members says nothing.
    func isIdentical(to other: JSONValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.boolean(let one), .boolean(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.number(let one), .number(let other)): ExactText.areEqual(one.text, other.text)
        case (.string(let one), .string(let other)): ExactText.areEqual(one, other)
        case (.array(let one), .array(let other)):
            one.count == other.count
                && (one.isShared(with: other) || zip(one, other).allSatisfy { $0.isIdentical(to: $1) })
        case (.object(let one), .object(let other)): Self.areIdentical(one, other)
        default: false
        }
    }

    private static func areIdentical(_ one: [Member], _ other: [Member]) -> Bool {
        guard one.count == other.count else { return false }
        guard !one.isShared(with: other) else { return true }
        var names = MemberIndex(other)
        for (index, member) in one.enumerated() {
            guard let place = names.place(of: member.name, likely: index),
                member.value.isIdentical(to: other[place].value)
            else { return false }
        }
        return true
    }
}

/// Finds the members of an object by name; most objects have few, or are asked in the order that they have.
struct MemberIndex {
    private let members: [JSONValue.Member]
    private var places: [ExactText: Int]?

    init(_ members: [JSONValue.Member]) {
        self.members = members
    }

    /// Where the member `name` stands, which is looked for at `likely` first.
    mutating func place(of name: String, likely: Int) -> Int? {
        if likely < members.count, ExactText.areEqual(members[likely].name, name) { return likely }
        guard members.count > 16 else { return members.firstIndex { ExactText.areEqual($0.name, name) } }
        if places == nil {
            var places: [ExactText: Int] = [:]
            for (index, member) in members.enumerated() where places[ExactText(member.name)] == nil {
                places[ExactText(member.name)] = index
            }
            self.places = places
        }
        return places?[ExactText(name)]
    }
}

extension Array {
    /// Whether both are copies of one array that has not been changed since, so that they need no comparing.
    func isShared(with other: [Element]) -> Bool {
        count == other.count
            && withUnsafeBufferPointer { one in other.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress } }
    }
}
