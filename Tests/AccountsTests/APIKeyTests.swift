import Basics
import Testing

@testable import Accounts

@Suite("API keys")
struct APIKeyTests {
    @Test(
        "ranges of addresses hold what they say, and are written as they are read",
        arguments: [
            ("192.0.2.0/24", "192.0.2.255", "192.0.3.0"), ("192.0.2.7", "192.0.2.7", "192.0.2.8"),
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.1"), ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"),
            ("::1", "::1", "::2"), ("0.0.0.0/0", "203.0.113.9", "::1"),
            ("192.0.2.128/25", "192.0.2.129", "192.0.2.127"),
        ])
    func ranges(text: String, inside: String, outside: String) throws {
        let range = try #require(AddressRange(text))
        #expect(range.description == text)
        #expect(range.contains(try #require(AddressRange.bytes(of: inside))))
        #expect(!range.contains(try #require(AddressRange.bytes(of: outside))))
    }

    @Test("an IPv4 address within IPv6 is the IPv4 address")
    func mapped() throws {
        let range = try #require(AddressRange("192.0.2.0/24"))
        #expect(range.contains(Array(repeating: 0, count: 10) + [0xFF, 0xFF, 192, 0, 2, 1]))
        #expect(!range.contains([1, 2, 3]))
    }

    @Test(
        "what is no range is refused",
        arguments: [
            "", "192.0.2.1/24", "192.0.2.0/33", "192.0.2.0/-1", "192.0.2.0/024", "192.0.2", "example.org", "::/129",
            "192.0.2.0/24/24", "192.0.2.0/", " 192.0.2.0", String(repeating: "1", count: 1000),
        ])
    func noRange(text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test("scopes are read from a list, all or none")
    func scopes() {
        #expect(APIScope.set("read,trade") == [.read, .trade])
        #expect(APIScope.set("withdraw") == [.withdraw])
        for text in ["", "read,", "read,admin", "READ", String(repeating: "read,", count: 50)] {
            #expect(APIScope.set(text) == nil, "\(text)")
        }
    }

    @Test("a key ends, keeps to its addresses and shows itself nowhere")
    func key() throws {
        var random = SplitMix64(seed: 1)
        let end = Timestamp(seconds: 100)
        let range = try #require(AddressRange("192.0.2.0/24"))
        let key = APIKey(for: [1], scopes: [.read], expiresAt: end, addresses: [range], using: &random)
        #expect(key.public.count == 32 && key.secret.count == 43)
        #expect(key.isValid(at: Timestamp(milliseconds: 99_999)) && !key.isValid(at: end))
        #expect(key.allows([192, 0, 2, 1]) && !key.allows([192, 0, 3, 1]) && !key.allows(nil))
        #expect(APIKey(for: [1], scopes: [], expiresAt: nil, addresses: [], using: &random).allows(nil))
        for shown in ["\(key)", String(reflecting: key), String(describing: Mirror(reflecting: key).children.first)] {
            #expect(!shown.contains(key.secret) && !shown.contains(key.public))
        }
    }
}

@Suite("Codes that people type")
struct TypedCodeTests {
    @Test("a code is read as it is written, in any case and with any gaps", arguments: 0..<16 as Range<UInt64>)
    func reading(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let code = RecoveryCode(using: &random)
        #expect(code.text.count == 19)
        let forms = [
            code.text, code.text.lowercased(), code.text.filter { $0 != "-" }, " " + code.text + " ",
            code.text.replacing("-", with: "\u{2013}"), "\u{201C}\(code.text)\u{201D}.\u{200B}",
            code.text.replacing("-", with: "\u{2009}"),
        ]
        for text in forms {
            #expect(try #require(RecoveryCode(typed: text)).digest == code.digest)
        }
        let device = DeviceCode(using: &random)
        #expect(device.text.count == 5 && !device.text.contains { "01ILOU".contains($0) })
        let challenge = SessionToken(using: &random)
        let stored = device.digest(for: challenge)
        #expect(try #require(DeviceCode(typed: device.text.lowercased())).matches(stored, for: challenge))
        // As a phone of another script or a mail program writes it.
        let wide = String(
            String.UnicodeScalarView(device.text.unicodeScalars.compactMap { Unicode.Scalar($0.value + 0xFEE0) }))
        #expect(try #require(DeviceCode(typed: "\u{200B}\(wide)\u{A0}")).matches(stored, for: challenge))
        let mailed = MailboxCode(using: &random)
        let kept = mailed.digest(for: challenge)
        for text in [
            mailed.text, "\(mailed.text.prefix(3))\u{2013}\(mailed.text.suffix(3))", "\u{FEFF} \(mailed.text).",
        ] {
            #expect(try #require(MailboxCode(typed: text)).matches(kept, for: challenge))
        }
        #expect(!device.matches(stored, for: SessionToken(using: &random)))
        #expect(!DeviceCode(using: &random).matches(stored, for: challenge))
        #expect("\(code) \(device)" == "[recovery code] [device code]")
    }

    @Test(
        "what is no code is none",
        arguments: ["", "ABCD", "ABCDEF", "ABCD0", "ÄBCDE", String(repeating: "A", count: 9999)])
    func noCode(text: String) {
        #expect(DeviceCode(typed: text) == nil && RecoveryCode(typed: text) == nil)
    }

    @Test("a device's own text is a secret of some length, and only its digest is kept")
    func deviceToken() throws {
        #expect(DeviceToken("short") == nil && DeviceToken(String(repeating: "x", count: 5000)) == nil)
        #expect(DeviceToken("sixteen with gap") == nil && DeviceToken("sixteen-with-\u{e4}\u{e4}\u{e4}") == nil)
        #expect(try #require(DeviceToken("fJ5hLdWgRaEuYiOtA2mN")).digest.count == 32)
    }
}
