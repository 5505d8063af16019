import Testing

@testable import Banks

@Suite("Bank accounts")
struct BankAccountTests {
    @Test(
        "a tax number has its check digit",
        arguments: [
            ("12.345.678-5", "12.345.678-5"), ("12345678-5", "12.345.678-5"), ("123456785", "12.345.678-5"),
            ("11.111.111-1", "11.111.111-1"), ("7654321-6", "7.654.321-6"), ("76.086.428-5", "76.086.428-5"),
            ("1000005-k", "1.000.005-K"), ("1000005-K", "1.000.005-K"), ("1.000.013-0", "1.000.013-0"),
        ])
    func taxNumbers(written: String, text: String) {
        #expect(TaxNumber(written)?.text == text)
    }

    @Test(
        "what is no tax number is none",
        arguments: [
            "", "-", "5", "12.345.678-4", "12.345.678-K", "12345678-", "1234.5678-5", "12.345678-5", ".12345678-5",
            "012345678-5", "12345678--5", "12 345 678-5", "12345678-5 ", "+12345678-5", "١٢٣٤٥٦٧٨-5", "123456789012",
            "K", "KKKK-K", "12.345.678-5\u{0}", "999-1",
        ])
    func wrongTaxNumbers(written: String) {
        #expect(TaxNumber(written) == nil)
    }

    @Test("of the eleven check digits each number has one, and one wrong digit is always noticed")
    func checkDigits() {
        let digits = Array("0123456789K")
        var seen: Set<Character> = []
        for number in 10_000_000..<10_000_060 {
            let right = digits.filter { TaxNumber("\(number)-\($0)") != nil }
            #expect(right == [TaxNumber.check(of: number)])
            seen.formUnion(right)
            let text = Array(String(number))
            for place in text.indices {
                for digit in digits.dropLast() where digit != text[place] && (place > 0 || digit != "0") {
                    var wrong = text
                    wrong[place] = digit
                    #expect(TaxNumber(String(wrong) + "-" + String(right[0])) == nil)
                }
            }
        }
        #expect(seen.count == 11)
    }

    @Test(
        "an international number has its check, and the length of its country",
        arguments: [
            // Examples of the registry.
            "DE89370400440532013000", "ES9121000418450200051332", "GB29NWBK60161331926819",
            "IT60X0542811101000000123456",
            "PT50000201231234567890154", "FR1420041010050500013M02606", "NL91ABNA0417164300", "NO9386011117947",
            "MT84MALT011000012345MTLCAST001S", "BR1800360305000010009795493C1",
        ])
    func international(text: String) {
        #expect(InternationalAccountNumber(text)?.text == text)
        let bytes = Array(text)
        let grouped = stride(from: 0, to: bytes.count, by: 4).map { String(bytes[$0..<min($0 + 4, bytes.count)]) }
        #expect(InternationalAccountNumber(grouped.joined(separator: " ").lowercased())?.text == text)
        for place in bytes.indices where bytes[place].isNumber {
            var wrong = bytes
            wrong[place] = bytes[place] == "9" ? "0" : Character(String((bytes[place].wholeNumberValue ?? 0) + 1))
            #expect(InternationalAccountNumber(String(wrong)) == nil, "\(place)")
        }
        #expect(
            InternationalAccountNumber(text + "0") == nil && InternationalAccountNumber(String(text.dropLast())) == nil)
    }

    private func account(
        _ country: String = "CL", holder: String = "Ana Pérez", bank: String = "Banco de Chile",
        number: String = "00-123-45678", tax: String? = "12345678-5"
    ) throws(BankAccountFault) -> BankAccount {
        try BankAccount(
            country: country, holder: holder, bank: bank, kind: .sight, number: number, taxNumber: tax)
    }

    @Test("an account of Chile has its holder's tax number, one of Europe an international number")
    func countries() throws {
        #expect(try account().line == "Banco de Chile, sight 0012345678, Ana Pérez, 12.345.678-5, CL")
        let spain = try account("ES", number: "ES91 2100 0418 4502 0005 1332", tax: nil)
        #expect(spain.line == "Banco de Chile, sight ES9121000418450200051332, Ana Pérez, ES")
        #expect(try account("US", number: "021000021 123456", tax: nil).number == "021000021123456")
        #expect(try account(holder: "  Ana \n").holder == "Ana")
    }

    /// What is wrong, and the fault that says so.
    struct Wrong: Sendable {
        var country = "CL"
        var holder = "Ana"
        var bank = "Banco"
        var number = "12345"
        var tax: String? = "12345678-5"
        let fault: BankAccountFault
    }

    @Test(
        "what cannot be paid to is refused with what is wrong",
        arguments: [
            Wrong(country: "cl", fault: .country), Wrong(country: "CHL", fault: .country),
            Wrong(country: "", fault: .country), Wrong(country: "C\u{301}", fault: .country),
            Wrong(holder: " ", fault: .holder), Wrong(holder: String(repeating: "a", count: 61), fault: .holder),
            Wrong(holder: "Ana\u{202E}", fault: .holder), Wrong(holder: "A\u{200B}na", fault: .holder),
            Wrong(bank: "", fault: .bank), Wrong(bank: "B\u{0}", fault: .bank), Wrong(bank: "a\nb", fault: .bank),
            Wrong(number: "123", fault: .number), Wrong(number: "12345A", fault: .number),
            Wrong(number: "12/345", fault: .number), Wrong(number: String(repeating: "1", count: 35), fault: .number),
            Wrong(number: "ES9121000418450200051332", fault: .number), Wrong(tax: nil, fault: .taxNumber),
            Wrong(tax: "12345678-4", fault: .taxNumber), Wrong(tax: "", fault: .taxNumber),
            Wrong(country: "ES", number: "12345678", tax: nil, fault: .number),
            Wrong(country: "ES", number: "ES9121000418450200051333", tax: nil, fault: .number),
            Wrong(country: "ES", number: "DE89370400440532013000", tax: nil, fault: .number),
            Wrong(country: "US", number: "12345", fault: .taxNumber),
        ])
    func refused(wrong: Wrong) {
        #expect(throws: wrong.fault) {
            try BankAccount(
                country: wrong.country, holder: wrong.holder, bank: wrong.bank, kind: .current, number: wrong.number,
                taxNumber: wrong.tax)
        }
    }
}
