import API
import AccountService
import Basics
import Loyalty
import ServiceKit
import Storage
import TestServer
import Testing

@testable import LoyaltyService

@Suite("Campaigns of shops")
struct CampaignServiceTests {
    private let terms = CampaignTermsBody(
        name: "Coffee in December", holdOut: 2000, weeks: 4, baseline: 1000, expected: 1500, weekly: 250)

    private var longer: CampaignTermsBody {
        var longer = terms
        longer.weeks = 8
        return longer
    }

    @Test("a campaign is drafted, begun, too early, ended and read, once")
    func life() async throws {
        try await CampaignWorld.with { world in
            let (service, shop, merchant) = (world.campaigns, world.shop, world.merchant)
            let draft = try await service.add(terms, to: shop, by: merchant)
            #expect(draft.state == .draft)
            let running = try await service.begin(draft.campaign.id, from: 1, in: shop, by: merchant)
            let days = try #require(running.campaign.days)
            #expect(running.state == .running)
            #expect(Timestamp(day: days.firstDay).dayText == "2026-11-21")
            #expect(Timestamp(day: days.lastDay).dayText == "2026-12-18")
            #expect(Timestamp(day: days.resultDay).dayText == "2027-01-02")

            // Counts that came too early are not looked at.
            world.hands.release(["offered.nothing": 1], for: days.measuredDay)
            #expect(try await service.campaigns(of: shop, by: merchant).campaigns.map(\.state) == [.running])
            world.hands.advance(days: 30)
            world.hands.release(
                [
                    "offered.nothing": 7000, "offered.visited": 600, "offered.redeemed": 400, "held_out.nothing": 1900,
                    "held_out.visited": 103, "held_out.redeemed": -3,
                ], for: days.measuredDay)
            let read = try #require(try await service.campaigns(of: shop, by: merchant).campaigns.first)
            #expect(read.state == .result)
            let result = try #require(ShopCampaignBody(read).result)
            #expect(result.verdict == .more)
            #expect(result.offered.people == 8000 && result.offered.returned == 1000)
            #expect(result.heldOut.people == 2000 && result.heldOut.redeemed == 0)
            #expect(result.visitsLow < result.visits && result.visits < result.visitsHigh)
            #expect(abs(result.difference - 0.075) < 1e-9)
        }
    }

    @Test("what has begun stays as it is; the second of two editors is told so")
    func immutable() async throws {
        try await CampaignWorld.with { world in
            let (service, shop, merchant) = (world.campaigns, world.shop, world.merchant)
            let id = try await service.add(terms, to: shop, by: merchant).campaign.id
            _ = try await service.change(id, to: longer, from: 1, in: shop, by: merchant)
            // Not within `#expect`, whose expansion gives a closure the name of another one here (Swift 6.3.1).
            let late = await world.refusal {
                _ = try await service.change(id, to: terms, from: 1, in: shop, by: merchant)
            }
            #expect(late == "campaigns.changed")
            _ = try await service.begin(id, from: 2, in: shop, by: merchant)
            let refusals = [
                await world.refusal { _ = try await service.change(id, to: longer, from: 3, in: shop, by: merchant) },
                await world.refusal { _ = try await service.begin(id, from: 3, in: shop, by: merchant) },
                await world.refusal { _ = try await service.withdraw(id, from: 3, in: shop, by: merchant) },
                await world.refusal { try await service.delete(id, from: 3, in: shop, by: merchant) },
            ]
            #expect(refusals == [String?](repeating: "campaigns.begun", count: 4))
        }
    }

    @Test("one campaign of a shop at a time; a stopped one makes room and never has a result")
    func oneAtATime() async throws {
        try await CampaignWorld.with { world in
            let (service, shop, merchant) = (world.campaigns, world.shop, world.merchant)
            let first = try await service.add(terms, to: shop, by: merchant).campaign.id
            let second = try await service.add(terms, to: shop, by: merchant).campaign.id
            _ = try await service.begin(first, from: 1, in: shop, by: merchant)
            let today = try #require(Timestamp(dayText: "2026-11-21")?.day)
            #expect(
                await world.refusal { _ = try await service.begin(second, from: 1, in: shop, by: merchant) }
                    == "campaigns.overlap")
            #expect(
                await world.refusal {
                    _ = try await service.plan(second, for: today + 27, from: 1, in: shop, by: merchant)
                } == "campaigns.overlap")
            let planned = try await service.plan(second, for: today + 28, from: 1, in: shop, by: merchant)
            #expect(planned.state == .planned)
            // Another shop's campaigns are its own.
            let other = try await service.add(terms, to: world.otherShop, by: world.otherMerchant).campaign.id
            _ = try await service.begin(other, from: 1, in: world.otherShop, by: world.otherMerchant)

            let stopped = try await service.stop(first, from: 2, in: shop, by: merchant)
            #expect(stopped.state == .stopped)
            #expect(
                await world.refusal { _ = try await service.stop(first, from: 3, in: shop, by: merchant) }
                    == "campaigns.not_running")
            _ = try await service.withdraw(second, from: 2, in: shop, by: merchant)
            let again = try await service.begin(second, from: 3, in: shop, by: merchant)
            _ = try await service.stop(again.campaign.id, from: 4, in: shop, by: merchant)
            world.hands.advance(days: 60)
            world.hands.release(["offered.nothing": 900], for: today + 7)
            #expect(try await service.campaigns(of: shop, by: merchant).campaigns.allSatisfy { $0.reading == nil })
            let measured = try await world.database.read { connection in
                try (0...100).filter { try CampaignService.isMeasured(today + $0, of: shop, in: connection) }
            }
            #expect(measured.isEmpty)
        }
    }

    @Test("arms are as large as the hold-out says, stay the same, and stand in no table")
    func arms() async throws {
        try await CampaignWorld.with { world in
            let (service, shop, merchant) = (world.campaigns, world.shop, world.merchant)
            let accounts = (0..<2000).map { number in
                (0..<16).map { UInt8(truncatingIfNeeded: number >> ($0 % 2 == 0 ? 0 : 8)) }
            }
            func heldOut() async throws -> [Bool] {
                let (now, shop) = (world.hands.now, shop)
                return try await world.database.read { connection in
                    try accounts.map { try CampaignService.isHeldOut($0, from: shop, at: now, in: connection) }
                }
            }
            #expect(try await heldOut().allSatisfy { !$0 })
            let id = try await service.add(terms, to: shop, by: merchant).campaign.id
            #expect(try await heldOut().allSatisfy { !$0 })
            let running = try await service.begin(id, from: 1, in: shop, by: merchant)
            let arms = try await heldOut()
            #expect((320...480).contains(arms.count { $0 }))
            #expect(try await heldOut() == arms)
            #expect(try await !world.isHeldOut(accounts[0], from: world.otherShop))
            let own = try await service.own(accounts[0], in: [shop, world.otherShop])
            #expect(own.map(\.isHeldOut) == [arms[0]])
            let measured = try #require(running.campaign.days).measuredDay
            let isMeasured = try await world.database.read {
                try CampaignService.isMeasured(measured, of: shop, in: $0)
            }
            #expect(isMeasured)
            // After it nobody is held out, and another campaign divides people anew.
            world.hands.advance(days: 40)
            #expect(try await heldOut().allSatisfy { !$0 })
            let next = try await service.add(terms, to: shop, by: merchant).campaign.id
            _ = try await service.begin(next, from: 1, in: shop, by: merchant)
            let both = zip(arms, try await heldOut()).count { $0 && $1 }
            #expect((40...130).contains(both), "a fifth of a fifth, not \(both) of 2,000")
        }
    }

    @Test("a merchant of another shop, and one whose role has ended, are refused everywhere")
    func roles() async throws {
        try await CampaignWorld.with { world in
            let (service, shop) = (world.campaigns, world.shop)
            let id = try await service.add(terms, to: shop, by: world.merchant).campaign.id
            func refusals(of account: [UInt8], _ shop: ShopKey) async -> Set<String?> {
                [
                    await world.refusal { _ = try await service.campaigns(of: shop, by: account) },
                    await world.refusal { _ = try await service.add(terms, to: shop, by: account) },
                    await world.refusal { _ = try await service.begin(id, from: 1, in: shop, by: account) },
                    await world.refusal { _ = try await service.stop(id, from: 1, in: shop, by: account) },
                    await world.refusal { try await service.delete(id, from: 1, in: shop, by: account) },
                    await world.refusal {
                        _ = try await service.sizes(
                            CampaignQuestionBody(baseline: 1000, expected: 1500, weekly: 10, holdOuts: [1000]),
                            of: shop,
                            by: account)
                    },
                ]
            }
            #expect(await refusals(of: world.otherMerchant, shop) == ["staff.not_yours"])
            let nowhere = ShopKey(venue: UUID128(high: 9, low: 9), major: 100)
            #expect(await refusals(of: world.merchant, nowhere) == ["staff.not_yours"])
            // The other shop's merchant does not find this shop's campaign among their own.
            #expect(
                await world.refusal {
                    _ = try await service.begin(id, from: 1, in: world.otherShop, by: world.otherMerchant)
                } == "campaigns.unknown")
            try await world.database.write { _ = try $0.execute("DELETE FROM venue_staff", []) }
            #expect(await refusals(of: world.merchant, shop) == ["staff.not_yours"])
        }
    }

    @Test("each change stands in the venue's journal with who made it")
    func journal() async throws {
        try await CampaignWorld.with { world in
            let (service, shop, merchant) = (world.campaigns, world.shop, world.merchant)
            let id = try await service.add(terms, to: shop, by: merchant).campaign.id
            _ = try await service.change(id, to: longer, from: 1, in: shop, by: merchant)
            let day = try #require(Timestamp(dayText: "2026-12-01")?.day)
            _ = try await service.plan(id, for: day, from: 2, in: shop, by: merchant)
            _ = try await service.withdraw(id, from: 3, in: shop, by: merchant)
            _ = try await service.begin(id, from: 4, in: shop, by: merchant)
            _ = try await service.stop(id, from: 5, in: shop, by: merchant)
            let draft = try await service.add(terms, to: shop, by: merchant).campaign.id
            try await service.delete(draft, from: 1, in: shop, by: merchant)
            let entries = try await world.database.read { try AuditTrail.entries(of: .venue(shop.venue), in: $0) }
            let ours = entries.filter { $0.action.rawValue.hasPrefix("campaign.") }
            #expect(
                ours.reversed().map(\.action.rawValue) == [
                    "campaign.added", "campaign.changed", "campaign.planned", "campaign.withdrawn", "campaign.begun",
                    "campaign.stopped", "campaign.added", "campaign.deleted",
                ])
            #expect(ours.allSatisfy { $0.actor == .account(merchant) })
        }
    }

    @Test("what could not be measured is refused with a reason")
    func refused() async throws {
        try await CampaignWorld.with { world in
            let (service, shop, merchant) = (world.campaigns, world.shop, world.merchant)
            var same = terms
            same.expected = same.baseline
            var nameless = terms
            nameless.name = "  "
            for impossible in [same, nameless] {
                #expect(
                    await world.refusal { _ = try await service.add(impossible, to: shop, by: merchant) }
                        == "campaigns.invalid_terms")
            }
            let id = try await service.add(terms, to: shop, by: merchant).campaign.id
            for day in ["2026-11-21", "2028-01-01"] {
                let day = try #require(Timestamp(dayText: day)?.day)
                #expect(
                    await world.refusal { _ = try await service.plan(id, for: day, from: 1, in: shop, by: merchant) }
                        == "campaigns.invalid_terms")
            }
            #expect(Timestamp(dayText: "2026-13-01")?.day == nil)
            #expect(Timestamp(dayText: "tomorrow")?.day == nil)
        }
    }

    @Test("a larger hold-out needs fewer people, and nobody coming never suffices")
    func sizes() async throws {
        try await CampaignWorld.with { world in
            func sizes(weekly: Int) async throws -> [CampaignSizeBody] {
                try await world.campaigns.sizes(
                    CampaignQuestionBody(baseline: 1000, expected: 1500, weekly: weekly, holdOuts: [1000, 2000, 5000]),
                    of: world.shop, by: world.merchant)
            }
            let sizes250 = try await sizes(weekly: 250)
            #expect(sizes250.map(\.holdOut) == [1000, 2000, 5000])
            #expect(sizes250.map(\.people) == sizes250.map(\.people).sorted(by: >))
            #expect(sizes250.last?.people == 1371 || sizes250.last?.people == 1372)
            let weeks = sizes250.compactMap(\.weeks)
            #expect(weeks.count == 3 && weeks == weeks.sorted(by: >))
            #expect(try await sizes(weekly: 0).allSatisfy { $0.weeks == nil })
        }
    }

    @Test("a day of the venue begins at its own midnight, also when the clock is changed")
    func days() throws {
        let madrid = LocalDays(timeZone: "Europe/Madrid")
        let october = try #require(Timestamp(dayText: "2026-10-25")?.day)
        #expect(madrid.beginning(of: october).rfc3339.hasPrefix("2026-10-24T22:00:00"))
        #expect(madrid.beginning(of: october + 1).rfc3339.hasPrefix("2026-10-25T23:00:00"))
        #expect(madrid.day(of: madrid.beginning(of: october + 1)) == october + 1)
        #expect(madrid.day(of: madrid.beginning(of: october + 1).advanced(bySeconds: -1)) == october)
    }
}
