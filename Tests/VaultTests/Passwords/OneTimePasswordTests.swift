import Basics
import Testing

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
            // No-break, thin and zero-width spaces, dashes and dots, as pages, messages and word processors add them.
            "GEZD\u{A0}GNBV\u{A0}GY3T\u{A0}QOJQ\u{202F}GEZD\u{2009}GNBV\u{200B}GY3TQOJQ",
            "GEZD–GNBV—GY3T−QOJQ.GEZD·GNBV\u{FEFF}GY3TQOJQ", "\u{200E}gezdgnbvgy3tqojqgezdgnbvgy3tqojq\n",
            "ＧＥＺＤＧＮＢＶＧＹ３ＴＱＯＪＱ gezdgnbvgy3tqojq", "\u{A0}otpauth://totp/x?secret=\(secret)\r\n",
            "otpauth://totp/x?secret=\(secret)&algorithm=&digits=&period=&issuer=",
            "apple-otpauth://totp/E:ana?secret=\(secret)", "otpauth://totp/x?secret=\(secret)&algorithm=HmacSHA1",
            "otpauth://totp/What?%20now?secret=\(secret)", "otpauth://totp/Steam:x?secret=\(secret)&digits=6",
            "otpauth://totp/x?secret=GEZD%C2%A0GNBV%20GY3T-QOJQGEZDGNBVGY3TQOJQ%3D%3D",
        ])
    func forms(text: String) throws {
        let made = try OneTimePassword(text)
        #expect(made.code(at: Timestamp(seconds: 59)).code == "287082")
        #expect(made.digits == 6 && made.period == 30 && made.algorithm == .sha1)
    }

    /// The secret and the codes are those of KeePassXC's own tests.
    @Test(
        "Steam's codes are five characters, however the secret is written",
        arguments: [
            "steam://63BEDWCQZKTQWPESARIERL5DTTQFCJTK", "STEAM://63be dwcq zktq wpes arie rl5d ttqf cjtk",
            "otpauth://totp/a:b?secret=63BEDWCQZKTQWPESARIERL5DTTQFCJTK&issuer=Valve&encoder=steam&digits=6",
            "otpauth://steam/Steam:b?secret=63BEDWCQZKTQWPESARIERL5DTTQFCJTK",
            "otpauth://totp/Steam:b?secret=63BEDWCQZKTQWPESARIERL5DTTQFCJTK&issuer=Steam",
            "otpauth://totp/Steam:b?secret=63BEDWCQZKTQWPESARIERL5DTTQFCJTK&digits=5",
        ])
    func steam(text: String) throws {
        let made = try OneTimePassword(text)
        #expect(made.kind == .steam && made.digits == 5)
        #expect(made.code(at: Timestamp(seconds: 1_511_200_518)).code == "FR8RV")
        #expect(made.code(at: Timestamp(seconds: 1_511_200_714)).code == "9P3VP")
    }

    @Test("codes that count have that of their counter, which goes up by one")
    func counting() throws {
        var text = "otpauth://hotp/E:ana?secret=\(Self.secret)&counter=5&issuer=E#x"
        #expect(try OneTimePassword(text).code(at: Timestamp(seconds: 59)) == ("254676", 0))
        text = try #require(OneTimePassword.advanced(text))
        #expect(text == "otpauth://hotp/E:ana?secret=\(Self.secret)&counter=6&issuer=E#x")
        #expect(try OneTimePassword(text).code(at: Timestamp(seconds: 59)).code == "287922")
        // Without a counter it begins with 0.
        let bare = "otpauth://hotp/x?secret=\(Self.secret)"
        #expect(try OneTimePassword(bare).code(at: Timestamp(seconds: 0)).code == "755224")
        #expect(OneTimePassword.advanced(bare) == bare + "&counter=1")
        #expect(OneTimePassword.advanced(Self.secret) == nil)
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
            ("otpauth://hotp/x?secret=AAAA&counter=-1", .unsupportedCounter),
            ("otpauth://hotp/x?secret=AAAA&counter=9223372036854775807", .unsupportedCounter),
            ("steam://", .noSecret), ("steam://1890", .notBase32), ("otpauth://hotp/x?counter=1", .noSecret),
            ("otpauth-migration://offline?data=AAAA", .unsupportedKind("otpauth-migration")),
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
