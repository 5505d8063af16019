import Basics
import Beacons
import Crypto
import Presence
import Testing

@Suite("Portable SHA-256")
struct PortableSHA256Tests {
    @Test(
        "the examples of FIPS 180-4 come out",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
        ])
    func published(message: String, digest: String) {
        #expect(PortableSHA256.hash(message.utf8).hexadecimal == digest)
    }

    @Test("every length around the padding's corners is as swift-crypto has it", arguments: 0...260)
    func lengths(count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        let message = randomBytes(count, using: &random)
        #expect(PortableSHA256.hash(message) == Array(SHA256.hash(data: message)))
    }

    @Test("a message taken in by pieces has the digest of the whole", arguments: 0..<32 as Range<UInt64>)
    func pieces(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let message = randomBytes(Int.random(in: 0...700, using: &random), using: &random)
        var hash = PortableSHA256()
        var rest = message[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...130, using: &random)
            hash.update(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        #expect(hash.finalized() == Array(SHA256.hash(data: message)))
    }
}

@Suite("Portable HMAC-SHA256")
struct PortableHMACTests {
    @Test(
        "the test cases of RFC 4231 section 4 come out",
        arguments: [
            (
                String(repeating: "0b", count: 20), "4869205468657265",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                "4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                String(repeating: "aa", count: 20), String(repeating: "dd", count: 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (
                "0102030405060708090a0b0c0d0e0f10111213141516171819", String(repeating: "cd", count: 50),
                "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
            ),
            (
                String(repeating: "aa", count: 131),
                "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            (
                String(repeating: "aa", count: 131),
                "5468697320697320612074657374207573696e672061206c6172676572207468616e20626c6f636b2d73697a65206b657920616e"
                    + "642061206c6172676572207468616e20626c6f636b2d73697a6520646174612e20546865206b6579206e6565647320746f20"
                    + "626520686173686564206265666f7265206265696e6720757365642062792074686520484d414320616c676f726974686d2e",
                "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
            ),
        ])
    func published(key: String, message: String, code: String) throws {
        let key = try #require([UInt8](hexadecimal: key))
        let message = try #require([UInt8](hexadecimal: message))
        #expect(PortableHMAC.authenticationCode(for: message, key: key).hexadecimal == code)
    }

    @Test("random keys and messages give what swift-crypto gives", arguments: 0..<32 as Range<UInt64>)
    func random(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<8 {
            let key = randomBytes(Int.random(in: 0...140, using: &random), using: &random)
            let message = randomBytes(Int.random(in: 0...200, using: &random), using: &random)
            let expected = HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key))
            #expect(PortableHMAC.authenticationCode(for: message, key: key) == Array(expected))
        }
    }
}

private func randomBytes(_ count: Int, using random: inout SplitMix64) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
}
