import Basics
import Foundation
import Testing

@testable import API

@Suite("Sightings as JSON")
struct SightingBodyTests {
    static let uuid = "6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01"
    static let code = "9f3c1a7be05d42886b1f0c93d7ae"

    static func text(
        uuid: String = "\"\(uuid)\"", major: String = "100", minor: String = "1", code: String = "\"\(code)\"",
        heardAt: String = "\"2026-11-21T09:30:00.250Z\"", more: String = ""
    ) -> String {
        "{\"uuid\":\(uuid),\"major\":\(major),\"minor\":\(minor),\"code\":\(code),\"heardAt\":\(heardAt)\(more)}"
    }

    @Test("the usual form takes the fast way and reads the same as Codable")
    func usual() throws {
        let bytes = Array(Self.text().utf8)
        let body = SightingBody(
            uuid: Self.uuid, major: 100, minor: 1, code: Self.code,
            heardAt: Timestamp(milliseconds: 1_795_253_400_250))
        #expect(SightingBody(plainJSON: bytes) == body)
        #expect(try SightingBody(checkedJSON: bytes) == body)
    }

    @Test(
        "white space, another order and other offsets are read",
        arguments: [
            " {\n\t\"code\" : \"\(code)\" , \"uuid\":\"\(uuid)\",\"minor\":0,\"major\":65535,\r\n\"heardAt\":\"2026-11-21T10:30:00+01:00\" } ",
            text(uuid: "\"\(uuid.uppercased())\"", code: "\"\(code.uppercased())\""),
        ])
    func otherForms(text: String) throws {
        let fast = try #require(SightingBody(plainJSON: Array(text.utf8)))
        #expect(try SightingBody(checkedJSON: Array(text.utf8)) == fast)
    }

    @Test(
        "escapes and members that are not known go the slow way and are read",
        arguments: [
            text(uuid: "\"\\u0036\(uuid.dropFirst())\""), text(more: ",\"battery\":[1]"), text(major: "100.0e0"),
        ])
    func slow(text: String) throws {
        #expect(SightingBody(plainJSON: Array(text.utf8)) == nil)
        if text.contains("100.0e0") {
            #expect(throws: BodyError.self) { try SightingBody(json: Array(text.utf8)) }
        } else {
            #expect(try SightingBody(json: Array(text.utf8)) == SightingBody(checkedJSON: Array(text.utf8)))
        }
    }

    @Test(
        "each wrong field is refused with its path",
        arguments: [
            (text(uuid: "\"\(uuid.dropLast())\""), "$.uuid"), (text(uuid: "7"), "$.uuid"),
            (text(uuid: "\"\(uuid.replacingOccurrences(of: "-", with: "0"))\""), "$.uuid"),
            (text(major: "65536"), "$.major"), (text(major: "-1"), "$.major"), (text(major: "\"1\""), "$.major"),
            (text(minor: "99999999999999999999"), "$.minor"), (text(minor: "null"), "$.minor"),
            (text(code: "\"\(code.dropLast())\""), "$.code"), (text(code: "\"\(code)00\""), "$.code"),
            (text(code: "\"\(code.dropLast())g\""), "$.code"), (text(heardAt: "\"yesterday\""), "$.heardAt"),
            (text(heardAt: "1795253400250"), "$.heardAt"),
        ])
    func wrongField(text: String, path: String) {
        let error = #expect(throws: BodyError.self) { try SightingBody(json: Array(text.utf8)) }
        guard case .invalid(let faults) = error else {
            Issue.record("\(text) was not refused for its shape")
            return
        }
        #expect(faults.map(\.path) == [path])
    }

    @Test(
        "a text that is no JSON is refused",
        arguments: [
            "", "{", "{}x", text() + "x", text(more: ","), text(more: ",\"uuid\":\"\(uuid)\""), text(major: "01"),
            text(major: ""),
        ])
    func malformed(text: String) {
        let error = #expect(throws: BodyError.self) { try SightingBody(json: Array(text.utf8)) }
        guard case .malformed = error else { return #expect(text == "{}x", "\(text)") }
    }

    @Test("the fast way never takes what the slow way refuses", arguments: 0..<32 as Range<UInt64>)
    func agreement(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let original = Array(Self.text().utf8)
        for _ in 0..<200 {
            var bytes = original
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
            case 1: bytes.remove(at: index)
            default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: index)
            }
            guard let fast = SightingBody(plainJSON: bytes) else { continue }
            #expect((try? SightingBody(checkedJSON: bytes)) == fast, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test("the receipt is written as Codable writes it", arguments: [0, 1, 3])
    func receipt(coupons: Int) throws {
        var coupon = try CouponBody.example
        coupon.shop.name = "Café \"Ñ\"\\ \n"
        let body = SightingReceiptBody(
            shop: coupon.shop, visit: "v\t1", at: Timestamp(milliseconds: 1), disputed: coupons == 1,
            offers: Array(repeating: coupon, count: coupons))
        #expect(
            String(decoding: try body.json(), as: UTF8.self) == String(decoding: try body.encodedJSON(), as: UTF8.self))
    }
}
