import Basics
import ExposureWire
import Testing

@Suite("The check digit of report codes")
struct ReportCodeTests {
    @Test("is Damm's: that of 572 is 4, with leading zeros as well")
    func known() {
        for digit in 0...9 {
            #expect(ReportCode("00000000572\(digit)")?.hasRightCheckDigit == (digit == 4))
        }
    }

    @Test("finds every single wrong digit and every two neighbours that changed places")
    func mistakes() throws {
        var random = SplitMix64(seed: 1)
        for _ in 0..<200 {
            let code = ReportCode.random(using: &random)
            #expect(code.hasRightCheckDigit && code.digits.utf8.count == 12)
            let digits = Array(code.digits)
            for place in digits.indices {
                for other in "0123456789" where other != digits[place] {
                    var mistyped = digits
                    mistyped[place] = other
                    #expect(try #require(ReportCode(String(mistyped))).hasRightCheckDigit == false)
                }
                guard place > 0, digits[place] != digits[place - 1] else { continue }
                var swapped = digits
                swapped.swapAt(place, place - 1)
                #expect(try #require(ReportCode(String(swapped))).hasRightCheckDigit == false)
            }
        }
    }
}
