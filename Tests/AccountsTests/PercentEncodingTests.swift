import Accounts
import Testing

@Suite("Percent encoding")
struct PercentEncodingTests {
    @Test("only the unreserved characters of RFC 3986 stand as they are")
    func everyByte() {
        let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        for byte in 0..<0x80 as Range<UInt8> {
            let text = String(UnicodeScalar(byte))
            let hexadecimal = String(byte, radix: 16, uppercase: true)
            let encoded = "%" + String(repeating: "0", count: 2 - hexadecimal.count) + hexadecimal
            #expect(PercentEncoding.encoded(text) == (unreserved.contains(byte) ? text : encoded))
        }
    }

    @Test(
        "a text is encoded by its bytes of UTF-8",
        arguments: [("", ""), ("a b+c", "a%20b%2Bc"), ("ñ", "%C3%B1"), ("€/😀", "%E2%82%AC%2F%F0%9F%98%80")])
    func text(text: String, encoded: String) {
        #expect(PercentEncoding.encoded(text) == encoded)
    }
}
