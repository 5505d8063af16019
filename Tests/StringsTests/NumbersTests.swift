import Testing

@testable import Strings

struct NumbersTests {
    @Test("thousands stand apart as each language has it; Spanish leaves four figures in one piece")
    func grouped() {
        func said(_ number: Int) -> [String] { Language.allCases.map { GroupedNumber(number).said(in: $0) } }
        #expect(said(999) == ["999", "999", "999", "999"])
        #expect(said(1000) == ["1,000", "1000", "1.000", "1.000"])
        #expect(said(262_144) == ["262,144", "262.144", "262.144", "262.144"])
        #expect(said(-12_345_678).first == "-12,345,678")
        #expect(said(.min).first == "-9,223,372,036,854,775,808")
    }

    @Test("a fraction has a comma outside English")
    func decimals() {
        let number = DecimalNumber(tenths: 26.04)
        #expect(Language.allCases.map { number.said(in: $0) } == ["26.0", "26,0", "26,0", "26,0"])
    }
}
