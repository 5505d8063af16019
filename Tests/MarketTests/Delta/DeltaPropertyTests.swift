import Basics
import Foundation
import Testing

@testable import Market

@Suite("Deltas of any values")
struct DeltaPropertyTests {
    static let makers: [DeltaMaker] = [
        DeltaMaker(), DeltaMaker(objectHash: { $0["id"]?.compactText }), DeltaMaker(objectHash: { $0.compactText }),
        DeltaMaker(objectHash: { _ in "one" }), DeltaMaker(objectHash: { _ in nil }),
        DeltaMaker(wholeObjectsInArrays: true), DeltaMaker(replacesInArrays: false),
        DeltaMaker(objectHash: { $0["id"]?.compactText }, replacesInArrays: false, detectsMoves: false),
    ]

    @Test("the delta applied to the one value gives the other", arguments: 0..<32 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<40 {
            let left = JSONValue.any(depth: 0, using: &random)
            let right = Bool.random(using: &random) ? left.changed(using: &random) : .any(depth: 0, using: &random)
            for maker in Self.makers { try check(maker, left, right) }
        }
    }

    @Test("large arrays with many changes too", arguments: 0..<4 as Range<UInt64>)
    func large(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for kinds in [3, 40, 100_000] {
            var items = (0..<400).map { _ in JSONValue.item(kinds, using: &random) }
            let left = JSONValue.array(items)
            for _ in 0..<60 {
                let index = Int.random(in: 0..<items.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: items.remove(at: index)
                case 1: items.insert(.item(kinds, using: &random), at: index)
                default: items.append(items.remove(at: index))
                }
            }
            for maker in Self.makers { try check(maker, left, .array(items)) }
        }
    }

    private func check(_ maker: DeltaMaker, _ left: JSONValue, _ right: JSONValue) throws {
        guard let delta = maker.delta(from: left, to: right) else {
            #expect(left.isIdentical(to: right))
            return
        }
        #expect(!left.isIdentical(to: right) || maker.objectHash?(.null) == nil)
        // As it arrives at the other side.
        let received = try JSONDelta(json: .text(delta.json.compactText))
        let result = try received.apply(to: left)
        #expect(result.isIdentical(to: right), "\(left.compactText) \(right.compactText) \(delta.json.compactText)")
    }

    @Test(
        "the longest common subsequence of a large array is as long as the table's", arguments: 0..<4 as Range<UInt64>)
    func longest(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        // Either side of the number of comparisons from which on pairs are looked up; few equal items of each.
        let left = (0..<300).map { _ in JSONValue.integer(Int64.random(in: 0..<150, using: &random)) }
        let right = (0..<300).map { _ in JSONValue.integer(Int64.random(in: 0..<150, using: &random)) }
        let found = ArrayMatching(left, right, DeltaMaker()).commonSubsequence()
        var lengths = [[Int]](repeating: [Int](repeating: 0, count: 301), count: 301)
        for row in 1...300 {
            for column in 1...300 {
                lengths[row][column] =
                    left[row - 1] == right[column - 1]
                    ? lengths[row - 1][column - 1] + 1 : max(lengths[row - 1][column], lengths[row][column - 1])
            }
        }
        #expect(found.count == lengths[300][300])
        #expect(found.allSatisfy { left[$0.left] == right[$0.right] })
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.left < $1.left && $0.right < $1.right })
    }

    @Test("a damaged delta is refused or applied, and never harms", arguments: 0..<16 as Range<UInt64>)
    func damage(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<100 {
            let left = JSONValue.any(depth: 0, using: &random)
            guard let delta = DeltaMaker().delta(from: left, to: left.changed(using: &random)) else { continue }
            let damaged = delta.json.changed(using: &random)
            _ = try? JSONDelta(json: damaged).apply(to: left)
        }
    }
}

@Suite("jsondiffpatch's own cases")
struct DeltaCaseTests {
    /// The cases of jsondiffpatch 0.4.1, if they are on this machine.
    static let cases: [JSONValue] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../../shared/data/jsondiffpatch-cases.json")
        guard let data = try? Data(contentsOf: folder), let json = try? JSONValue(parsing: [UInt8](data)) else {
            return []
        }
        return ["fixtures", "generated"].flatMap { group -> [JSONValue] in
            guard case .array(let cases)? = json[group] else { return [] }
            return cases
        }
    }()

    @Test("our delta is theirs, except for texts, and both deltas give the right side")
    func all() throws {
        var count = 0
        for one in Self.cases {
            guard let left = Self.defined(one["left"]), let right = Self.defined(one["right"]) else { continue }
            count += 1
            let theirs = Self.defined(one["delta"])
            let ours = DeltaMaker(objectHash: Self.objectHash(one)).delta(from: left, to: right)
            let isText = one["group"]?.compactText.hasPrefix("\"text") ?? false
            if !isText {
                #expect(ours.map(\.json)?.isIdentical(to: theirs ?? .null) ?? (theirs == nil), "\(one.compactText)")
            }
            for delta in [ours, theirs.map(JSONDelta.init(json:))] {
                let result = try delta?.apply(to: left) ?? left
                #expect(result.isIdentical(to: right), "\(one.compactText)")
            }
        }
        #expect(Self.cases.isEmpty || count > 200)
    }

    private static func defined(_ value: JSONValue?) -> JSONValue? {
        value?["__undefined__"] == true ? nil : value
    }

    private static func objectHash(_ one: JSONValue) -> (@Sendable (JSONValue) -> String?)? {
        guard case .string(let function)? = one["options"]?["objectHash"] else { return nil }
        if function.contains("tradeId") { return { $0["tradeId"]?.compactText } }
        if function.contains("stringify") { return { $0.compactText } }
        return { $0["id"]?.compactText }
    }
}

extension JSONValue {
    /// Any value, with few levels and few different leaves, so that items repeat.
    fileprivate static func any(depth: Int, using random: inout SplitMix64) -> JSONValue {
        switch Int.random(in: 0..<(depth > 3 ? 5 : 8), using: &random) {
        case 0: return .null
        case 1: return .boolean(Bool.random(using: &random))
        case 2: return .integer(Int64.random(in: -1...2, using: &random))
        case 3: return .number(Double.random(in: -2...2, using: &random))
        case 4: return .string(["", "a", "_t", "é", "e\u{301}", "😀"].randomElement(using: &random) ?? "")
        case 5, 6:
            return .array(
                (0..<Int.random(in: 0..<6, using: &random)).map { _ in .any(depth: depth + 1, using: &random) })
        default:
            let names = ["_t", "_0", "0", "id", "a", "é"].shuffled(using: &random)
            return .object(
                names.prefix(Int.random(in: 0..<4, using: &random)).map {
                    .init($0, .any(depth: depth + 1, using: &random))
                })
        }
    }

    /// An item of a list: of `kinds` different ones.
    fileprivate static func item(_ kinds: Int, using random: inout SplitMix64) -> JSONValue {
        let number = JSONValue.count(Int.random(in: 0..<kinds, using: &random))
        guard Int.random(in: 0..<3, using: &random) > 0 else { return number }
        return .object([.init("id", number), .init("n", .count(Int.random(in: 0..<2, using: &random)))])
    }

    /// The value with a few changes somewhere.
    fileprivate func changed(using random: inout SplitMix64) -> JSONValue {
        switch self {
        case .array(var elements) where !elements.isEmpty && Int.random(in: 0..<5, using: &random) > 0:
            let index = Int.random(in: 0..<elements.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: elements.remove(at: index)
            case 1: elements.insert(.any(depth: 2, using: &random), at: index)
            case 2: elements.append(elements.remove(at: index))
            default: elements[index] = elements[index].changed(using: &random)
            }
            return .array(elements)
        case .object(var members) where !members.isEmpty && Int.random(in: 0..<5, using: &random) > 0:
            let index = Int.random(in: 0..<members.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: members.remove(at: index)
            case 1: members.append(members.remove(at: index))
            default: members[index].value = members[index].value.changed(using: &random)
            }
            return .object(members)
        default: return .any(depth: 2, using: &random)
        }
    }
}
