import Basics
import Foundation
import Testing

@testable import Loyalty

/// Known codes, which the tests of the page read as well.
private struct Vectors: Decodable {
    struct Code: Decodable {
        let coupon: String
        let secret: String
        let at: Int64
        let halfMinute: Int64
        let code: String
    }

    struct Typed: Decodable {
        let text: String
        let code: String?
    }

    struct Validity: Decodable {
        let halfMinute: Int64
        let at: Int64
        let valid: Bool
    }

    let codes: [Code]
    let typed: [Typed]
    let valid: [Validity]

    static func read() throws -> Vectors {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/coupon-codes/vectors.json")
        return try JSONDecoder().decode(Vectors.self, from: try Data(contentsOf: file))
    }
}

@Suite("codes of coupons")
struct CouponCodeTests {
    @Test("known coupons have known codes in known half minutes")
    func codes() throws {
        for known in try Vectors.read().codes {
            let coupon = try #require([UInt8](hexadecimal: known.coupon))
            let secret = try #require([UInt8](hexadecimal: known.secret))
            let halfMinute = CouponCode.halfMinute(at: Timestamp(milliseconds: known.at))
            #expect(halfMinute == known.halfMinute)
            let code = CouponCode(coupon: coupon, secret: secret, halfMinute: halfMinute)
            #expect(code.text == known.code)
            #expect(CouponCode(known.code) == code)
            #expect(code.isMade(by: secret, in: halfMinute))
            #expect(!code.isMade(by: secret, in: halfMinute + 1))
        }
    }

    @Test("what people type is read as they mean it, and what is no code is none")
    func typed() throws {
        for typed in try Vectors.read().typed {
            #expect(CouponCode(typed.text)?.text == typed.code, "\(typed.text)")
        }
    }

    @Test("leniency never reads another code", arguments: 0..<64 as Range<UInt64>)
    func mutations(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        let code = String((0..<20).map { _ in alphabet.randomElement(using: &random) ?? "0" })
        let noise = Array("U:;,.-_ÑñçÇöäß>*+'\"&(!?«»–—\u{200B}\u{FEFF}\u{A0} \t\r\n]Q1C")
        for prefix in ["", "CERCA:", "CUPONAYZ", "]Q1CUPONAYZ"] {
            let text = Array(prefix + code)
            for index in text.indices {
                var shorter = text
                shorter.remove(at: index)
                var longer = text
                longer.insert(noise.randomElement(using: &random) ?? "-", at: index)
                var other = text
                other[index] = noise.randomElement(using: &random) ?? "-"
                for mutated in [shorter, longer] + (index < prefix.count ? [other] : []) {
                    let read = CouponCode(String(mutated))?.text
                    #expect(read == nil || read == code, "\(String(mutated))")
                }
                // A character of the code itself that is another one of the alphabet is another code; no other is one.
                if index >= prefix.count, !"QC1".contains(other[index]) {
                    let read = CouponCode(String(other))?.text
                    #expect(read == nil || read == code, "\(String(other))")
                }
            }
        }
    }

    @Test("a code is taken from 5 seconds before to 60 seconds after its half minute")
    func validity() throws {
        for known in try Vectors.read().valid {
            let taken = CouponCode.halfMinutes(takenAt: Timestamp(milliseconds: known.at))
            #expect(taken.contains(known.halfMinute) == known.valid, "\(known.at)")
        }
    }

    @Test("a picture of a code, a clock that is ahead and a forged code are told apart")
    func ages() {
        let (coupon, secret) = ([UInt8](repeating: 7, count: 16), [UInt8](repeating: 9, count: 32))
        let now = Timestamp(seconds: 1_766_307_010)
        let this = CouponCode.halfMinute(at: now)
        func age(_ halfMinute: Int64, secret made: [UInt8] = [UInt8](repeating: 9, count: 32)) -> CouponCodeAge? {
            CouponCode(coupon: coupon, secret: made, halfMinute: halfMinute).age(madeBy: secret, at: now)
        }
        #expect(age(this) == .current)
        #expect(age(this - 2) == .current)
        #expect(age(this - 3) == .old(halfMinutes: 3))
        #expect(age(this - 2_800) == .old(halfMinutes: 2_800))
        #expect(age(this - 3_000) == nil)
        #expect(age(this + 2) == .early(halfMinutes: 2))
        #expect(age(this, secret: [UInt8](repeating: 8, count: 32)) == nil)
    }
}
