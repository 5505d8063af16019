import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage

// The audit: everything in the ledger against everything else.
extension LedgerAdministration {
    /// Compares everything in the ledger with everything else, piece by piece, on one consistent state.
    ///
    /// - Parameter told: Is told after each piece how much of it does not agree, and how many pieces there are in all.
    package func audit(
        telling told:
            @escaping @Sendable (
                _ piece: LedgerAuditPiece, _ faults: Int, _ inAll: Int
            ) -> Void = { _, _, _ in }
    ) async throws(ServiceError) -> LedgerAuditReport {
        try await database.readingHistory { connection in
            var audit = try LedgerAudit(connection)
            try audit.run(told)
            return audit.report
        }
    }
}

/// One audit within one snapshot of the database.
private struct LedgerAudit {
    /// What an order comes to by its fills.
    private struct Executed: Equatable {
        var lots: Int64 = 0
        var notional: Int128 = 0
        var fee: Int128 = 0
    }

    /// How many rows are looked at before the next ones are fetched.
    private static let step = 10_000
    private static let faultsKept = 100

    private let connection: any Connection
    private let catalogue: Catalogue
    private(set) var report = LedgerAuditReport()
    /// What does not agree in the piece that is looked at.
    private var faults = 0
    /// What balances should be by everything that was posted.
    private var posted: [BalanceKey: Int128] = [:]
    /// What should be held by everything that is open.
    private var held: [BalanceKey: Int128] = [:]

    init(_ connection: any Connection) throws {
        self.connection = connection
        catalogue = try CatalogueStore(connection).catalogue()
    }

    mutating func run(_ told: (LedgerAuditPiece, _ faults: Int, _ inAll: Int) -> Void) throws {
        let inAll = catalogue.markets.count + 2
        func tell(_ piece: LedgerAuditPiece) {
            told(piece, faults, inAll)
            faults = 0
        }
        for rules in catalogue.markets {
            try checkMarket(rules)
            tell(.market(rules.name))
        }
        try addPostings()
        tell(.postings)
        try addWithdrawals()
        try checkBalances()
        tell(.balances)
    }

    private mutating func fault(_ text: String) {
        faults += 1
        if report.faults.count < Self.faultsKept { report.faults.append(text) }
    }

    private mutating func post(_ amount: Int128, _ account: LedgerAccount, _ asset: Int) {
        posted[BalanceKey(account: account, asset: asset), default: 0] &+= amount
    }

    // MARK: - Markets

    private mutating func checkMarket(_ rules: MarketRules) throws {
        var trails = TrailAudit()
        var executed = try addFills(rules, &trails)
        var last: Int64 = 0
        while true {
            let some = try OrderStore(connection).orders(market: rules.number, after: last, limit: Self.step)
            for order in some {
                try check(order, executed.removeValue(forKey: order.id) ?? Executed(), rules)
                trails.add(order)
            }
            guard some.count == Self.step, let end = some.last else { break }
            last = end.id
        }
        for id in executed.keys.sorted().prefix(Self.faultsKept) {
            fault("\(rules.name): there are fills of order \(id), which does not exist.")
        }
        try trails.finish(market: rules.number, connection)
        for text in trails.faults.prefix(Self.faultsKept) { fault("\(rules.name): \(text)") }
    }

    private mutating func check(_ order: LiveOrder, _ executed: Executed, _ rules: MarketRules) throws {
        report.orders += 1
        if executed != Executed(lots: order.executed, notional: order.notional, fee: order.fee) {
            fault("\(rules.name): order \(order.id) does not agree with its fills.")
        }
        let isRight =
            switch order.status {
            case .waiting: order.executed == 0 && order.terms.stop != nil && order.placed == 0
            case .queued: order.remaining > 0 && order.terms.ticks != nil
            case .filled: order.remaining == 0
            case .cancelled: order.remaining > 0
            }
        if !isRight || MarketNumbering.market(of: order.id) != rules.number {
            fault("\(rules.name): order \(order.id) contradicts itself.")
        }
        guard order.status.isOpen, let ticks = order.terms.ticks else { return }
        var hold = try rules.hold(side: order.terms.side, ticks: ticks, lots: order.remaining)
        // Of a pair the stop holds what it may cost beyond the other one.
        if order.status == .waiting, let partner = order.partner,
            let limit = try OrderStore(connection).order(partner), limit.status.isOpen, let ticks = limit.terms.ticks
        {
            hold.amount = max(
                0, hold.amount - (try rules.hold(side: limit.terms.side, ticks: ticks, lots: limit.terms.lots).amount))
        }
        held[BalanceKey(account: order.account, asset: hold.asset), default: 0] &+= hold.amount
    }

    /// Adds what every fill posted, and gives what the orders come to by their fills.
    private mutating func addFills(_ rules: MarketRules, _ trails: inout TrailAudit) throws -> [Int64: Executed] {
        var executed: [Int64: Executed] = [:]
        // Older fees are where those of all markets were.
        let sharedUntil = MarketNumbering.last(
            at: try CatalogueStore(connection).sequenceOfSharedFees(rules.number))
        var last: Int64 = 0
        while true {
            let some = try FillStore(connection).fills(market: rules.number, after: last, limit: Self.step)
            for fill in some {
                report.fills += 1
                trails.add(fill)
                let amount = rules.amountUnits(fill.lots)
                let notional = try rules.notional(ticks: fill.ticks, lots: fill.lots)
                post(amount &- fill.buyerFee, fill.buyer, rules.base.number)
                post(-notional, fill.buyer, rules.quote.number)
                post(-amount, fill.seller, rules.base.number)
                post(notional &- fill.sellerFee, fill.seller, rules.quote.number)
                let house = fill.id <= sharedUntil ? LedgerAccount.fees : .fees(ofMarket: rules.number)
                post(fill.buyerFee, house, rules.base.number)
                post(fill.sellerFee, house, rules.quote.number)
                for side in Side.allCases {
                    let record = fill.record(of: side, rules)
                    executed[record.order, default: Executed()].lots &+= fill.lots
                    executed[record.order, default: Executed()].notional &+= notional
                    executed[record.order, default: Executed()].fee &+= record.fee
                }
            }
            guard some.count == Self.step, let end = some.last else { return executed }
            last = end.id
        }
    }

    // MARK: - Balances

    private mutating func addPostings() throws {
        var last: Int64 = 0
        while true {
            let numbers = try connection.query(
                "SELECT id FROM transfers WHERE id > ?1 ORDER BY id LIMIT ?2",
                [.integer(last), .integer(Int64(Self.step))]
            ).map { try $0.integer(0) }
            guard let end = numbers.last else { return }
            var sums: [Int64: [Int: Int128]] = [:]
            for row in try connection.query(
                PostingColumn.self,
                "SELECT \(PostingColumn.list) FROM postings WHERE transfer > ?1 AND transfer <= ?2",
                [.integer(last), .integer(end)])
            {
                let asset = try row.number(.asset)
                let amount = try row.amount(.amount)
                let fee = try row.amount(.fee)
                post(amount &- fee, try row.account(.account), asset)
                if fee != 0 { post(fee, .fees, asset) }
                sums[try row.integer(.transfer), default: [:]][asset, default: 0] &+= amount
            }
            for number in numbers where sums[number]?.values.allSatisfy({ $0 == 0 }) != true {
                fault("Transfer \(number) does not add up to zero.")
            }
            last = end
        }
    }

    private mutating func addWithdrawals() throws {
        for (key, amount) in try MoneyRequestStore.waitingWithdrawals(connection) {
            held[key, default: 0] &+= amount
        }
    }

    private mutating func checkBalances() throws {
        var sums: [Int: Int128] = [:]
        var owned: [Int: Int128] = [:]
        for (key, balance) in try BalanceStore(connection).all() {
            report.balances += 1
            let name = "account \(key.account.rawValue), asset \(key.asset)"
            sums[key.asset, default: 0] &+= balance.total
            if key.account.isPerson { owned[key.asset, default: 0] &+= balance.total }
            if posted.removeValue(forKey: key) ?? 0 != balance.total {
                fault("The balance of \(name) is not what its postings come to.")
            }
            if held.removeValue(forKey: key) ?? 0 != balance.held {
                fault("What is held of \(name) is not what its open orders and withdrawals hold.")
            }
            if balance.held < 0 || (key.account.isPerson && balance.available < 0) {
                fault("The balance of \(name) is below zero.")
            }
        }
        for (key, amount) in posted where amount != 0 {
            fault("There are postings of account \(key.account.rawValue), asset \(key.asset), without a balance.")
        }
        for (key, amount) in held where amount != 0 {
            fault("Something holds asset \(key.asset) of account \(key.account.rawValue), which has no balance.")
        }
        report.assets = catalogue.assets.map {
            .init(name: $0.name, sum: sums[$0.number] ?? 0, owned: owned[$0.number] ?? 0)
        }
    }
}
