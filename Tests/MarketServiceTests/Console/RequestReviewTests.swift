import AccountService
import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import Storage
import TestServer
import Testing

@testable import MarketService

@Suite("Deposits and withdrawals, decided by the market's staff")
struct RequestReviewTests {
    private static let clp = MarketWorld.asset("CLP")

    /// The account of somebody of the staff; people of tests have lower numbers.
    private func staff(_ number: Int, in world: MarketWorld) async throws -> [UInt8] {
        try await world.person(100 + number).account
    }

    private func ask(_ amount: String, _ trader: Trader, _ world: MarketWorld) async throws -> Int64 {
        try await world.market.requestWithdrawal(
            MoneyRequestDraft(asset: Self.clp, amount: amount, bankAccount: "1"), for: trader
        ).id
    }

    private func journal(_ console: MarketConsole) async throws -> [String] {
        try await console.journal(before: nil).entries.reversed().map { "\($0.action.rawValue) \($0.subject)" }
    }

    @Test(
        "above the limit of its asset a request needs two people, and never the same one twice",
        arguments: Engine.allCases)
    func twoPeople(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let console = MarketConsole(market: world.market)
            let ana = try await world.person(1, ["CLP": "10000"])
            let (eva, ben) = (try await staff(1, in: world), try await staff(2, in: world))
            try await world.market.administration.setApprovalLimit("1000", asset: Self.clp)
            // What is just the limit needs one.
            let small = try await console.settle(try await ask("1000", ana, world), by: eva, keeping: nil)
            #expect(small.request.status == .settled && !small.needsTwo)
            let large = try await ask("1001", ana, world)
            let first = try await console.settle(large, by: eva, keeping: nil)
            #expect(first.request.status == .waiting && first.needsTwo && first.approval?.staff == eva)
            #expect(try await world.balance(ana, "CLP") == "9000/7999")
            for _ in 0..<3 {
                let again = try await refusal { _ = try await console.settle(large, by: eva, keeping: nil) }
                #expect(again == .secondPersonNeeded)
            }
            // Nobody takes back what somebody else has approved.
            let others = try await console.withdrawApproval(of: large, by: ben, keeping: nil)
            #expect(others.approval?.staff == eva)
            _ = try await console.withdrawApproval(of: large, by: eva, keeping: nil)
            let anew = try await console.settle(large, by: ben, keeping: nil)
            #expect(anew.request.status == .waiting && anew.approval?.staff == ben)
            #expect(try await console.requests(after: 0).items.map(\.approval?.email) == ["person102@example.org"])
            let second = try await console.settle(large, by: eva, keeping: nil)
            #expect(second.request.status == .settled && second.approval == nil)
            let late = try await refusal { _ = try await console.settle(large, by: ben, keeping: nil) }
            #expect(late == .requestDecided)
            let text = "\(large) withdrawal 1001 CLP"
            #expect(
                try await journal(console) == [
                    "request.settled \(small.request.id) withdrawal 1000 CLP", "request.approved \(text)",
                    "request.unapproved \(text)", "request.approved \(text)", "request.settled \(text)",
                ])
            try await world.expectClean()
        }
    }

    @Test("a limit that is set later holds for what waits", arguments: Engine.allCases)
    func laterLimit(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let console = MarketConsole(market: world.market)
            let ana = try await world.person(1, ["CLP": "10000"])
            let eva = try await staff(1, in: world)
            let request = try await ask("600", ana, world)
            try await world.market.administration.setApprovalLimit("500", asset: Self.clp)
            #expect(try await console.settle(request, by: eva, keeping: nil).request.status == .waiting)
            try await world.market.administration.setApprovalLimit(nil, asset: Self.clp)
            #expect(try await console.settle(request, by: eva, keeping: nil).request.status == .settled)
            let limits = try await world.market.administration.approvalLimits()
            #expect(limits.allSatisfy { $0.limit == nil })
            let wrong = try await refusal {
                try await world.market.administration.setApprovalLimit("-1", asset: Self.clp)
            }
            #expect(wrong == .amount(.malformed))
        }
    }

    @Test("of many who decide at once, money moves once and two people have said so", arguments: Engine.allCases)
    func race(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let console = MarketConsole(market: world.market)
            let ana = try await world.person(1, ["CLP": "10000"])
            try await world.market.administration.setApprovalLimit("1000", asset: Self.clp)
            let request = try await ask("5000", ana, world)
            var people: [[UInt8]] = []
            for number in 1...4 { people.append(try await staff(number, in: world)) }
            // Each of them presses twice.
            let settled = await withTaskGroup(of: [UInt8]?.self) { group in
                for account in people + people {
                    group.addTask {
                        let reviewed = try? await console.settle(request, by: account, keeping: nil)
                        return reviewed?.request.status == .settled ? account : nil
                    }
                }
                return await group.reduce(into: [[UInt8]]()) { found, account in
                    if let account { found.append(account) }
                }
            }
            let entries = try await console.journal(before: nil).entries
            let actions = entries.reversed().map(\.action.rawValue)
            #expect(settled.count <= 1)
            if settled.isEmpty {
                // A database that had others to serve may have sent all but the first away.
                #expect(actions == ["request.approved"])
            } else {
                #expect(actions == ["request.approved", "request.settled"])
                #expect(Set(entries.map(\.actorText)).count == 2)
            }
            #expect(try await world.balance(ana, "CLP") == (settled.isEmpty ? "10000/5000" : "5000/5000"))
            try await world.expectClean()
        }
    }

    @Test("nobody decides about a request of their own", arguments: Engine.allCases)
    func own(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let console = MarketConsole(market: world.market)
            let eva = try await world.person(101, ["CLP": "1000"])
            let request = try await ask("500", eva, world)
            let deeds: [@Sendable () async throws -> Void] = [
                { _ = try await console.settle(request, by: eva.account, keeping: nil) },
                { _ = try await console.refuse(request, reason: "no", by: eva.account, keeping: nil) },
            ]
            for deed in deeds { #expect(try await refusal(deed) == .ownRequest) }
            #expect(try await world.balance(eva, "CLP") == "1000/500")
            #expect(try await journal(console).isEmpty)
        }
    }

    @Test("a refusal has a reason that its owner reads, and frees what was held", arguments: Engine.allCases)
    func refused(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let console = MarketConsole(market: world.market)
            let ana = try await world.person(1, ["CLP": "1000"])
            let (eva, ben) = (try await staff(1, in: world), try await staff(2, in: world))
            try await world.market.administration.setApprovalLimit("0", asset: Self.clp)
            let request = try await ask("500", ana, world)
            for wrong in ["", " ", "a\nb", String(repeating: "a", count: 257)] {
                let fault = try await refusal {
                    _ = try await console.refuse(request, reason: wrong, by: eva, keeping: nil)
                }
                #expect(fault == .invalidText, "\(wrong)")
            }
            _ = try await console.settle(request, by: ben, keeping: nil)
            let refused = try await console.refuse(request, reason: "Another name", by: eva, keeping: nil)
            #expect(refused.request.status == .refused && refused.request.reason == "Another name")
            #expect(try await world.balance(ana, "CLP") == "1000/1000")
            let own = try await world.market.requests(of: ana, page: Page()).items
            #expect(own.map(\.reason) == ["Another name"])
            let missing = try await refusal { _ = try await console.settle(99, by: eva, keeping: nil) }
            #expect(missing == .unknownRequest)
            // The approval went with the decision.
            let left = try await world.database.read { try ApprovalStore($0).approvals() }
            #expect(left.isEmpty)
        }
    }

    @Test("the requests that wait come in pages, oldest first", arguments: Engine.allCases)
    func pages(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "10000"])
            var ids: [Int64] = []
            for _ in 0..<5 { ids.append(try await ask("1", ana, world)) }
            try await world.market.administration.settle(request: ids[1])
            let first = try await world.market.administration.reviewedRequests(limit: 2)
            #expect(first.items.map(\.request.id) == [ids[0], ids[2]] && first.hasMore)
            let second = try await world.market.administration.reviewedRequests(
                after: try #require(first.next).number, limit: 2)
            #expect(second.items.map(\.request.id) == [ids[3], ids[4]] && !second.hasMore)
        }
    }
}
