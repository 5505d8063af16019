import Ledger
import Testing

extension LibraryExamples {
    @Test("Ledger: double entry in whole numbers")
    func ledger() throws {
        // example
        let pesos = 1
        let ana = BalanceKey(account: LedgerAccount(rawValue: 1000), asset: pesos)
        let world = BalanceKey(account: .world, asset: pesos)
        var ledger = Ledger()
        ledger.load(ana, Balance())
        ledger.load(world, Balance())

        // Text to the smallest unit and back, without floating point.
        let amount = try DecimalText.units("1000000.50", exponent: 2)
        try ledger.apply(
            Transfer([
                Posting(account: world.account, asset: pesos, amount: -amount),
                Posting(account: ana.account, asset: pesos, amount: amount),
            ]))
        try ledger.hold(DecimalText.units("250", exponent: 2), ana)
        let available = DecimalText.text(ledger[ana].available, exponent: 2)
        // end of example
        #expect(available == "999750.5")
        #expect(ledger.sum(of: pesos) == 0)
    }
}
