import Basics
import Testing

@testable import Vault

@Suite("Secrets")
struct SecretTests {
    @Test("a password is the same however its accents are spelt")
    func composed() throws {
        let (composed, decomposed) = (
            try #require(Password("contrase\u{F1}a")), try #require(Password("contrasen\u{303}a"))
        )
        #expect(composed == decomposed)
        #expect(composed.withBytes { Array($0) } == Array("contrase\u{F1}a".utf8))
        #expect(composed != Password("Contrase\u{F1}a"))
        #expect(composed == Password(bytes: Array("contrasen\u{303}a".utf8)))
    }

    @Test("a password has 1 to 1,000 characters of UTF-8")
    func bounds() {
        #expect(Password("") == nil)
        #expect(Password(" ") != nil)
        #expect(Password(String(repeating: "🌆", count: 1000)) != nil)
        #expect(Password(String(repeating: "x", count: 1001)) == nil)
        #expect(Password(bytes: []) == nil)
        #expect(Password(bytes: [0x61, 0xFF]) == nil)
        #expect(Password(bytes: [UInt8](repeating: 0x61, count: 4001)) == nil)
    }

    @Test("a recovery code is read as it is printed", arguments: 0..<32 as Range<UInt64>)
    func recovery(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let code = RecoveryCode(using: &random)
        let text = code.text
        #expect(text.split(separator: "-").map(\.count) == [Int](repeating: 4, count: 8))
        #expect(RecoveryCode(text) == code)
        #expect(RecoveryCode(text.lowercased()) == code)
        #expect(RecoveryCode(text.replacing("-", with: "")) == code)
        #expect(RecoveryCode("  " + text.replacing("-", with: " \t") + "\r\n") == code)
        #expect(RecoveryCode(text.replacing("0", with: "o").replacing("1", with: "l")) == code)
        #expect(RecoveryCode(text.replacing("0", with: "O").replacing("1", with: "I")) == code)
        #expect(RecoveryCode(text.replacing("-", with: "\u{2011}") + "\u{200B}") == code)
        #expect(RecoveryCode("\u{201C}\(text.replacing("-", with: "\u{2013}"))\u{201D}.") == code)
        #expect(RecoveryCode(using: &random) != code)
    }

    @Test("a recovery code has the text of Crockford's Base32")
    func knownText() throws {
        let zeros = try #require(RecoveryCode("0000-0000-0000-0000-0000-0000-0000-0000"))
        #expect(zeros.secret.bytes == [UInt8](repeating: 0, count: 20))
        let ones = try #require(RecoveryCode(String(repeating: "Z", count: 32)))
        #expect(ones.secret.bytes == [UInt8](repeating: 0xFF, count: 20))
        #expect(ones.text == "ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ")
        let first = try #require(RecoveryCode("0H24-6DH1-0000-0000-0000-0000-0000-000G"))
        #expect(first.secret.bytes.prefix(4) == [0x04, 0x44, 0x43, 0x36])
    }

    @Test(
        "what is no recovery code is refused",
        arguments: [
            "", "0", String(repeating: "0", count: 31), String(repeating: "0", count: 33),
            String(repeating: "U", count: 32), String(repeating: "ñ", count: 32),
            String(repeating: "0", count: 31) + "!",
            String(repeating: " ", count: 300) + String(repeating: "0", count: 32),
        ])
    func refused(text: String) {
        #expect(RecoveryCode(text) == nil)
    }

    @Test("keys have 32 bytes, and the same bytes are the same key")
    func keys() throws {
        var random = SplitMix64(seed: 1)
        let key = DataKey(using: &random)
        #expect(DataKey(bytes: key.secret.bytes) == key)
        #expect(DataKey(using: &random) != key)
        #expect(DataKey(bytes: [UInt8](repeating: 0, count: 31)) == nil)
        #expect(TravelKey(bytes: [UInt8](repeating: 0, count: 33)) == nil)
        let device = DeviceSecrets(using: &random)
        #expect(DeviceSecrets(device: device.device.bytes, install: device.install.bytes) == device)
        #expect(DeviceSecrets(device: device.install.bytes, install: device.device.bytes) != device)
        #expect(DeviceSecrets(device: [], install: device.install.bytes) == nil)
        let swapped = try #require(DeviceSecrets(device: device.install.bytes, install: device.device.bytes))
        #expect(device.derived(for: [1]) != swapped.derived(for: [1]))
        #expect(device.derived(for: [1]) != device.derived(for: [2]))
    }

    @Test("no secret shows itself in text")
    func hidden() throws {
        var random = SplitMix64(seed: 2)
        let secrets: [Any] = [
            try #require(Password("hunter2")), RecoveryCode(using: &random), DataKey(using: &random),
            TravelKey(using: &random), DeviceSecrets(using: &random),
        ]
        let texts = secrets.flatMap { ["\($0)", String(reflecting: $0)] }
        #expect(
            Set(texts) == ["[password]", "[recovery code]", "[data key]", "[travel key]", "[device keys]"])
    }
}
