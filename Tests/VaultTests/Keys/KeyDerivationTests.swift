import Basics
import Crypto
import Testing

@testable import Vault

@Suite("Derivation of keys")
struct KeyDerivationTests {
    private let salt = [UInt8](0..<16)

    /// The user of the known answers, whose name is not ASCII.
    private func user() throws -> FoldedName { FoldedName(try VaultName("Lucía")) }

    // Made with libargon2 20171227 (`argon2id_hash_raw`, one lane) from the bytes that the reference spells out; the
    // same call gives the published answer of the reference implementation's test.c for "password" and "somesalt".
    @Test("passwords give the known answers of another implementation")
    func passwords() throws {
        let password = try #require(Password("contraseña"))
        let cost = try #require(KeyDerivationCost(memoryKiB: 32 * 1024, passes: 3))
        for (cost, known) in [
            (KeyDerivationCost.floor, "7cafe0c12d7235ccaa329f5b484730c4331a03c6799157272a4bbe243b664f93"),
            (cost, "351b51de867b18636f60957fccbf85338bc1d18801c7d2a237c2c856b187f459"),
        ] {
            let key = try KeyDerivation.password(password, user: user(), salt: salt, cost: cost)
            #expect(key.bytes == bytes(known))
        }
    }

    @Test("places give the known answer of another implementation")
    func places() throws {
        let cell = Cell(row: -12_345, column: 678_901, side: .standard)
        let key = try KeyDerivation.place(cell, user: user(), salt: salt, cost: .floor)
        #expect(key.bytes == bytes("0536a29b424985646201eeee89a1edfa324e3b98624693ee8709272727a2c76d"))
    }

    @Test("whatever goes into a derivation changes the key")
    func everythingCounts() throws {
        let (user, other) = (try user(), FoldedName(try VaultName("lucia")))
        let password = try #require(Password("contraseña"))
        let cell = Cell(row: 1, column: 2, side: .standard)
        let hundred = try #require(CellSide(metres: 100))
        let more = try #require(KeyDerivationCost(memoryKiB: 20 * 1024, passes: 2))
        let otherSalt = [UInt8](1..<17)
        let keys = [
            try KeyDerivation.password(password, user: user, salt: salt, cost: .floor),
            try KeyDerivation.password(password, user: other, salt: salt, cost: .floor),
            try KeyDerivation.password(password, user: user, salt: otherSalt, cost: .floor),
            try KeyDerivation.password(password, user: user, salt: salt, cost: more),
            try KeyDerivation.password(#require(Password("contrasena")), user: user, salt: salt, cost: .floor),
            try KeyDerivation.place(cell, user: user, salt: salt, cost: .floor),
            try KeyDerivation.place(cell, user: other, salt: salt, cost: .floor),
            try KeyDerivation.place(Cell(row: 2, column: 2, side: .standard), user: user, salt: salt, cost: .floor),
            try KeyDerivation.place(Cell(row: 1, column: 1, side: .standard), user: user, salt: salt, cost: .floor),
            try KeyDerivation.place(Cell(row: 1, column: 2, side: hundred), user: user, salt: salt, cost: .floor),
        ]
        #expect(Set(keys.map(\.bytes)).count == keys.count)
    }

    @Test("a salt of another length is refused")
    func salts() throws {
        let password = try #require(Password("x"))
        for count in [0, 8, 15, 17, 32] {
            #expect(throws: VaultFault.derivationFailed) {
                try KeyDerivation.password(
                    password, user: user(), salt: [UInt8](repeating: 0, count: count), cost: .floor)
            }
        }
    }

    @Test("HKDF gives the first known answer of RFC 5869, however the secret is cut")
    func extraction() throws {
        let salt = [UInt8](0...0x0C)
        let info = [UInt8](0xF0...0xF9)
        for cut in 0...22 {
            var extract = KeyExtract(salt: salt)
            extract.add(SymmetricKey(data: [UInt8](repeating: 0x0B, count: cut)))
            extract.add(SymmetricKey(data: [UInt8](repeating: 0x0B, count: 22 - cut)))
            let known = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"
            #expect(extract.key(info: info).bytes == bytes(known))
        }
    }

    @Test("HKDF without a salt gives the third known answer of RFC 5869")
    func noSalt() throws {
        var extract = KeyExtract(salt: [])
        extract.add(SymmetricKey(data: [UInt8](repeating: 0x0B, count: 22)))
        let known = "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"
        #expect(extract.key(info: []).bytes == bytes(known))
    }
}

extension SymmetricKey {
    /// The bytes, for comparison in tests alone.
    var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}

/// The bytes that hexadecimal digits write.
func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
}
