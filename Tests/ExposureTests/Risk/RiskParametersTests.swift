import Exposure
import Testing

@Suite("The numbers that an authority can set")
struct RiskParametersTests {
    /// The first fault of parameters that differ from good ones in what is given.
    private func fault(
        version: Int = 2, intercept: Double = 8, slopes: [Double] = [0.1, 0.8], nearFrom: Double = 0.4,
        minutes: Int = 20,
        mediumFrom: Int = 10, highFrom: Int = 30, dayWeights: [Int] = [50, 100]
    ) -> RiskParametersFault.Field? {
        do throws(RiskParametersFault) {
            _ = try RiskParameters(
                version: version, model: RiskRule.NearnessModel(intercept: intercept, slopes: slopes),
                nearFrom: nearFrom,
                minutes: minutes, mediumFrom: mediumFrom, highFrom: highFrom, dayWeights: dayWeights)
            return nil
        } catch {
            return error.field
        }
    }

    @Test("at their bounds they are taken, and beyond them not")
    func bounds() {
        #expect(fault() == nil)
        for good in [
            fault(version: 1), fault(version: 1_000_000), fault(intercept: -100), fault(intercept: 100),
            fault(slopes: [0, 0]), fault(slopes: [1, 5]), fault(nearFrom: 0.05), fault(nearFrom: 0.95),
            fault(minutes: 5), fault(minutes: 120), fault(mediumFrom: 1), fault(mediumFrom: 30),
            fault(highFrom: 10), fault(highFrom: 1440), fault(dayWeights: [0]),
            fault(dayWeights: Array(repeating: 100, count: 22)),
        ] { #expect(good == nil) }
        for bad in [fault(version: 0), fault(version: 1_000_001)] { #expect(bad == .version) }
        for bad in [fault(intercept: -100.1), fault(intercept: .nan), fault(intercept: .infinity)] {
            #expect(bad == .intercept)
        }
        for bad in [
            fault(slopes: [-0.01, 0]), fault(slopes: [1.01, 0]), fault(slopes: [0.1]), fault(slopes: [.nan, 0]),
        ] {
            #expect(bad == .strength)
        }
        for bad in [fault(slopes: [0, -0.01]), fault(slopes: [0, 5.01])] { #expect(bad == .ratio) }
        for bad in [fault(nearFrom: 0.04), fault(nearFrom: 0.96), fault(nearFrom: .nan)] { #expect(bad == .nearFrom) }
        for bad in [fault(minutes: 0), fault(minutes: 7), fault(minutes: 125)] { #expect(bad == .minutes) }
        for bad in [fault(mediumFrom: 0), fault(mediumFrom: 1441)] { #expect(bad == .mediumFrom) }
        for bad in [fault(highFrom: 9), fault(highFrom: 1441)] { #expect(bad == .highFrom) }
        for bad in [
            fault(dayWeights: []), fault(dayWeights: [101]), fault(dayWeights: [-1]),
            fault(dayWeights: Array(repeating: 1, count: 23)),
        ] { #expect(bad == .dayWeights) }
    }

    @Test("what is compiled in is within them")
    func compiledIn() throws {
        let own = RiskParameters.compiledIn
        let checked = try RiskParameters(
            version: own.version, model: own.model, nearFrom: own.nearFrom, minutes: own.minutes,
            mediumFrom: own.mediumFrom, highFrom: own.highFrom, dayWeights: own.dayWeights)
        #expect(checked == own)
        #expect(RiskRule(parameters: own).dayThreshold == RiskRule.cerca.dayThreshold)
    }
}
