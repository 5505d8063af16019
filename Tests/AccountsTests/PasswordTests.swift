import Accounts
import Basics
import CArgon2
import Testing

@Suite("Passwords")
struct PasswordTests {
    @Test("the bounds are bytes, not characters")
    func bounds() throws {
        _ = try Password("12345678")
        _ = try Password("ñandú🌆")
        _ = try Password(String(repeating: "x", count: 256))
        #expect(throws: AccountError.passwordTooShort) { try Password("1234567") }
        #expect(throws: AccountError.passwordTooShort) { try Password("") }
        #expect(throws: AccountError.passwordTooLong) { try Password(String(repeating: "x", count: 257)) }
        #expect(throws: AccountError.passwordTooLong) { try Password(String(repeating: "🌆", count: 65)) }
    }

    @Test("the Argon2id vector of RFC 9106 section 5.3 comes out of the library that we use")
    func published() {
        var password = [UInt8](repeating: 1, count: 32)
        var salt = [UInt8](repeating: 2, count: 16)
        var secret = [UInt8](repeating: 3, count: 8)
        var associated = [UInt8](repeating: 4, count: 12)
        var tag = [UInt8](repeating: 0, count: 32)
        let code = password.withUnsafeMutableBufferPointer { password in
            salt.withUnsafeMutableBufferPointer { salt in
                secret.withUnsafeMutableBufferPointer { secret in
                    associated.withUnsafeMutableBufferPointer { associated in
                        tag.withUnsafeMutableBufferPointer { tag in
                            var context = argon2_context()
                            (context.out, context.outlen) = (tag.baseAddress, 32)
                            (context.pwd, context.pwdlen) = (password.baseAddress, 32)
                            (context.salt, context.saltlen) = (salt.baseAddress, 16)
                            (context.secret, context.secretlen) = (secret.baseAddress, 8)
                            (context.ad, context.adlen) = (associated.baseAddress, 12)
                            (context.t_cost, context.m_cost, context.lanes, context.threads) = (3, 32, 4, 4)
                            context.version = 0x13
                            return argon2_ctx(&context, Argon2_id)
                        }
                    }
                }
            }
        }
        #expect(code == ARGON2_OK.rawValue)
        #expect(
            tag == [
                0x0D, 0x64, 0x0D, 0xF5, 0x8D, 0x78, 0x76, 0x6C, 0x08, 0xC0, 0x37, 0xA3, 0x4A, 0x8B, 0x53, 0xC9,
                0xD0, 0x1E, 0xF0, 0x45, 0x2D, 0x75, 0xB6, 0x5E, 0xB5, 0x25, 0x20, 0xE9, 0x6B, 0x01, 0xE6, 0x59,
            ])
    }

    /// From `test.c` of the reference implementation (github.com/P-H-C/phc-winner-argon2), version 0x13.
    @Test(
        "the reference implementation's strings match their passwords",
        arguments: [
            ("password", "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"),
            ("password", "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"),
            ("password", "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc"),
            ("password", "$argon2id$v=19$m=65536,t=1,p=1$c29tZXNhbHQ$9qWtwbpyPd3vm1rB1GThgPzZ3/ydHL92zKL+15XZypg"),
            (
                "differentpassword",
                "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$C4TWUs9rDEvq7w3+J4umqA32aWKB1+DSiRuBfYxFj94"
            ),
        ])
    func referenceStrings(text: String, encoded: String) throws {
        let hash = try PasswordHash(encoded: encoded)
        #expect(hash.matches(try Password(text)))
        #expect(!hash.matches(try Password(text + "x")))
    }

    @Test("a password matches its own hash alone", arguments: 0..<16 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let text = String(
            String.UnicodeScalarView(
                (0..<40).compactMap { _ in
                    Unicode.Scalar(UInt32.random(in: 0..<0x2000, using: &random))
                }))
        let password = try Password(text)
        let hash = try PasswordHash.make(password, cost: .simulation, using: &random)
        #expect(hash.matches(password))
        #expect(try PasswordHash(encoded: hash.encoded).matches(password))
        #expect(!hash.matches(try Password(text + " ")))
        #expect(!hash.matches(try Password(String(text.unicodeScalars.dropLast()))))
        #expect(try PasswordHash.make(password, cost: .simulation, using: &random).encoded != hash.encoded)
    }

    @Test("a hash of standard cost says so")
    func standardCost() throws {
        var random = SplitMix64(seed: 1)
        let hash = try PasswordHash.make(try Password("correct horse"), using: &random)
        #expect(hash.encoded.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(hash.cost == .standard)
        #expect(!hash.needsRehash())
        let cheap = try PasswordHash.make(try Password("correct horse"), cost: .simulation, using: &random)
        #expect(cheap.needsRehash())
        #expect(!cheap.needsRehash(for: .simulation))
        #expect(!hash.needsRehash(for: .simulation))
    }

    @Test(
        "a stored string that is not ours, or asks for too much, is refused",
        arguments: [
            "", "$", "password", "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ",
            "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=16$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=99999999999,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=256,t=1000000,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=65536,t=2,p=255$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=8,t=1,p=4$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=256,t=0,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=-256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=256,t=2,p=1,x=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=256,t=2,p=1$c29t!XNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65",
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$\(String(repeating: "A", count: 87))",
        ])
    func hostile(encoded: String) {
        #expect(throws: AccountError.invalidPasswordHash) { try PasswordHash(encoded: encoded) }
    }

    @Test(
        "the decoy matches nothing and is as much work as a true hash",
        arguments: [
            PasswordHash.Cost.simulation, .standard,
        ])
    func decoy(cost: PasswordHash.Cost) throws {
        let password = try Password("correct horse")
        var random = SplitMix64(seed: 2)
        let decoy = PasswordHash.decoy(cost: cost)
        let hash = try PasswordHash.make(password, cost: cost, using: &random)
        #expect(try PasswordHash(encoded: decoy.encoded).cost == cost)
        #expect(!decoy.matches(password))
        #expect(decoy.encoded.utf8.count == hash.encoded.utf8.count)
        guard cost == .standard else { return }
        // The least of several, and of more while the machine is busy: the decoy must truly be computed.
        let clock = ContinuousClock()
        let wrong = try Password("wrong password")
        var (forDecoy, forHash) = (Duration.seconds(1000), Duration.seconds(1000))
        var rounds = 0
        var isAlike: Bool { forDecoy > forHash / 2 && forDecoy < forHash * 2 }
        while rounds < 5 || (rounds < 300 && !isAlike) {
            rounds += 1
            forDecoy = min(forDecoy, clock.measure { _ = decoy.matches(wrong) })
            forHash = min(forHash, clock.measure { _ = hash.matches(wrong) })
        }
        #expect(isAlike, "\(forDecoy) and \(forHash)")
    }

    @Test("no text shows a password or a hash")
    func redacted() throws {
        var random = SplitMix64(seed: 3)
        let password = try Password("correct horse")
        let hash = try PasswordHash.make(password, cost: .simulation, using: &random)
        for text in shown(password) + shown(hash) {
            #expect(!text.contains("horse") && !text.contains("argon2"))
        }
    }
}

/// Every usual way to make text of a value.
func shown(_ value: Any) -> [String] {
    ["\(value)", String(reflecting: value), String(describing: Optional.some(value))]
}
