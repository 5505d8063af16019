import Basics

/// Which items of two arrays are the same, said once for each item as the number of a class, so that comparing two costs
/// nothing.
///
/// What jsondiffpatch takes for the same: equal plain values; objects and arrays whose hashes are equal; or, without a
/// hash, objects, arrays and null at the same place, unless some plain value of one array stands at another place of
/// the other.
struct ArrayMatching {
    /// The part of the left array between the common ends.
    private(set) var left: Range<Int>
    /// The part of the right array between the common ends.
    private(set) var right: Range<Int>

    private let leftItems: [Item]
    private let rightItems: [Item]
    private let byPosition: Bool
    private let replaces: Bool
    private let classCount: Int

    private struct Item {
        /// The number of the class of equal items; -1 for what equals nothing by itself.
        var itemClass: Int
        var kind: Kind
    }

    private enum Kind {
        case null, array, object, plain
    }

    init(_ left: [JSONValue], _ right: [JSONValue], _ maker: DeltaMaker) {
        var classes = ItemClasses(maker)
        leftItems = left.map { Item(itemClass: classes.number($0), kind: Self.kind($0)) }
        rightItems = right.map { Item(itemClass: classes.number($0), kind: Self.kind($0)) }
        classCount = classes.count
        replaces = maker.replacesInArrays
        byPosition =
            maker.objectHash == nil && !maker.wholeObjectsInArrays
            && !Self.wandered(leftItems, rightItems, classCount: classCount)
        self.left = 0..<left.count
        self.right = 0..<right.count
    }

    private static func kind(_ value: JSONValue) -> Kind {
        switch value {
        case .null: .null
        case .array: .array
        case .object: .object
        default: .plain
        }
    }

    /// Whether a plain value of the left array stands at another place of the right one.
    private static func wandered(_ left: [Item], _ right: [Item], classCount: Int) -> Bool {
        // Of each class the place at the right: -1 none, -2 several.
        var places = [Int](repeating: -1, count: classCount)
        for (index, item) in right.enumerated() where item.itemClass >= 0 {
            places[item.itemClass] = places[item.itemClass] == -1 ? index : -2
        }
        for (index, item) in left.enumerated() where item.itemClass >= 0 {
            let place = places[item.itemClass]
            if place != -1, place != index { return true }
        }
        return false
    }

    /// Leaves the common ends away; from now on a place is counted from the beginning of these parts.
    mutating func trim(_ left: Range<Int>, _ right: Range<Int>) {
        self.left = left
        self.right = right
    }

    /// Whether the items at these indices of the whole arrays are the same.
    func matches(_ one: Int, _ other: Int) -> Bool {
        let (leftItem, rightItem) = (leftItems[one], rightItems[other])
        guard replaces || leftItem.kind == rightItem.kind else { return false }
        if leftItem.itemClass >= 0, leftItem.itemClass == rightItem.itemClass { return true }
        return byPosition && one - left.lowerBound == other - right.lowerBound && leftItem.kind != .plain
            && rightItem.kind != .plain
    }

    /// For each class the indices of the items of `part` in the left array.
    func leftIndices(_ part: some Sequence<Int>) -> [[Int]] { indices(part, of: leftItems) }

    /// For each class the indices of the items of `part` in the right array.
    func rightIndices(_ part: some Sequence<Int>) -> [[Int]] { indices(part, of: rightItems) }

    private func indices(_ part: some Sequence<Int>, of items: [Item]) -> [[Int]] {
        var lists = [[Int]](repeating: [], count: classCount)
        for index in part where items[index].itemClass >= 0 { lists[items[index].itemClass].append(index) }
        return lists
    }

    /// The class of an item of the left array; nil for what equals nothing by itself.
    func leftClass(_ index: Int) -> Int? { leftItems[index].itemClass >= 0 ? leftItems[index].itemClass : nil }

    /// The class of an item of the right array; nil for what equals nothing by itself.
    func rightClass(_ index: Int) -> Int? { rightItems[index].itemClass >= 0 ? rightItems[index].itemClass : nil }
}

/// Numbers the classes of equal items in the order in which they are seen.
private struct ItemClasses {
    private enum Key: Hashable {
        case null
        case boolean(Bool)
        case integer(Int64)
        case number(ExactText)
        case string(ExactText)
        case hash(ExactText)
        case whole(WholeValue)
    }

    private let maker: DeltaMaker
    private var numbers: [Key: Int] = [:]

    init(_ maker: DeltaMaker) {
        self.maker = maker
    }

    var count: Int { numbers.count }

    mutating func number(_ value: JSONValue) -> Int {
        let key: Key
        switch value {
        case .null: key = .null
        case .boolean(let value): key = .boolean(value)
        case .integer(let value): key = .integer(value)
        case .number(let value): key = .number(ExactText(value.text))
        case .string(let text): key = .string(ExactText(text))
        case .array, .object:
            if maker.wholeObjectsInArrays {
                key = .whole(WholeValue(value))
            } else if let hash = maker.objectHash?(value) {
                key = .hash(ExactText(hash))
            } else {
                return -1
            }
        }
        if let number = numbers[key] { return number }
        let number = numbers.count
        numbers[key] = number
        return number
    }
}

/// A value as the key of a dictionary.
private struct WholeValue: Hashable {
    let value: JSONValue
    private let digest: Int

    init(_ value: JSONValue) {
        self.value = value
        digest = value.digest
    }

    static func == (one: WholeValue, other: WholeValue) -> Bool {
        one.digest == other.digest && one.value.isIdentical(to: other.value)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(digest)
    }
}

extension JSONValue {
    /// A number that identical values share.
    fileprivate var digest: Int {
        var hasher = Hasher()
        switch self {
        case .null: hasher.combine(0)
        case .boolean(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .number(let value): hasher.combine(ExactText(value.text))
        case .string(let text): hasher.combine(ExactText(text))
        case .array(let elements):
            hasher.combine(1)
            for element in elements { hasher.combine(element.digest) }
        case .object(let members):
            // A sum, because the order of the members says nothing.
            var sum = 0
            for member in members {
                var hasher = Hasher()
                hasher.combine(ExactText(member.name))
                hasher.combine(member.value.digest)
                sum &+= hasher.finalize()
            }
            hasher.combine(sum)
        }
        return hasher.finalize()
    }
}
