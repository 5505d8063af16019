import Basics
import Testing

@testable import Passkeys

@Suite struct CBORTests {
    private func parsed(_ hexadecimal: String) throws -> CBORValue {
        try CBORValue(parsing: try #require([UInt8](hexadecimal: hexadecimal)))
    }

    /// From RFC 8949, appendix A.
    @Test(arguments: [
        ("00", CBORValue.unsigned(0)), ("17", .unsigned(23)), ("1818", .unsigned(24)), ("1903e8", .unsigned(1000)),
        ("1a000f4240", .unsigned(1_000_000)), ("1bffffffffffffffff", .unsigned(.max)), ("20", .negative(0)),
        ("3903e7", .negative(999)), ("3bffffffffffffffff", .negative(.max)), ("f4", .boolean(false)),
        ("f5", .boolean(true)), ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")),
        ("62c3bc", .text("ü")), ("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
        ("a0", .map([])),
        (
            "a201020304",
            .map([.init(key: .unsigned(1), value: .unsigned(2)), .init(key: .unsigned(3), value: .unsigned(4))])
        ),
    ])
    func valuesOfTheStandard(hexadecimal: String, value: CBORValue) throws {
        #expect(try parsed(hexadecimal) == value)
    }

    @Test(arguments: [
        ("", CBORFault.truncated), ("18", .truncated), ("43 0102", .truncated), ("82 01", .truncated),
        ("a1 01", .truncated), ("5b ffffffffffffffff", .truncated), ("00 00", .trailingBytes),
        ("18 17", .notShortest), ("19 00ff", .notShortest), ("1a 0000ffff", .notShortest),
        ("1b 00000000ffffffff", .notShortest), ("58 01 00", .notShortest), ("5f 41 00 ff", .notShortest),
        ("9f ff", .notShortest), ("a2 01 02 01 03", .duplicateKey), ("a2 6161 01 6161 02", .duplicateKey),
        ("61 ff", .invalidText), ("c0 00", .unsupported), ("f6", .unsupported), ("f7", .unsupported),
        ("f9 0000", .unsupported), ("f8 20", .unsupported), ("1c", .unsupported), ("ff", .unsupported),
        ("98 21", .tooManyEntries), ("b8 21", .tooManyEntries), ("9b ffffffffffffffff", .tooManyEntries),
        ("81 81 81 81 00", .tooDeep), ("a1 00 a1 00 a1 00 a1 00 00", .tooDeep),
    ])
    func whatNoAuthenticatorWritesIsRefused(hexadecimal: String, fault: CBORFault) throws {
        #expect(throws: fault) { try parsed(hexadecimal.filter { $0 != " " }) }
    }

    @Test func fourLevelsAndThirtyTwoEntriesAreRead() throws {
        #expect(try parsed("81818100") == .array([.array([.array([.unsigned(0)])])]))
        #expect(
            try parsed("9820" + String(repeating: "00", count: 32)) == .array(.init(repeating: .unsigned(0), count: 32))
        )
    }
}
