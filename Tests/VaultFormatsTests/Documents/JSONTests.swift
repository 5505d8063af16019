import Foundation
import Testing

import struct Basics.JSONWriter
import struct Basics.SplitMix64

@testable import VaultFormats

@Suite("Encodings")
struct JSONTests {
    @Test("is read as Foundation reads it", arguments: 0..<64 as Range<UInt64>)
    func likeFoundation(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let value = Self.value(depth: 4, using: &random)
        for isIndented in [false, true] {
            let bytes = JSONWriter.bytes(value, isIndented: isIndented)
            #expect(try JSONValue(parsing: bytes) == value)
            let other = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            #expect(Self.isSame(value, other))
        }
    }

    @Test(
        "that breaks the rules is refused",
        arguments: [
            "", " ", "{", "[", "[1", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "nul", "nulll",
            "tru", "01", "1.", ".5", "-", "1e", "+1", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"",
            "\"\\ud800\\u0041\"",
            "\"\\udc00\"", "\"a\nb\"", "[1] 2", "'a'", "NaN", "[1 2]", "\"\\", "\"\\u",
        ])
    func malformed(text: String) {
        #expect(throws: ImportFault.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test(
        "that is not UTF-8 is refused",
        arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]])
    func notUTF8(bytes: [UInt8]) {
        #expect(throws: ImportFault.self) { try JSONValue(parsing: bytes) }
    }

    @Test("nests 64 levels and no more")
    func depth() throws {
        func nested(_ count: Int) -> [UInt8] {
            Array((String(repeating: "[", count: count) + String(repeating: "]", count: count)).utf8)
        }
        _ = try JSONValue(parsing: nested(64))
        #expect(throws: ImportFault.malformed(.line(1, .tooDeep(limit: 64)))) { try JSONValue(parsing: nested(65)) }
        #expect(throws: ImportFault.self) { try JSONValue(parsing: nested(1_000_000)) }
    }

    @Test("says in which line it is wrong")
    func line() {
        #expect(throws: ImportFault.malformed(.line(3, .plain(.valueExpected)))) {
            try JSONValue(parsing: Array("{\n\"a\":\n?}".utf8))
        }
    }

    @Test("escapes are characters, pairs of them one")
    func escapes() throws {
        let text = #""\"\\\/\b\f\n\r\t\u00e9\ud83d\udddd""#
        #expect(try JSONValue(parsing: Array(text.utf8)) == .string("\"\\/\u{8}\u{C}\n\r\té🗝"))
    }

    private static func value(depth: Int, using random: inout SplitMix64) -> JSONValue {
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .number(String(Int.random(in: -1_000_000...1_000_000, using: &random)))
        case 3: return .number(["0.5", "-1e3", "1E+2", "0", "-0.25"].randomElement(using: &random) ?? "0")
        case 4: return .string(text(using: &random))
        case 5:
            return .array(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth: depth - 1, using: &random) })
        default:
            var object = JSONObject()
            for index in 0..<Int.random(in: 0...4, using: &random) {
                object.append("\(index)" + text(using: &random), value(depth: depth - 1, using: &random))
            }
            return .object(object)
        }
    }

    private static func text(using random: inout SplitMix64) -> String {
        let pieces = ["a", "\"", "\\", "/", "\n", "\r", "\t", "\u{1}", "\u{7F}", "é", "🗝", "\u{2028}", "{", "]"]
        return (0..<Int.random(in: 0...5, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
            .joined()
    }

    private static func isSame(_ value: JSONValue, _ other: Any) -> Bool {
        switch value {
        case .null: return other is NSNull
        case .bool(let truth): return other as? Bool == truth
        case .number(let digits): return (other as? NSNumber)?.doubleValue == Double(digits)
        case .string(let text): return (other as? String)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true
        case .array(let elements):
            guard let others = other as? [Any], others.count == elements.count else { return false }
            return zip(elements, others).allSatisfy { isSame($0, $1) }
        case .object(let object):
            guard let others = other as? [String: Any], others.count == object.members.count else { return false }
            return object.members.allSatisfy { member in others[member.name].map { isSame(member.value, $0) } ?? false }
        }
    }
}
