import Accounts
import Basics
import Testing

@Suite("Session tokens")
struct SessionTokenTests {
    @Test("a known token has the text and the digest that Python gives it")
    func known() throws {
        let token = try #require(SessionToken(text: "yMnKy8zNzs_Q0dLT1NXW19jZ2tvc3d7f4OHi4-Tl5uc"))
        #expect(token.text == "yMnKy8zNzs_Q0dLT1NXW19jZ2tvc3d7f4OHi4-Tl5uc")
        let digest = token.digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(digest == "ddaa3357f98f1e5186c4317959832aeb4f616ef44b38bb7279ec89836b2873e5")
    }

    @Test("what was written is read again, and two tokens differ", arguments: 0..<32 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let token = SessionToken(using: &random)
        let other = SessionToken(using: &random)
        let again = try #require(SessionToken(text: token.text))
        #expect(token.text.utf8.count == 43)
        #expect(again.isEqual(to: token) && again.digest == token.digest && again.text == token.text)
        #expect(!other.isEqual(to: token) && other.digest != token.digest)
    }

    @Test(
        "no other text is a token",
        arguments: [
            "", "A", String(repeating: "A", count: 42), String(repeating: "A", count: 44),
            String(repeating: "A", count: 43) + "=", String(repeating: "A", count: 42) + "+",
            String(repeating: "A", count: 42) + "/", String(repeating: "A", count: 42) + " ",
            // The last character carries four bits of the token and two that must be zero.
            String(repeating: "A", count: 42) + "B", String(repeating: "_", count: 43),
            String(repeating: "ñ", count: 21) + "A",
            String(repeating: "A", count: 1_000_000),
        ])
    func refuses(text: String) {
        #expect(SessionToken(text: text) == nil)
    }

    @Test("each token has one text", arguments: 0..<8 as Range<UInt64>)
    func canonical(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let text = Array(SessionToken(using: &random).text)
        var readable = 0
        for last in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" {
            if SessionToken(text: String(text.dropLast() + [last])) != nil { readable += 1 }
        }
        #expect(readable == 16)
    }

    @Test("no text shows a token or a key")
    func redacted() {
        var random = SplitMix64(seed: 4)
        let token = SessionToken(using: &random)
        let key = PseudonymKey(using: &random)
        for text in shown(token) + shown(key) {
            #expect(!text.contains(token.text) && !text.contains("\(key.bytes[0]), \(key.bytes[1])"))
        }
    }
}

@Suite("Pseudonyms")
struct PseudonymTests {
    private let venue = Array(0xA0..<0xB0 as Range<UInt8>)

    @Test(
        "a known key gives the names that Python gives",
        arguments: [
            (100, "R5R75KIEMUV6RCSF"), (101, "3HRX26ASR5FMIBGQ"), (0x1234, "5IVMOEFHM6PE3UTG"),
        ] as [(UInt16, String)])
    func known(shop: UInt16, expected: String) throws {
        let key = try #require(PseudonymKey(bytes: 0..<32 as Range<UInt8>))
        #expect(key.pseudonym(venue: venue, shop: shop).text == expected)
    }

    @Test("shops, venues and sign-ins have names of their own", arguments: 0..<4 as Range<UInt64>)
    func distinct(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var names: Set<Pseudonym> = []
        for _ in 0..<10 {
            let key = PseudonymKey(using: &random)
            for shop in 0..<20 as Range<UInt16> {
                names.insert(key.pseudonym(venue: venue, shop: shop))
                names.insert(key.pseudonym(venue: venue.reversed(), shop: shop))
            }
            let again = try #require(PseudonymKey(bytes: key.bytes))
            #expect(again.pseudonym(venue: venue, shop: 7) == key.pseudonym(venue: venue, shop: 7))
        }
        #expect(names.count == 400)
        #expect(names.allSatisfy { $0.text.utf8.count == 16 })
    }

    @Test("a key has 32 bytes")
    func keyLength() {
        #expect(PseudonymKey(bytes: [UInt8](repeating: 1, count: 31)) == nil)
        #expect(PseudonymKey(bytes: [UInt8](repeating: 1, count: 33)) == nil)
        #expect(PseudonymKey(bytes: []) == nil)
    }
}
