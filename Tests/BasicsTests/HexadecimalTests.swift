import Basics
import Foundation
import Testing

@Suite("Hexadecimal digits")
struct HexadecimalTests {
    @Test("the vectors of RFC 4648 section 10, in either case")
    func vectors() {
        for (plain, digits) in [("", ""), ("f", "66"), ("fo", "666f"), ("foobar", "666f6f626172")] {
            #expect(Array(plain.utf8).hexadecimal == digits)
            #expect([UInt8](hexadecimal: digits) == Array(plain.utf8))
            #expect([UInt8](hexadecimal: digits.uppercased()) == Array(plain.utf8))
        }
    }

    @Test("every byte has its two digits", arguments: 0..<256)
    func bytes(byte: Int) {
        let digits = String(format: "%02x", byte)
        #expect([UInt8(byte)].hexadecimal == digits && [UInt8](hexadecimal: digits) == [UInt8(byte)])
        // A byte is a digit exactly when C takes it for one.
        #expect((UInt8(byte).hexadecimalDigit != nil) == (byte < 0x80 && isxdigit(CInt(byte)) != 0))
    }

    @Test(
        "anything but pairs of digits is refused",
        arguments: ["0", "000", "0x00", " 00", "00 ", "0g", "-1", "+1", "00:00", "\u{FF11}\u{FF11}", "0\n"])
    func refused(text: String) {
        #expect([UInt8](hexadecimal: text) == nil)
    }
}
