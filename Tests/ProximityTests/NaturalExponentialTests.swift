import Basics
import Foundation
import Testing

@testable import Proximity

@Suite("Exponential and logarithm")
struct NaturalExponentialTests {
    @Test("both agree with the C library")
    func agree() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<5000 {
            let exponent = random.uniform() * 1300 - 650
            let power = NaturalExponential.power(exponent)
            #expect(abs(power / exp(exponent) - 1) < 1e-12, "\(exponent)")
            #expect(abs(NaturalExponential.logarithm(power) - exponent) < 1e-11, "\(exponent)")
        }
        #expect(abs(NaturalExponential.powerOfTen(-2.5) - pow(10, -2.5)) < 1e-14)
        #expect(abs(NaturalExponential.decimalLogarithm(1000) - 3) < 1e-12)
    }

    @Test("what has no answer has a finite one")
    func ends() {
        for value in [0, -1, -Double.infinity, .nan] { #expect(NaturalExponential.logarithm(value) == -700) }
        #expect(NaturalExponential.logarithm(.infinity) == 700)
        #expect(NaturalExponential.power(-.infinity) == 0 && NaturalExponential.power(.nan) == 0)
        #expect(NaturalExponential.power(.infinity).isFinite)
    }
}
