import Testing

@testable import Vault

@Suite("The original's ciphers, as they are published")
struct LegacyPrimitiveTests {
    /// A published known answer: one or a few blocks from a zero initialization vector, which is the block cipher alone.
    struct KnownAnswer: CustomTestStringConvertible {
        let algorithm: LegacyAlgorithm
        let key: String
        let plain: String
        let cipher: String
        let source: String

        var testDescription: String { source }
    }

    static let published = [
        KnownAnswer(
            algorithm: .des, key: "133457799bbcdff1", plain: "0123456789abcdef", cipher: "85e813540f0ab405",
            source: "DES: J. Orlin Grabbe, The DES Algorithm Illustrated"),
        KnownAnswer(
            algorithm: .des, key: "0101010101010101", plain: "8000000000000000", cipher: "95f8a5e5dd31d900",
            source: "DES: NBS Special Publication 500-20, initial permutation, first"),
        KnownAnswer(
            algorithm: .des, key: "7ca110454a1a6e57", plain: "01a1d6d039776742", cipher: "690f5b0d9a26939b",
            source: "DES: NBS Special Publication 500-20, substitution tables, first"),
        KnownAnswer(
            algorithm: .tripleDES, key: "0123456789abcdef23456789abcdef01456789abcdef0123",
            plain: "5468652071756663", cipher: "a826fd8ce53b855f",
            source: "3DES: NIST SP 800-67, appendix B, first block"),
        KnownAnswer(
            algorithm: .cast128, key: "0123456712345678234567893456789a", plain: "0123456789abcdef",
            cipher: "238b4fe5847e44b2", source: "CAST-128: RFC 2144, appendix B.1"),
        KnownAnswer(
            algorithm: .rc2, key: "88bca90e90875a7f0f79c384627bafb2", plain: "0000000000000000",
            cipher: "2269552ab0f85ca6", source: "RC2: RFC 2268, section 5, 128 effective bits"),
        KnownAnswer(
            algorithm: .rc4, key: "0102030405060708090a0b0c0d0e0f10",
            plain: String(repeating: "00", count: 32),
            cipher: "9ac7cc9a609d1ef7b2932899cde41b975248c4959014126a6e8a84f11d1a9e1c",
            source: "RC4: RFC 6229, section 2, 128 bits"),
        KnownAnswer(
            algorithm: .rc4, key: "ebb46227c6cc8b37641910833222772a", plain: String(repeating: "00", count: 16),
            cipher: "720c94b63edf44e131d950ca211a5a30", source: "RC4: RFC 6229, section 2, 128 bits of a hash"),
        KnownAnswer(
            algorithm: .aesCBC, key: "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
            plain: "6bc1bee22e409f96e93d7e117393172a", cipher: "f3eed1bdb5d2a03c064b5a7e3db181f8",
            source: "AES: NIST SP 800-38A, F.1.5 (one block from a zero vector is the block cipher)"),
    ]

    @Test("known answers come out, and go back in", arguments: published)
    func knownAnswers(answer: KnownAnswer) throws {
        let vector = [UInt8](repeating: 0, count: answer.algorithm.blockByteCount)
        try expect(
            answer.algorithm, key: unhex(answer.key), vector: vector, plain: unhex(answer.plain),
            cipher: unhex(answer.cipher))
    }

    static let files: [(LegacyAlgorithm, String)] = [
        (.aesCBC, "AES/CBC/CBCMMT256.rsp"), (.aesCBC, "AES/CBC/CBCGFSbox256.rsp"),
        (.aesCBC, "AES/CBC/CBCVarTxt256.rsp"), (.tripleDES, "3DES/CBC/TCBCMMT3.rsp"),
        (.tripleDES, "3DES/CBC/TCBCMMT2.rsp"), (.tripleDES, "3DES/CBC/TCBCvarkey.rsp"),
        (.cast128, "CAST5/cast5-cbc.txt"), (.rc2, "RC2/rc2-cbc.txt"),
    ]

    @Test(
        "the vectors of NIST and of other libraries come out",
        .enabled(if: PublishedVectors.hasCryptography, "cryptography-vectors is not installed in .venv"),
        arguments: files)
    func vectors(algorithm: LegacyAlgorithm, file: String) throws {
        let records = PublishedVectors.nist("ciphers/" + file).filter { $0["plaintext"] != nil }
        #expect(!records.isEmpty)
        for record in records {
            let key =
                algorithm == .tripleDES
                ? record["keys"].map { $0 + $0 + $0 } ?? (record["key1"] ?? "") + (record["key2"] ?? "")
                    + (record["key3"] ?? "")
                : record["key"] ?? ""
            try expect(
                algorithm, key: unhex(key), vector: unhex(record["iv"] ?? ""), plain: unhex(record["plaintext"] ?? ""),
                cipher: unhex(record["ciphertext"] ?? ""))
        }
    }

    @Test(
        "RC4's keystream is that of RFC 6229 at every offset that it lists",
        .enabled(if: PublishedVectors.hasCryptography, "cryptography-vectors is not installed in .venv"))
    func keystream() throws {
        let records = PublishedVectors.nist("ciphers/ARC4/rfc-6229-128.txt")
        #expect(records.count == 36)
        for record in records {
            let offset = try #require(Int(record["offset"] ?? ""))
            let zeros = [UInt8](repeating: 0, count: offset + 16)
            let stream = try Self.run(.rc4, .encrypting, key: unhex(record["key"] ?? ""), vector: [], zeros)
            #expect(stream.map { Array($0[offset...]) } == unhex(record["ciphertext"] ?? ""))
        }
    }

    @Test("a key or vector of another length is refused", arguments: LegacyAlgorithm.allCases)
    func lengths(algorithm: LegacyAlgorithm) {
        let vector = [UInt8](repeating: 0, count: algorithm.blockByteCount)
        #expect(throws: VaultFault.self) {
            try Self.run(
                algorithm, .encrypting, key: [UInt8](repeating: 0, count: algorithm.keyByteCount - 1), vector: vector,
                [])
        }
        #expect(throws: VaultFault.self) {
            try Self.run(
                algorithm, .encrypting, key: [UInt8](repeating: 0, count: algorithm.keyByteCount), vector: vector + [0],
                [])
        }
    }

    private func expect(
        _ algorithm: LegacyAlgorithm, key: [UInt8], vector: [UInt8], plain: [UInt8], cipher: [UInt8]
    ) throws {
        #expect(try Self.run(algorithm, .encrypting, key: key, vector: vector, plain) == cipher)
        #expect(try Self.run(algorithm, .decrypting, key: key, vector: vector, cipher) == plain)
    }

    private static func run(
        _ algorithm: LegacyAlgorithm, _ direction: LegacyPrimitive.Direction, key: [UInt8], vector: [UInt8],
        _ input: [UInt8]
    ) throws -> [UInt8]? {
        var output = [UInt8](repeating: 0, count: input.count + algorithm.blockByteCount)
        let count = try output.withUnsafeMutableBytes { output in
            try key.withUnsafeBytes { key in
                try vector.withUnsafeBytes { vector in
                    try input.withUnsafeBytes { input in
                        try LegacyPrimitive.run(
                            algorithm, direction, key: key, vector: vector, isPadded: false, input: input,
                            output: output)
                    }
                }
            }
        }
        return count.map { Array(output[..<$0]) }
    }
}
