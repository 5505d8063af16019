import Basics
import Crypto
import Exposure
import Testing

/// A day key and what follows from it, computed with the command `openssl` (`dgst -mac HMAC`, `enc -aes-256-ctr`).
struct DayKeyVector: Sendable {
    let key: String
    let next: String
    /// Some identifiers by their index.
    let identifiers: [Int: String]
    /// The SHA-256 of all 96 in turn.
    let digest: String

    static let all = [zero, letters, hashed, lastOfThree]

    /// The published vector of the reference implementation; SK_1 is SHA-256 of 32 zeros.
    static let zero = DayKeyVector(
        key: "0000000000000000000000000000000000000000000000000000000000000000",
        next: "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        identifiers: [
            0: "eb0958c011492732c59e3ed2a5eef01d", 1: "0a61d3d58d430c4d3d9ef809598f55b2",
            2: "0520fb9af787c6c534e86ec5f9639900", 48: "ec28e678a4a17a1c61601f2a90e0f307",
            95: "c2ff48f3a5ee557ee6a05b837eeae882",
        ],
        digest: "bade661e8c4173b4bcf26866e8370a3df280cb8f5b8129217cc1d4152be79905")

    /// The example key of the published server's documentation: ASCII A to Z, then A to F.
    static let letters = DayKeyVector(
        key: "4142434445464748494a4b4c4d4e4f505152535455565758595a414243444546",
        next: "395d2b4db160e079498c8c2bff2c5878cf708638541f51221b8802ed2ad99375",
        identifiers: [
            0: "245d44d123d3b8732b3525de788c9c94", 1: "3ff0ab374cbc6727ae9295b49f7c79f2",
            2: "5ec8a07ae4e518ec077a5a729502f053", 48: "ee531d5f5d1fafdef138314a4ac999e1",
            95: "73860129345ae5dc2ab100e9391fe40d",
        ],
        digest: "542a7281470f61202c6bdd07a567ad1f4ee24448e83f51b39704fb6d45310007")

    static let hashed = DayKeyVector(
        key: "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        next: "2b32db6c2c0a6235fb1397e8225ea85e0f0e6e8c7b126d0016ccbde0e667151e",
        identifiers: [
            0: "04cab76af57ca373de1d52689fae06c1", 48: "47e675f3241da8c50efe378a24e99075",
            95: "ef29522dfc8a12a302777bc669793fba",
        ],
        digest: "f7222ebf762a742f90dbe661225550a713c35b4a651a1777ee209ccd4642f15e")

    static let lastOfThree = DayKeyVector(
        key: "42895f9f7608f75941c8cafe0509dd2022d8e36790d3a954ad1a489d642a4ca0",
        next: "ed11009201020cc44320068a8a332e5760762be73eb01a834f60660d33c396ba",
        identifiers: [
            0: "3a5622a8e6a9207cd0f2895897babd5d", 1: "13932208398f3b6c9498f35df08a49e0",
            48: "20743e83ae019bb1d5d48833c99be4e2", 95: "33d9fdbc856d99a6dad8d533123e3cc9",
        ],
        digest: "564e7d762e89aa0b3fe46bb68edbfe17910b7aeab8843241b3a6ac880af754ca")
}

extension DayKey {
    init(hexadecimal text: String) throws {
        let bytes = try #require([UInt8](hexadecimal: text))
        self = try #require(DayKey(bytes: bytes))
    }
}

@Suite("Day keys")
struct DayKeyTests {
    @Test("the next key and the identifiers are those of OpenSSL", arguments: DayKeyVector.all)
    func vectors(vector: DayKeyVector) throws {
        let key = try DayKey(hexadecimal: vector.key)
        #expect(key.next.bytes.hexadecimal == vector.next)
        let identifiers = key.identifiers
        #expect(identifiers.count == 96)
        for (index, expected) in vector.identifiers {
            #expect(identifiers[index].bytes.hexadecimal == expected)
        }
        let digest = SHA256.hash(data: identifiers.flatMap(\.bytes))
        #expect([UInt8](digest).hexadecimal == vector.digest)
    }

    @Test("another spelling of the message gives other identifiers than ours")
    func capitalLetter() throws {
        // 374d270a… is what a client with "Broadcast key" derives from the key of zeros; it must not be what we do.
        let first = try DayKey(hexadecimal: DayKeyVector.zero.key).identifiers[0]
        #expect(!first.bytes.hexadecimal.hasPrefix("374d270a"))
    }

    @Test("32 bytes come back as they went in, any other count is refused")
    func bytes() throws {
        let bytes = [UInt8](0..<32)
        #expect(try #require(DayKey(bytes: bytes)).bytes == bytes)
        #expect(try #require(DayKey(bytes: AnyCollection(bytes))).bytes == bytes)
        #expect(DayKey(bytes: bytes.dropLast()) == nil)
        #expect(DayKey(bytes: bytes + [32]) == nil)
        #expect(DayKey(bytes: []) == nil)
    }

    @Test("keys are equal when all bytes are, and differ when one bit does")
    func comparison() throws {
        let bytes = [UInt8](0..<32)
        let key = try #require(DayKey(bytes: bytes))
        #expect(key == DayKey(bytes: bytes))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << UInt8(index % 8)
            #expect(key != DayKey(bytes: changed))
        }
    }

    @Test("no way of printing a key shows any of it")
    func redaction() throws {
        let key = try #require(DayKey(bytes: [UInt8](repeating: 0xAB, count: 32)))
        let published = PublishedKey(key: key, day: .example)
        var dumped = ""
        dump(published, to: &dumped)
        dump(KeyChain(restoring: [KeyChain.Entry(day: .example, key: key)]), to: &dumped)
        for text in ["\(key)", String(reflecting: key), String(describing: published), dumped] {
            #expect(text.contains("redacted"))
            #expect(!text.contains("171") && !text.lowercased().contains("abab"))
        }
    }

    @Test("96 identifiers are 96 different ones, and no two days share one", arguments: 0..<8 as Range<UInt64>)
    func distinct(seed: UInt64) {
        let key = DayKey.example(seed)
        #expect(Set(key.identifiers + key.next.identifiers).count == 192)
    }

    @Test("a published key gives the keys of its own and later days only")
    func published() throws {
        let key = DayKey.example()
        let published = PublishedKey(key: key, day: .example)
        #expect(published.key(on: .example) == key)
        #expect(published.key(on: UTCDay.example.advanced(by: 2)) == key.next.next)
        #expect(published.identifiers(on: UTCDay.example.advanced(by: 1)) == key.next.identifiers)
        #expect(published.key(on: UTCDay.example.advanced(by: -1)) == nil)
        #expect(published.key(on: UTCDay(number: .max)) == nil)
        #expect(published.key(on: UTCDay(number: .min)) == nil)
    }
}
