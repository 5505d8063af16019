import Accounts
import Basics
import Testing

@Suite struct FormFieldsTests {
    private func fields(_ text: String) throws(FormFault) -> FormFields {
        try FormFields(parsing: Array(text.utf8))
    }

    @Test func valuesAreDecodedAndSortedByName() throws {
        let form = try fields("type=buy&amount=0.3&price=10000&market=ethclp")
        #expect(form["amount"] == "0.3" && form["other"] == nil)
        #expect(form.names == ["amount", "market", "price", "type"])
        for valueForm in FormFields.ValueForm.allCases {
            #expect(form.sortedValues(valueForm) == "0.3ethclp10000buy")
        }
    }

    @Test func theThreeFormsDifferInWhatIsUndone() throws {
        let form = try fields("memo=a+b%2Bc%25")
        #expect(form.sortedValues(.encoded) == "a+b%2Bc%25")
        #expect(form.sortedValues(.unquoted) == "a+b+c%")
        #expect(form.sortedValues(.decoded) == "a b+c%")
        #expect(form["memo"] == "a b+c%")
    }

    @Test func aFieldThatStandsTwiceWithOneValueIsOne() throws {
        #expect(try fields("market=ETHCLP&page=0&market=ETHCLP&page=0").names == ["market", "page"])
        #expect(throws: FormFault.repeated("market")) { try fields("market=ETHCLP&market=BTCCLP") }
        // Written differently, meant equally.
        #expect(try fields("a=%41&a=A")["a"] == "A")
    }

    @Test func emptyValuesAndPartsAreHarmless() throws {
        #expect(try fields("").isEmpty)
        #expect(try fields("&&").isEmpty)
        #expect(try fields("a=&b")["a"] == "")
        #expect(try fields("a=&b")["b"] == "")
        #expect(try fields("a=b=c")["a"] == "b=c")
    }

    @Test(arguments: ["=1", "a=%", "a=%4", "a=%4g", "a=%FF", "%=1", "a=\u{0}%00%80"])
    func whatIsNoFormIsMalformed(text: String) {
        #expect(throws: FormFault.malformed) { try fields(text) }
    }

    @Test func fieldsAreBounded() throws {
        func form(_ count: Int) -> String { (0..<count).map { "f\($0)=1" }.joined(separator: "&") }
        #expect(try fields(form(FormFields.mostFields)).names.count == FormFields.mostFields)
        #expect(throws: FormFault.tooManyFields) { try fields(form(FormFields.mostFields + 1)) }
        let repeated = Array(repeating: "a=1", count: 2 * FormFields.mostFields + 1).joined(separator: "&")
        #expect(throws: FormFault.tooManyFields) { try fields(repeated) }
    }

    /// Whatever the bytes are, reading them ends, and what was read is what was written.
    @Test(arguments: 0..<32 as Range<UInt64>)
    func whatIsWrittenIsReadAndNothingHarms(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let noise = (0..<Int.random(in: 0...200, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        _ = try? FormFields(parsing: noise)
        let values = (0..<8).map { index in
            let text = (0..<12).map { _ in UInt8.random(in: 0x20...0x7E, using: &random) }
            return (index, String(decoding: text, as: UTF8.self))
        }
        func encoded(_ text: String) -> String {
            text.utf8.map { byte in
                let hex = String(byte, radix: 16, uppercase: Bool.random(using: &random))
                return byte == 0x20 && Bool.random(using: &random) ? "+" : "%" + (hex.count < 2 ? "0" : "") + hex
            }.joined()
        }
        let written = values.shuffled(using: &random).map { "n\($0.0)=\(encoded($0.1))" }.joined(separator: "&")
        let form = try fields(written)
        for (index, value) in values { #expect(form["n\(index)"] == value) }
        #expect(form.sortedValues(.decoded) == values.map(\.1).joined())
    }
}
