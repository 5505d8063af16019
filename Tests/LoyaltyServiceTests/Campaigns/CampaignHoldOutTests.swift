import API
import AccountService
import Beacons
import Loyalty
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

/// Who is held out of a campaign gets no coupon, sees nothing that is missing, and stands in no table.
@Suite("Held out of a campaign")
struct CampaignHoldOutTests {
    @Test("half of the people get the offer and half get none, and each visit counts", arguments: Engine.allCases)
    func halves(_ engine: Engine) async throws {
        try await World.with(engine) { world in
            let shop = ShopKey(venue: world.uuid, major: 100)
            let merchant = [UInt8](repeating: 9, count: 16)
            let clock = world.clock.serverClock
            try await VenueStaffService(database: world.database, clock: clock).give(
                .merchant(venue: world.uuid, major: 100), to: merchant, by: .operatorOfTheMachine)
            let campaigns = CampaignService(
                database: world.database, clock: clock, timeZone: { _ in "Europe/Madrid" },
                released: { _, _, _ in nil })
            let loyalty = world.loyalty.holdingOut { account, shop, now, connection in
                try CampaignService.isHeldOut(
                    account, from: ShopKey(venue: shop.venue, major: shop.major), at: now, in: connection)
            }
            let terms = CampaignTermsBody(
                name: "Half", holdOut: 5000, weeks: 2, baseline: 1000, expected: 2000, weekly: 100)
            let draft = try await campaigns.add(terms, to: shop, by: merchant)
            _ = try await campaigns.begin(draft.campaign.id, from: 1, in: shop, by: merchant)

            var (offered, heldOut) = (0, 0)
            let people = try await world.visitors(12, choosing: [100])
            // Of newcomers in a crowd the server would take the visits and keep the offers back.
            try await world.growOlder()
            for person in people {
                world.clock.advance(seconds: 60)
                let receipt = try await loyalty.recordSighting(world.sighting(100, 1), session: person)
                let own = try await campaigns.own(person.accountID, in: [shop])
                #expect(own.map(\.isHeldOut) == [receipt.coupons.isEmpty])
                #expect(try await loyalty.coupons(of: person) == receipt.coupons)
                #expect(try await loyalty.visits(of: person).count == 1)
                if receipt.coupons.isEmpty { heldOut += 1 } else { offered += 1 }
            }
            #expect(offered > 0 && heldOut > 0)
        }
    }
}
