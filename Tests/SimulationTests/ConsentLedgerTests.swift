import Accounts
import Basics
import Testing

@testable import Simulation

@Suite("What the simulation knows of consent")
struct ConsentLedgerTests {
    private static let account: [UInt8] = [1]

    private func instant(_ seconds: Int64) -> Timestamp { Timestamp(seconds: 1_795_253_400 + seconds) }

    @Test("a shop may keep what happened while it was chosen and nothing else")
    func spans() {
        var ledger = ConsentLedger()
        ledger.chose([100], account: Self.account, at: instant(0))
        ledger.chose([101], account: Self.account, at: instant(60))
        ledger.chose([100, 101], account: Self.account, at: instant(120))
        func allows(_ shop: UInt16, _ seconds: Int64, account: [UInt8] = Self.account) -> Bool {
            ledger.allows(account: account, shop: shop, from: instant(seconds), until: instant(seconds))
        }
        #expect(allows(100, 30))
        #expect(!allows(100, 90))
        #expect(allows(100, 500))
        #expect(!allows(101, 30))
        #expect(!allows(102, 30))
        #expect(!allows(100, 30, account: [2]))
    }

    @Test("a row that tells only its day is judged by the day")
    func days() {
        var ledger = ConsentLedger()
        ledger.chose([100], account: Self.account, at: instant(0))
        ledger.chose([], account: Self.account, at: instant(60))
        func allows(_ shop: UInt16, dayFrom start: Int64) -> Bool {
            ledger.allows(account: Self.account, shop: shop, from: instant(start), until: instant(start + 86_400))
        }
        #expect(allows(100, dayFrom: -3600))
        #expect(!allows(100, dayFrom: 3600))
        #expect(!allows(101, dayFrom: -3600))
    }
}

@Suite("The histogram of position errors")
struct ErrorHistogramTests {
    @Test("mean and 90th percentile are those of the numbers")
    func summary() {
        var histogram = ErrorHistogram()
        #expect(histogram.summary == SimulationReport.PositionError())
        for centimetres in 1...1000 { histogram.add(Double(centimetres) / 100) }
        #expect(abs(histogram.summary.mean - 5.005) < 0.011)
        #expect(abs(histogram.summary.p90 - 9.0) <= 0.051)
    }

    @Test("an error beyond the histogram's end still counts")
    func overflow() {
        var histogram = ErrorHistogram()
        histogram.add(1e6)
        #expect(histogram.summary.mean == 1e6)
    }
}
