import Testing
import Time

@testable import Vault

@Suite("One-time passwords")
struct OneTimePasswordTests {
    /// The seeds of RFC 6238, appendix B (with its erratum 2866): the digits again and again, as long as the hash.
    static func seed(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(ascii: "0") + UInt8(($0 + 1) % 10) }
    }

    @Test(
        "the codes are those of RFC 6238, appendix B",
        arguments: [
            (59, "94287082", "46119246", "90693936"), (1_111_111_109, "07081804", "68084774", "25091201"),
            (1_111_111_111, "14050471", "67062674", "99943326"), (1_234_567_890, "89005924", "91819424", "93441116"),
            (2_000_000_000, "69279037", "90698825", "38618901"), (20_000_000_000, "65353130", "77737706", "47863826"),
        ] as [(Int64, String, String, String)])
    func published(seconds: Int64, sha1: String, sha256: String, sha512: String) throws {
        let now = Timestamp(milliseconds: seconds * 1000 + 999)
        let expected: [(OneTimePassword.Algorithm, Int, String)] = [
            (.sha1, 20, sha1), (.sha256, 32, sha256), (.sha512, 64, sha512),
        ]
        for (algorithm, count, code) in expected {
            let made = try #require(OneTimePassword(secret: Self.seed(count), algorithm: algorithm, digits: 8))
            #expect(made.code(at: now).code == code)
            #expect(made.code(at: now).secondsLeft == 30 - Int(seconds % 30))
            // Fewer digits are the last ones.
            for digits in 6...7 {
                let shorter = try #require(
                    OneTimePassword(secret: Self.seed(count), algorithm: algorithm, digits: digits))
                #expect(shorter.code(at: now).code == String(code.suffix(digits)))
            }
        }
    }

    @Test("the codes of the first steps are those of RFC 4226, appendix D")
    func counters() throws {
        let made = try #require(OneTimePassword(secret: Self.seed(20)))
        let codes = (0..<10 as Range<UInt64>).map(made.code(counter:))
        #expect(
            codes == [
                "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
            ])
    }

    /// The secret of the RFCs in Base32.
    static let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    @Test(
        "a secret is read as people copy it",
        arguments: [
            secret, secret.lowercased(), "gezd gnbv gy3t qojq gezd gnbv gy3t qojq",
            " GEZDGNBV-GY3TQOJQ-GEZDGNBVGY3TQOJQ ",
            secret + "======", "otpauth://totp/x?secret=\(secret)",
            "otpauth://totp/ACME%20Co:john@example.com?secret=\(secret)&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30",
            "OTPAUTH://TOTP/x?SECRET=\(secret)&digits=6#fragment", "otpauth://totp?issuer=x&secret=\(secret)",
            "otpauth://totp/a:b?secret=%47EZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
            "otpauth://totp/x?secret=\(secret)&secret=AA",
        ])
    func forms(text: String) throws {
        let made = try OneTimePassword(text)
        #expect(made.code(at: Timestamp(seconds: 59)).code == "287082")
        #expect(made.digits == 6 && made.period == 30 && made.algorithm == .sha1)
    }

    @Test("algorithm, digits and period are taken from the address")
    func parameters() throws {
        let made = try OneTimePassword("otpauth://totp/x?secret=\(Self.secret)&algorithm=sha-256&digits=8&period=60")
        #expect(made.algorithm == .sha256 && made.digits == 8 && made.period == 60)
        #expect(made.code(at: Timestamp(milliseconds: 119_999)).secondsLeft == 1)
        #expect(made.code(at: Timestamp(seconds: 120)).secondsLeft == 60)
        #expect(made.code(at: Timestamp(seconds: -5)).code == made.code(at: Timestamp(seconds: 0)).code)
    }

    @Test(
        "what is no secret is refused, and says why",
        arguments: [
            ("", .noSecret), ("  ==", .noSecret), ("otpauth://totp/x", .noSecret),
            ("otpauth://totp/x?secret=", .noSecret), ("otpauth://totp/x?issuer=a", .noSecret), ("1890", .notBase32),
            ("A", .notBase32), ("AB=C", .notBase32), ("GEZDñ", .notBase32),
            ("https://example.com", .notBase32), ("otpauth:totp", .notBase32),
            ("otpauth://hotp/x?secret=AAAA&counter=1", .unsupportedKind("hotp")),
            ("steam://AAAA", .unsupportedKind("steam")),
            ("otpauth://totp/x?secret=AAAA&encoder=steam", .unsupportedKind("steam")),
            ("otpauth://evil/x?secret=AAAA", .unsupportedKind("unknown")),
            ("otpauth://totp/x?secret=AAAA&algorithm=MD5", .unsupportedAlgorithm),
            ("otpauth://totp/x?secret=AAAA&digits=5", .unsupportedDigits),
            ("otpauth://totp/x?secret=AAAA&digits=x", .unsupportedDigits),
            ("otpauth://totp/x?secret=AAAA&period=0", .unsupportedPeriod),
            ("otpauth://totp/x?secret=AAAA&period=3601", .unsupportedPeriod),
            (String(repeating: "A", count: 4097), .tooLong),
        ] as [(String, OneTimePasswordFault)])
    func refused(text: String, fault: OneTimePasswordFault) {
        #expect(throws: fault) { try OneTimePassword(text) }
    }

    @Test(
        "Base32 is RFC 4648's",
        arguments: [
            ("", ""), ("MY======", "f"), ("MZXQ", "fo"), ("MZXW6===", "foo"), ("MZXW6YQ", "foob"),
            ("MZXW6YTB", "fooba"), ("MZXW6YTBOI======", "foobar"),
        ])
    func base32(text: String, plain: String) {
        #expect(Base32Secret.decode(text) == Array(plain.utf8))
    }

    @Test("neither a description nor a dump shows the secret")
    func hidden() throws {
        let made = try OneTimePassword(Self.secret)
        var dumped = ""
        dump(made, to: &dumped)
        #expect("\(made)\(String(reflecting: made))" == "[one-time password][one-time password]")
        #expect(!dumped.contains("12345"))
    }
}
