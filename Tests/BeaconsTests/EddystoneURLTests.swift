import Basics
import Beacons
import Testing

@Suite("Compressed web addresses")
struct EddystoneURLTests {
    // Examples and tables of google/eddystone @bb8738d, eddystone-url/README.md.
    @Test(
        "addresses take their shortest encoding and come back",
        arguments: [
            ("http://www.example.com", 0, "6578616d706c6507"), ("https://www.example.org/a", 1, "6578616d706c650161"),
            ("http://google.com/", 2, "676f6f676c6500"), ("https://goo.gl/S6zT6P", 3, "676f6f2e676c2f53367a543650"),
            ("https://a.info/b.biz", 3, "6104620c"), ("https://x.community", 3, "7807" + "6d756e697479"),
            ("http://www.", 2, "7777772e"),
        ] as [(String, UInt8, String)])
    func encoding(text: String, scheme: UInt8, encoded: String) throws {
        let url = try EddystoneURL(powerAtZeroMetres: -20, text: text)
        #expect(url.scheme == scheme)
        #expect(url.encoded.hexadecimal == encoded)
        #expect(Int(url.encodedCount) == url.encoded.count)
        #expect(url.text == text)
    }

    @Test(
        "what the format cannot say is refused",
        arguments: [
            ("ftp://example.com", .reservedURLByte(UInt8(ascii: "f"))), ("", .reservedURLByte(0)),
            ("https://", .truncated(.eddystoneURL)), ("https://a b", .reservedURLByte(0x20)),
            ("https://ñ.es", .reservedURLByte(0xC3)), ("https://abcdefghijklmnopqr", .overlong(.eddystoneURL)),
        ] as [(String, FrameError)])
    func refusals(text: String, error: FrameError) {
        #expect(throws: error) { try EddystoneURL(powerAtZeroMetres: 0, text: text) }
    }

    @Test("exactly the bytes that the format allows are allowed", arguments: 0...255 as ClosedRange<UInt8>)
    func bytes(byte: UInt8) {
        let isAllowed = byte <= 13 || (0x21...0x7E).contains(byte)
        let url = try? EddystoneURL(powerAtZeroMetres: 0, scheme: 0, encoded: [byte])
        #expect((url != nil) == isAllowed)
        let scheme = try? EddystoneURL(powerAtZeroMetres: 0, scheme: byte, encoded: [0x61])
        #expect((scheme != nil) == (byte < 4))
    }
}
