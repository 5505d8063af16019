import Accounts
import Basics
import Testing

@Suite("E-mail addresses")
struct EmailAddressTests {
    @Test(
        "addresses are read and put in lower case",
        arguments: [
            ("ana@example.org", "ana@example.org"), ("Ana.Maria+Cerca@Example.ORG", "ana.maria+cerca@example.org"),
            ("a@b", "a@b"), ("o'hara_!#$%&*/=?^`{|}~-@sub.example-1.co", "o'hara_!#$%&*/=?^`{|}~-@sub.example-1.co"),
            ("x@xn--espaa-rta.es", "x@xn--espaa-rta.es"),
        ])
    func reads(text: String, expected: String) throws {
        #expect(try EmailAddress(text).text == expected)
    }

    @Test(
        "what is no address is refused",
        arguments: [
            "", "@", "a@", "@b", "a@b@c", "a b@c", " a@b", "a@b ", "a@b\n", "a\u{0}@b", "a@b..c", "a@.b", "a@b.",
            "a@-b", "a@b-",
            "a@b_c", "a@[127.0.0.1]", "\"a\"@b", "a,b@c", "a<b@c", "ana", "ñandú@example.org", "ana@españa.es",
            "a@b\u{7F}",
            "a\u{200B}@b",
        ])
    func refuses(text: String) {
        #expect(throws: AccountError.invalidEmail) { try EmailAddress(text) }
    }

    @Test("the lengths of RFC 5321 are the bounds")
    func lengths() throws {
        let label = String(repeating: "d", count: 61)
        let longest =
            String(repeating: "a", count: 64) + "@" + Array(repeating: label, count: 3).joined(separator: ".") + ".es"
        #expect(longest.utf8.count == 253)
        _ = try EmailAddress(longest + "x")
        #expect(throws: AccountError.invalidEmail) { try EmailAddress(longest + "xx") }
        #expect(throws: AccountError.invalidEmail) { try EmailAddress(String(repeating: "a", count: 65) + "@b") }
        _ = try EmailAddress("a@" + String(repeating: "b", count: 63))
        #expect(throws: AccountError.invalidEmail) { try EmailAddress("a@" + String(repeating: "b", count: 64)) }
        #expect(throws: AccountError.invalidEmail) { try EmailAddress(String(repeating: "@", count: 1_000_000)) }
    }

    @Test("reading what was read changes nothing", arguments: 0..<16 as Range<UInt64>)
    func stable(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet = Array("aZ0.-_+@ \u{1}ñİ")
        for _ in 0..<500 {
            let text = String(
                (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                    alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                })
            guard let address = try? EmailAddress(text) else { continue }
            #expect((try? EmailAddress(address.text)) == address)
            #expect(address.text.utf8.filter { $0 == 0x40 }.count == 1)
        }
    }

    @Test("every error has a code of its own")
    func codes() {
        let codes = AccountError.allCases.map(\.code)
        #expect(Set(codes).count == codes.count)
        #expect(codes.allSatisfy { $0.hasPrefix("accounts.") })
    }
}
