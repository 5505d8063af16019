import Basics
import Testing

@testable import Ledger

@Suite("Ledger")
struct LedgerTests {
    private let ana = LedgerAccount(rawValue: 1000)
    private let bruno = LedgerAccount(rawValue: 1001)

    @Test("a transfer moves what it says, and its fee goes to the account of fees")
    func transfers() throws {
        var ledger = Ledger()
        ledger.load(BalanceKey(account: ana, asset: 1), Balance(total: 100))
        try ledger.apply(
            Transfer([
                Posting(account: ana, asset: 1, amount: -60), Posting(account: bruno, asset: 1, amount: 60, fee: 7),
            ]))
        #expect(ledger[BalanceKey(account: ana, asset: 1)] == Balance(total: 40))
        #expect(ledger[BalanceKey(account: bruno, asset: 1)] == Balance(total: 53))
        #expect(ledger[BalanceKey(account: .fees, asset: 1)] == Balance(total: 7))
        #expect(ledger.sum(of: 1) == 100)
        #expect(
            ledger.changed == [ana, bruno, .fees].map { BalanceKey(account: $0, asset: 1) })
        ledger.forgetChanges()
        #expect(ledger.changed.isEmpty)
    }

    @Test("a transfer that is not balanced in each asset, or whose fees are wrong, cannot be made")
    func invalidTransfers() throws {
        func make(_ postings: Posting...) -> LedgerFault? {
            do throws(LedgerFault) {
                _ = try Transfer(postings)
                return nil
            } catch { return error }
        }
        #expect(make(Posting(account: ana, asset: 1, amount: 1)) == .unbalanced(asset: 1))
        #expect(
            make(Posting(account: ana, asset: 1, amount: -1), Posting(account: bruno, asset: 2, amount: 1))
                == .unbalanced(asset: 1))
        #expect(
            make(
                Posting(account: ana, asset: 1, amount: -1), Posting(account: bruno, asset: 1, amount: 1),
                Posting(account: bruno, asset: 2, amount: 1)) == .unbalanced(asset: 2))
        #expect(
            make(
                Posting(account: ana, asset: 1, amount: -1), Posting(account: bruno, asset: 1, amount: 1, fee: 2))
                == .invalidFee)
        #expect(
            make(
                Posting(account: ana, asset: 1, amount: -1), Posting(account: bruno, asset: 1, amount: 1, fee: -1))
                == .invalidFee)
        #expect(
            make(
                Posting(account: ana, asset: 1, amount: -1, fee: 1), Posting(account: bruno, asset: 1, amount: 1))
                == .invalidFee)
        #expect(
            make(
                Posting(account: ana, asset: 1, amount: .max), Posting(account: bruno, asset: 1, amount: 1))
                == .overflow)
        #expect(make() == nil)
        let many = (0..<17).map { Posting(account: ana, asset: $0, amount: 0) }
        #expect(throws: LedgerFault.tooManyPostings) { try Transfer(many) }
        #expect(throws: Never.self) { try Transfer(Array(many.dropLast())) }
    }

    @Test("what is held cannot be spent, and no more can be released than is held")
    func holds() throws {
        var ledger = Ledger()
        let key = BalanceKey(account: ana, asset: 1)
        ledger.load(key, Balance(total: 10))
        try ledger.hold(6, key)
        #expect(ledger[key].available == 4)
        #expect(throws: LedgerFault.insufficient) { try ledger.hold(5, key) }
        #expect(throws: LedgerFault.insufficient) {
            try ledger.apply(
                Transfer([
                    Posting(account: ana, asset: 1, amount: -5), Posting(account: bruno, asset: 1, amount: 5),
                ]))
        }
        #expect(throws: LedgerFault.notHeld) { try ledger.release(7, key) }
        #expect(throws: LedgerFault.invalidAmount) { try ledger.release(-1, key) }
        #expect(throws: LedgerFault.invalidAmount) { try ledger.hold(-1, key) }
        #expect(throws: LedgerFault.invalidAmount) { try ledger.hold(.min, key) }
        try ledger.release(6, key)
        #expect(ledger[key] == Balance(total: 10))
    }

    @Test("only the end of a transfer counts, so that an account can pay with what it receives in it")
    func orderWithinTransfer() throws {
        var ledger = Ledger()
        ledger.load(BalanceKey(account: .world, asset: 1), Balance())
        try ledger.apply(
            Transfer([
                Posting(account: ana, asset: 1, amount: -5), Posting(account: bruno, asset: 1, amount: 5),
                Posting(account: .world, asset: 1, amount: -5), Posting(account: ana, asset: 1, amount: 5),
            ]))
        #expect(ledger[BalanceKey(account: ana, asset: 1)] == Balance())
        #expect(ledger[BalanceKey(account: bruno, asset: 1)].total == 5)
        #expect(ledger[BalanceKey(account: .world, asset: 1)].total == -5)
    }

    @Test("numbers that leave 128 bits are refused and change nothing")
    func overflow() throws {
        var ledger = Ledger()
        func deposit(_ amount: Int128) throws {
            try ledger.apply(
                Transfer([
                    Posting(account: .world, asset: 1, amount: -amount),
                    Posting(account: ana, asset: 1, amount: amount),
                ]))
        }
        try deposit(.max)
        let before = ledger.balances
        #expect(throws: LedgerFault.overflow) { try deposit(2) }
        #expect(ledger.balances == before)
        #expect(throws: LedgerFault.overflow) {
            try ledger.hold(.max, BalanceKey(account: .world, asset: 1))
        }
        #expect(ledger.balances == before)
    }

    @Test("a balance that was loaded is known and is no change; one that was not is zero")
    func loading() throws {
        var ledger = Ledger()
        let key = BalanceKey(account: ana, asset: 3)
        #expect(!ledger.knows(key))
        #expect(ledger[key] == Balance())
        ledger.load(key, Balance(total: 5, held: 2))
        #expect(ledger.knows(key))
        #expect(ledger.changed.isEmpty)
        try ledger.hold(0, key)
        #expect(ledger.changed.isEmpty)
        try ledger.hold(1, key)
        try ledger.release(1, key)
        #expect(ledger.changed == [key])
    }

    @Test("thousands of balances are told apart whatever their numbers, and forgotten all at once")
    func manyBalances() throws {
        var ledger = Ledger()
        var random = SplitMix64(seed: 1)
        for _ in 0..<3 {
            // Numbers that follow one another, that differ in the upper half only, that collide with others' assets,
            // and any.
            var plain: [BalanceKey: Balance] = [:]
            for index in 0..<1000 as Range<Int64> {
                for number in [
                    1000 + index, index << 40, .min + index, Int64.random(in: .min ... .max, using: &random),
                ] {
                    for asset in [1, 65, 65_535] {
                        let key = BalanceKey(account: LedgerAccount(rawValue: number), asset: asset)
                        let balance = Balance(total: Int128(plain.count + 1))
                        plain[key] = balance
                        ledger.load(key, balance)
                    }
                }
            }
            #expect(ledger.balances == plain)
            #expect(plain.allSatisfy { ledger[$0.key] == $0.value })
            let key = BalanceKey(account: ana, asset: 1)
            try ledger.hold(1, key)
            #expect(ledger.changed == [key])
            ledger.forgetAll()
            #expect(ledger.count == 0 && ledger.changed.isEmpty && !ledger.knows(key))
            #expect(plain.keys.allSatisfy { ledger[$0] == Balance() })
        }
    }

    @Test(
        "after each of thousands of random operations the sums are zero, nobody owes, and what is refused changes nothing",
        arguments: 0..<32 as Range<UInt64>)
    func invariants(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var ledger = Ledger()
        var plain: [BalanceKey: Balance] = [:]
        let people = (0..<6).map { LedgerAccount(rawValue: 1000 + $0) }
        let all = people + [.world, .points, .fees]
        for account in people {
            for asset in 1...3 {
                for (key, amount) in [(account, 500), (.world, -500)] as [(LedgerAccount, Int128)] {
                    let key = BalanceKey(account: key, asset: asset)
                    plain[key, default: Balance()].total += amount
                    ledger.load(key, plain[key, default: Balance()])
                }
            }
        }
        let loaded = plain
        var done = 0
        var refused = 0
        for _ in 0..<600 {
            let before = ledger.balances
            do {
                switch Int.random(in: 0..<10, using: &random) {
                case 0, 1:
                    let key = BalanceKey(
                        account: people.randomElement(using: &random) ?? .world,
                        asset: Int.random(in: 1...3, using: &random))
                    let amount = Int128.random(in: -2...400, using: &random)
                    try ledger.hold(amount, key)
                    plain[key, default: Balance()].held += amount
                case 2, 3:
                    let key = BalanceKey(
                        account: people.randomElement(using: &random) ?? .world,
                        asset: Int.random(in: 1...3, using: &random))
                    let amount = Int128.random(in: -2...400, using: &random)
                    try ledger.release(amount, key)
                    plain[key, default: Balance()].held -= amount
                default:
                    let postings = Self.postings(among: all, &random)
                    try ledger.apply(Transfer(postings))
                    for posting in postings {
                        plain[BalanceKey(account: posting.account, asset: posting.asset), default: Balance()].total +=
                            posting.amount - posting.fee
                        plain[BalanceKey(account: .fees, asset: posting.asset), default: Balance()].total += posting.fee
                    }
                }
                done += 1
            } catch {
                #expect(ledger.balances == before)
                refused += 1
            }
            for asset in 1...3 { #expect(ledger.sum(of: asset) == 0) }
            for (key, balance) in ledger.balances {
                #expect(!key.account.isPerson || (balance.available >= 0 && balance.held >= 0))
                #expect(balance == plain[key, default: Balance()])
            }
        }
        #expect(done > 100 && refused > 30)
        let differing = ledger.balances.filter { $0.value != loaded[$0.key, default: Balance()] }.keys
        #expect(Set(differing).isSubset(of: Set(ledger.changed)))
        #expect(Set(ledger.changed).count == ledger.changed.count)
    }

    /// Random postings, most of them balanced, some of them with a fee, a few of them wrong.
    private static func postings(among accounts: [LedgerAccount], _ random: inout SplitMix64) -> [Posting] {
        var postings: [Posting] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let asset = Int.random(in: 1...3, using: &random)
            let amount = Int128.random(in: 0...300, using: &random)
            let giver = accounts.randomElement(using: &random) ?? .world
            let taker = accounts.randomElement(using: &random) ?? .world
            let wrong: Int128 = Int.random(in: 0..<20, using: &random) == 0 ? 1 : 0
            postings.append(Posting(account: giver, asset: asset, amount: -amount))
            postings.append(
                Posting(
                    account: taker, asset: asset, amount: amount + wrong,
                    fee: Int128.random(in: 0...amount, using: &random)))
        }
        return postings.shuffled(using: &random)
    }
}
