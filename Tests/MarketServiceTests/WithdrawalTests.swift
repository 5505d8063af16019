import API
import Accounts
import Basics
import HTTPKit
import Ledger
import Market
import ServiceKit
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import InboxService
@testable import LedgerService
@testable import MarketService
@testable import ServerApp

@Suite("Money that leaves")
struct WithdrawalTests {
    private static let clp = MarketWorld.asset("CLP")

    private func ask(_ amount: String, _ trader: Trader, _ world: MarketWorld) async throws -> MoneyRequest {
        try await world.market.requestWithdrawal(
            MoneyRequestDraft(asset: Self.clp, amount: amount, bankAccount: "1"), for: trader)
    }

    private func set(
        _ world: MarketWorld, fee: String? = nil, minimum: String? = nil, dailyLimit: String? = nil
    ) async throws {
        try await world.market.administration.setWithdrawalRules(
            .init(fee: fee, minimum: minimum, dailyLimit: dailyLimit), asset: Self.clp)
    }

    @Test("a fee is kept of what is paid out, as it was when that was asked for", arguments: Engine.allCases)
    func fees(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "10000"])
            try await set(world, fee: "300", minimum: "1000")
            let before = try await world.market.withdrawalTerms(of: ana, asset: Self.clp)
            let scale = before.asset.exponent
            #expect(DecimalText.text(before.least, exponent: scale) == "1000")
            #expect(DecimalText.text(before.most, exponent: scale) == "10000" && before.left == nil)
            #expect(try await refusal { _ = try await ask("999", ana, world) } == .withdrawalTooSmall(least: "1000"))
            // No bank pays a part of a peso.
            for part in ["999.99", "1000.5", "1000.000000000000000001", "0.4"] {
                let refusal = try await refusal { _ = try await ask(part, ana, world) }
                #expect(refusal == .withdrawalOffStep(least: "1000", step: "1"))
            }
            #expect(try await world.balance(ana, "CLP") == "10000/10000")
            let request = try await ask("5000", ana, world)
            #expect(try await world.balance(ana, "CLP") == "10000/5000")
            // Who waits keeps what they were told.
            try await set(world, fee: "4999")
            try await world.market.administration.settle(request: request.id)
            #expect(try await world.balance(ana, "CLP") == "5000/5000")
            let house = try await world.database.read { connection in
                try BalanceStore(connection).balances(of: .fees)[before.asset.number]?.total
            }
            #expect(house.map { DecimalText.text($0, exponent: scale) } == "300")
            // The minimum is the fee and a step where that is more.
            let least = "5000"
            #expect(try await refusal { _ = try await ask("4999", ana, world) } == .withdrawalTooSmall(least: least))
            try await world.market.administration.settle(request: try await ask(least, ana, world).id)
            try await world.expectClean()
        }
    }

    @Test("what is paid out is a whole number of the steps of its asset, and what remains stays")
    func steps() async throws {
        try await MarketWorld.with(.sqlite) { world in
            let ana = try await world.person(1, ["CLP": "10000.75", "EUR": "10.759", "ETH": "1.000000000000000001"])
            func terms(_ name: String) async throws -> [String] {
                let terms = try await world.market.withdrawalTerms(of: ana, asset: MarketWorld.asset(name))
                return [terms.step, terms.least, terms.most].map {
                    DecimalText.text($0, exponent: terms.asset.exponent)
                }
            }
            #expect(try await terms("CLP") == ["1", "1", "10000"])
            #expect(try await terms("EUR") == ["0.01", "0.01", "10.75"])
            let unit = "0.000000000000000001"
            #expect(try await terms("ETH") == [unit, unit, "1.000000000000000001"])
            // A fee that is no whole number of steps makes the amounts such that what is paid is one.
            try await set(world, fee: "0.5")
            #expect(try await terms("CLP") == ["1", "1.5", "10000.5"])
            #expect(
                try await refusal { _ = try await ask("2", ana, world) } == .withdrawalOffStep(least: "1.5", step: "1"))
            _ = try await ask("10000.5", ana, world)
            #expect(try await world.balance(ana, "CLP") == "10000.75/0.25")
        }
    }

    @Test("what may leave in 24 hours is bounded, told before, and free again by refusal", arguments: Engine.allCases)
    func limits(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let (ana, ben) = (try await world.person(1, ["CLP": "10000"]), try await world.person(2))
            let address = try await world.market.address(of: ben, asset: Self.clp)
            func send(_ amount: String) async throws -> MarketError? {
                try await refusal {
                    try await world.market.transfer(to: address, amount: amount, asset: Self.clp, memo: nil, from: ana)
                }
            }
            func left() async throws -> String {
                let terms = try await world.market.withdrawalTerms(of: ana, asset: Self.clp)
                #expect(terms.left == terms.most)
                return DecimalText.text(terms.most, exponent: terms.asset.exponent)
            }
            // What left before the bound was set counts.
            #expect(try await send("100") == nil)
            try await set(world, dailyLimit: "1000")
            #expect(try await left() == "900")
            let first = try await ask("500", ana, world)
            world.clock.advance(seconds: 3600)
            #expect(try await send("300") == nil)
            #expect(try await send("100.01") == .dailyLimit(left: "100"))
            #expect(try await refusal { _ = try await ask("101", ana, world) } == .dailyLimit(left: "100"))
            #expect(try await left() == "100")
            try await world.market.administration.refuse(request: first.id)
            #expect(try await left() == "600")
            let second = try await ask("600", ana, world)
            #expect(try await send("0.01") == .dailyLimit(left: "0"))
            _ = try await world.market.cancel(request: second.id, for: ana)
            #expect(try await left() == "600")
            // An account's own bound, and the end of it.
            try await world.market.administration.setDailyLimit("2000", of: "person1@example.org", asset: Self.clp)
            #expect(try await left() == "1600")
            try await world.market.administration.setDailyLimit(nil, of: "person1@example.org", asset: Self.clp)
            #expect(try await left() == "600")
            // To the millisecond.
            world.clock.advance(seconds: OutgoingStore.windowSeconds - 3601)
            #expect(try await left() == "600")
            world.clock.advance(seconds: 1)
            #expect(try await left() == "700")
            try await world.market.prune(at: world.clock.now)
            #expect(try await left() == "700")
            world.clock.advance(seconds: 3600)
            #expect(try await left() == "1000")
            try await world.expectClean()
        }
    }

    @Test("of many that leave at once on two servers no more go than may", arguments: Engine.allCases)
    func rush(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let (ana, ben) = (try await world.person(1, ["CLP": "10000"]), try await world.person(2))
            let address = try await world.market.address(of: ben, asset: Self.clp)
            try await set(world, dailyLimit: "100")
            try await world.withSecondServer { second in
                let gone = await withTaskGroup(of: Bool.self) { group in
                    for number in 0..<10 {
                        let server = number % 2 == 0 ? world.market : second.market
                        group.addTask {
                            let sent = try? await server.transfer(
                                to: address, amount: "30", asset: Self.clp, memo: nil, from: ana)
                            return sent != nil
                        }
                    }
                    return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                #expect((1...3).contains(gone))
                let arrived = try await world.balance(ben, "CLP")
                #expect(arrived == "\(gone * 30)/\(gone * 30)")
            }
            try await world.expectClean()
        }
    }

    @Test("a request that waits is taken back by its owner alone, once", arguments: Engine.allCases)
    func cancelling(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let (ana, ben) = (try await world.person(1, ["CLP": "1000"]), try await world.person(2))
            let request = try await ask("300", ana, world)
            #expect(
                try await refusal { _ = try await world.market.cancel(request: request.id, for: ben) }
                    == .unknownRequest)
            #expect(try await refusal { _ = try await world.market.cancel(request: 99, for: ana) } == .unknownRequest)
            #expect(try await world.market.cancel(request: request.id, for: ana).status == .cancelled)
            #expect(try await world.balance(ana, "CLP") == "1000/1000")
            #expect(
                try await refusal { _ = try await world.market.cancel(request: request.id, for: ana) }
                    == .requestDecided)
            let coming = try await world.market.requestDeposit(
                MoneyRequestDraft(asset: Self.clp, amount: "5", bankAccount: "1"), for: ana)
            #expect(try await world.market.cancel(request: coming.id, for: ana).decidedAt != nil)
            #expect(
                try await refusal { _ = try await world.market.administration.settle(request: coming.id) }
                    == .requestDecided)
            #expect(try await world.balance(ana, "CLP") == "1000/1000")
            #expect(try await world.market.administration.requests(.cancelled).items.count == 2)
            try await world.expectClean()
        }
    }

    @Test("of a decision and its owner's taking back exactly one comes first", arguments: Engine.allCases)
    func race(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            var left = 1000
            for number in 0..<12 {
                let request = try await ask("10", ana, world)
                let administration = LedgerAdministration(database: world.database, clock: world.clock.serverClock)
                async let taken = refusal { _ = try await world.market.cancel(request: request.id, for: ana) }
                async let decided = refusal {
                    if number % 2 == 0 {
                        try await administration.settle(request: request.id)
                    } else {
                        try await administration.refuse(request: request.id)
                    }
                }
                let outcomes = [try await taken, try await decided]
                #expect(outcomes.filter { $0 == nil }.count == 1)
                #expect(outcomes.filter { $0 == .requestDecided }.count == 1)
                if number % 2 == 0, outcomes[1] == nil { left -= 10 }
            }
            #expect(try await world.balance(ana, "CLP") == "\(left)/\(left)")
            try await world.expectClean()
        }
    }

    @Test(
        "each step is mailed to a proved address, without a link, and stands in the trail", arguments: Engine.allCases)
    func told(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(post)
            let session = try await world.visitor()
            let account = session.accountID
            let administration = services.market.administration
            try await services.market.refresh()
            try await administration.deposit(toAccount: account, asset: Self.clp, amount: "1000")
            let trader = try await services.market.trader(of: account)
            func ask(_ amount: String) async throws -> Int64 {
                try await services.market.requestWithdrawal(
                    MoneyRequestDraft(asset: Self.clp, amount: amount, bankAccount: "Banco 4711"), for: trader
                ).id
            }
            try await services.alerts.lookAtRequests()
            try await world.database.write { connection in
                try connection.execute("UPDATE accounts SET proof = 'trading' WHERE id = ?1", [.blob(account)])
            }
            _ = try await services.market.cancel(request: try await ask("11"), for: trader)
            #expect(
                try await post.texts(for: "ana@example.org", by: services).isEmpty, "nobody has proved this address")
            try await world.database.write { connection in
                try connection.execute("UPDATE accounts SET proof = 'mailbox' WHERE id = ?1", [.blob(account)])
            }
            let (paid, refused) = (try await ask("22"), try await ask("33"))
            _ = try await services.market.cancel(request: try await ask("44"), for: trader)
            try await administration.settle(request: paid)
            try await administration.refuse(request: refused)
            for _ in 0..<2 { try await services.alerts.lookAtRequests() }
            let other = try await world.visitor("ben")
            let to = try await services.market.address(
                of: try await services.market.trader(of: other.accountID), asset: Self.clp)
            try await services.market.transfer(to: to, amount: "55", asset: Self.clp, memo: nil, from: trader)
            let texts = try await post.texts(for: "ana@example.org", by: services)
            for (amount, times) in [("22", 2), ("33", 2), ("44", 2), ("55", 1)] {
                #expect(texts.filter { $0.contains("(\(amount) CLP)") }.count == times, "\(amount)")
            }
            #expect(texts.count == 7)
            #expect(!texts.contains { $0.contains("http") || $0.contains("4711") || $0.contains(to) })
            let events = try await services.accounts.history(of: session).events
            let money = events.filter { $0.label?.hasSuffix("CLP") == true }
            #expect(
                Set(money.map { "\($0.kind.rawValue) \($0.label ?? "")" }) == [
                    "withdrawal.asked 11 CLP", "withdrawal.cancelled 11 CLP", "withdrawal.asked 22 CLP",
                    "withdrawal.settled 22 CLP", "withdrawal.asked 33 CLP", "withdrawal.refused 33 CLP",
                    "withdrawal.asked 44 CLP", "withdrawal.cancelled 44 CLP", "money.sent 55 CLP",
                ])
            #expect(try await administration.audit().isClean)
        }
    }

    @Test("an account with a passkey shows it before money leaves, in place of a code", arguments: Engine.allCases)
    func passkeys(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = world.services()
            let (passkeys, accounts) = (services.passkeys, services.accounts)
            let session = try await world.visitor()
            func proof(_ typed: String? = nil, works: Bool = true) async -> String? {
                await code {
                    try await accounts.requireMoneyProof(typed, of: session, passkeysWork: works)
                }
            }
            #expect(await proof() == nil, "as it was, with neither passkey nor second factor")
            passkeys.site.open(publicURL: "https://cerca.example", host: "0.0.0.0", port: 1, isEncrypted: false)
            var device = SoftAuthenticator()
            let new = try await passkeys.beginRegistration(of: session)
            device.user = new.user
            let made = device.make(new.challenge.bytes)
            _ = try await passkeys.register(
                clientData: made.clientData, attestation: made.attestation, label: "Phone", of: session)
            let key = device
            #expect(await proof() == "accounts.passkey_needed")
            #expect(await proof(works: false) == nil)
            // The password shows who somebody is, and is not enough here.
            try await accounts.confirm(password: "long enough", code: nil, of: session)
            #expect(await proof() == "accounts.passkey_needed")
            func show() async throws {
                let challenge = try await passkeys.beginConfirmation(of: session)
                try await passkeys.confirm(try key.use(challenge.bytes), of: session)
            }
            try await show()
            #expect(await proof() == nil)
            world.clock.advance(seconds: AccountService.confirmationSeconds)
            #expect(await proof() == "accounts.passkey_needed")
            // It shows nothing for another session of the account.
            let other = try await passkeys.signIn(try key.use(try await passkeys.beginSignIn(from: nil).bytes))
            #expect(try await accounts.moneyProof(of: other.session, passkeysWork: true) == .shown)
            #expect(try await accounts.moneyProof(of: session, passkeysWork: true) == .passkey)

            let begun = try await accounts.beginFactor(password: "long enough", of: session)
            let address = try #require(begun)
            let recovery = try await accounts.confirmFactor(code: world.code(address), of: session)
            #expect(await proof() == "accounts.code_needed")
            #expect(await proof("000000") == "accounts.wrong_code")
            world.clock.advance(seconds: 30)
            #expect(await proof(recovery[0]) == nil && recovery.count > 1)
            #expect(await proof(recovery[0]) == "accounts.wrong_code")
            world.clock.advance(seconds: 30)
            try await show()
            // No code is used up for nothing.
            #expect(await proof(recovery[1]) == nil)
            world.clock.advance(seconds: AccountService.confirmationSeconds)
            #expect(await proof(recovery[1]) == nil)
        }
    }
}
