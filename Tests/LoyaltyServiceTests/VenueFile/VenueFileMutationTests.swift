import Basics
import Loyalty
import Testing

@testable import LoyaltyService

@Suite("Spoilt venue files")
struct VenueFileMutationTests {
    /// Either it is refused with a reason, or it is a venue like any other; it never traps.
    private func check(_ bytes: [UInt8]) {
        do throws(VenueFaults) {
            let venue = try VenueFile.read(bytes)
            #expect((try? VenueFile.read(Array(VenueFile.write(venue).utf8))) == venue)
        } catch {
            #expect(!error.faults.isEmpty)
            #expect(error.faults.allSatisfy { $0.path.hasPrefix("$") && !$0.message.isEmpty })
        }
    }

    @Test("bytes changed at random", arguments: 0..<16 as Range<UInt64>)
    func bytes(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let original = Array(try VenueFileSamples.data("valid", seed.isMultiple(of: 2) ? "small" : "unusual"))
        for _ in 0..<40 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert("{}[],:\"\\0-9eE.".utf8.randomElement(using: &random) ?? 0, at: place)
                case 3: bytes.removeSubrange(place..<min(place + 20, bytes.count))
                default: bytes.insert(contentsOf: bytes[place..<min(place + 20, bytes.count)], at: place)
                }
                if bytes.isEmpty { break }
            }
            check(bytes)
        }
    }

    @Test("values changed at random", arguments: 0..<16 as Range<UInt64>)
    func values(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let name = seed.isMultiple(of: 2) ? "small" : "unusual"
        let original = try JSONTree(parsing: Array(try VenueFileSamples.data("valid", name)))
        for _ in 0..<40 {
            var tree = original
            for _ in 0..<Int.random(in: 1...3, using: &random) { tree = tree.spoilt(using: &random) }
            check(Array(tree.text.utf8))
        }
    }

    @Test("every prefix of a file is refused")
    func prefixes() throws {
        let original = Array(try VenueFileSamples.data("valid", "small").dropLast(2))
        for count in stride(from: 0, to: original.count, by: 7) {
            #expect(throws: VenueFaults.self) { try VenueFile.read(original[..<count]) }
        }
    }
}

extension JSONTree {
    /// This value with one value in it, at any depth, replaced, repeated or removed.
    fileprivate func spoilt(using random: inout SplitMix64) -> JSONTree {
        switch value {
        case .object(var members) where !members.isEmpty && random.uniform() < 0.9:
            let index = Int.random(in: 0..<members.count, using: &random)
            let member = members[index]
            switch random.uniform() {
            case ..<0.1: members.remove(at: index)
            case ..<0.15: members.append(member)
            case ..<0.2: members.append(Member(key: member.key + "x", offset: 0, value: member.value))
            default:
                members[index] = Member(key: member.key, offset: 0, value: member.value.spoilt(using: &random))
            }
            return JSONTree(value: .object(members), offset: 0)
        case .array(var elements) where !elements.isEmpty && random.uniform() < 0.9:
            let index = Int.random(in: 0..<elements.count, using: &random)
            switch random.uniform() {
            case ..<0.1: elements.remove(at: index)
            case ..<0.2: elements.append(elements[index])
            case ..<0.3: elements.swapAt(index, 0)
            default: elements[index] = elements[index].spoilt(using: &random)
            }
            return JSONTree(value: .array(elements), offset: 0)
        default:
            let values: [Value] = [
                .null, .boolean(true), .number(0), .number(-1), .number(1e308), .number(0.5), .number(65_536),
                .string(""),
                .string("\u{0}"), .string(String(repeating: "é", count: 500)), .array([]), .object([]),
                .number(Double(Int.random(in: -200...200, using: &random))),
            ]
            return JSONTree(value: values.randomElement(using: &random) ?? .null, offset: 0)
        }
    }

    /// The document that this value makes.
    fileprivate var text: String {
        switch value {
        case .object(let members):
            "{\(members.map { "\(Self.quoted($0.key)):\($0.value.text)" }.joined(separator: ","))}"
        case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
        case .string(let text): Self.quoted(text)
        case .number(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .null: "null"
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
            return scalar.value < 0x20
                ? "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16) : "\(scalar)"
        }
        return "\"\(escaped.joined())\""
    }
}
