import Accounts
import Basics
import Testing

@Suite("The second factor")
struct SecondFactorTests {
    /// The secret of RFC 6238 appendix B, for SHA-1.
    static let published = Array("12345678901234567890".utf8)

    /// Seconds and the last six digits of the codes of RFC 6238 appendix B, which have eight there.
    @Test(
        "the codes are those of RFC 6238",
        arguments: [
            (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
            (2_000_000_000, "279037"), (20_000_000_000, "353130"),
        ] as [(Int64, String)])
    func vectors(seconds: Int64, code: String) throws {
        let factor = try #require(SecondFactor(bytes: Self.published))
        #expect(factor.code(atStep: seconds / 30) == code)
        #expect(factor.step(of: code, at: Timestamp(milliseconds: seconds * 1000), after: -1) == seconds / 30)
    }

    /// The first ten codes of RFC 4226 appendix D, which has the same secret.
    @Test("the codes of the first steps are those of RFC 4226")
    func counterVectors() throws {
        let factor = try #require(SecondFactor(bytes: Self.published))
        let codes = (0..<10).map { factor.code(atStep: $0) }
        #expect(
            codes == [
                "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
            ])
    }

    @Test("a code counts one step before and after its own, and no further", arguments: 0..<32 as Range<UInt64>)
    func tolerance(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let factor = SecondFactor(using: &random)
        let step = Int64.random(in: 2...100_000_000, using: &random)
        let code = factor.code(atStep: step)
        for distance in -4...4 as ClosedRange<Int64> {
            // Codes of six digits repeat by chance; the seeds are fixed, so that it happens always or never.
            let now = Timestamp(milliseconds: (step + distance) * 30_000 + Int64.random(in: 0..<30_000, using: &random))
            #expect(factor.step(of: code, at: now, after: -1) == (abs(distance) <= 1 ? step : nil), "\(distance)")
        }
    }

    @Test("a code works once, and none before it works any more", arguments: 0..<32 as Range<UInt64>)
    func once(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let factor = SecondFactor(using: &random)
        let step = Int64.random(in: 2...100_000_000, using: &random)
        let now = Timestamp(milliseconds: step * 30_000 + 7)
        let used = try #require(factor.step(of: factor.code(atStep: step), at: now, after: -1))
        #expect(factor.step(of: factor.code(atStep: step), at: now, after: used) == nil)
        #expect(factor.step(of: factor.code(atStep: step - 1), at: now, after: used) == nil)
        #expect(factor.step(of: factor.code(atStep: step + 1), at: now, after: used) == step + 1)
    }

    @Test(
        "a code is read in any form in which it is typed or pasted",
        arguments: ["287 082", "287-082", "２８７０８２", "٢٨٧٠٨٢", "287\u{2009}082\u{200B}", "\u{201C}287.082\u{201D}"])
    func typed(code: String) throws {
        let factor = try #require(SecondFactor(bytes: Self.published))
        #expect(factor.step(of: code, at: Timestamp(milliseconds: 59_000), after: -1) == 1)
    }

    @Test(
        "what is no code is none",
        arguments: [
            "", "28708", "2870820", "28708x", "+87082", " 87082", String(repeating: " ", count: 200) + "287082",
        ])
    func noCode(text: String) throws {
        let factor = try #require(SecondFactor(bytes: Self.published))
        #expect(factor.step(of: text, at: Timestamp(milliseconds: 59_000), after: -1) == nil)
    }

    @Test("the address for an authenticator app holds the secret in base32")
    func address() throws {
        let factor = try #require(SecondFactor(bytes: Self.published))
        #expect(
            factor.address(issuer: "Cerca", account: try EmailAddress("Eva+1@salud.example"))
                == "otpauth://totp/Cerca:eva%2B1%40salud.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
                + "&issuer=Cerca&algorithm=SHA1&digits=6&period=30")
    }

    @Test("a secret has 20 bytes and shows itself nowhere")
    func secrecy() throws {
        #expect(SecondFactor(bytes: [UInt8](repeating: 1, count: 19)) == nil)
        #expect(SecondFactor(bytes: [UInt8](repeating: 1, count: 21)) == nil)
        let factor = try #require(SecondFactor(bytes: Self.published))
        #expect(factor.bytes == Self.published)
        var dumped = ""
        dump(factor, to: &dumped)
        for text in ["\(factor)", String(reflecting: factor), dumped] { #expect(!text.contains("GEZDG")) }
    }
}
