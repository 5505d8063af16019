import AnonymousCredentials
import Basics
import Loyalty
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

/// What is taken as a stay, once, and what is not.
struct StayShowingTests {
    @Test(
        "a stay is taken once; the same again has the same answer, also after a restart; another request has none",
        arguments: Engine.allCases)
    func once(_ engine: Engine) async throws {
        try await World.givingPoints(engine) { world in
            let stays = world.stays()
            let ana = try await world.visitor(choosing: [100])
            let first = try await world.presence(stays, ana)
            world.clock.advance(seconds: 1800)
            let last = try await world.presence(stays, ana)
            let made = try await world.showing(stays, first, last)
            let taken = try await stays.show(made.showing)
            #expect(taken.outcome == .taken)
            _ = try made.payable(taken.response)
            let other = try await world.showing(stays, first, last)
            for service in [stays, world.stays(9)] {
                let again = try await service.show(made.showing)
                #expect(again.outcome == .again && again.response == taken.response)
                let refused = try await service.show(other.showing)
                #expect(refused.outcome == .used && refused.response == nil)
            }
            // Half an hour later once more: a credential that was used cannot begin another stay.
            world.clock.advance(seconds: 1800)
            let later = try await world.presence(stays, ana)
            #expect(try await stays.show(try await world.showing(stays, last, later).showing).outcome == .used)
            #expect(try await world.rows("stay_marks") == 2)
            #expect(try await world.rows("stay_exchanges") == 1)
            // What had not been used still can be.
            world.clock.advance(seconds: 1800)
            let latest = try await world.presence(stays, ana)
            #expect(try await stays.show(try await world.showing(stays, later, latest).showing).outcome == .taken)
        }
    }

    @Test(
        "forged, of another shop, venue or day, too near, turned round or too old it is refused, and leaves no trace",
        arguments: Engine.allCases)
    func refusals(_ engine: Engine) async throws {
        try await World.givingPoints(engine) { world in
            let stays = world.stays()
            let ana = try await world.visitor(choosing: [100, 101])
            let first = try await world.presence(stays, ana)
            world.clock.advance(seconds: 120)
            let elsewhere = try await world.presence(stays, ana, 101)
            world.clock.advance(seconds: 1080)
            let near = try await world.presence(stays, ana)
            world.clock.advance(seconds: 600)
            let last = try await world.presence(stays, ana)
            let sound = try await world.showing(stays, first, last)

            func outcome(_ stay: ShownStay, _ one: [UInt8], _ two: [UInt8], _ request: [UInt8]? = nil) async throws
                -> ShowingOutcome
            {
                let made = StayShowing(
                    stay: stay, first: one, last: two, request: request ?? sound.showing.request)
                let (outcome, response) = try await stays.show(made)
                #expect(response == nil)
                return outcome
            }
            let stay = sound.showing.stay
            #expect(
                try await outcome(
                    ShownStay(shop: stay.shop, first: first.slot, last: near.slot), first.presentation,
                    near.presentation) == .near)
            #expect(
                try await outcome(
                    ShownStay(shop: stay.shop, first: last.slot, last: first.slot), last.presentation,
                    first.presentation) == .near)
            // Nearer than they were: the slots are part of what was issued.
            #expect(
                try await outcome(
                    ShownStay(shop: stay.shop, first: first.slot, last: last.slot), first.presentation,
                    near.presentation) == .forged)
            #expect(
                try await outcome(
                    ShownStay(shop: stay.shop, first: StaySlot(number: first.slot.number - 6), last: last.slot),
                    first.presentation, last.presentation) == .forged)
            // A proof in one shop and one in another are no stay.
            #expect(try await outcome(stay, elsewhere.presentation, last.presentation) == .forged)
            #expect(
                try await outcome(
                    ShownStay(shop: world.shopKey(101), first: first.slot, last: last.slot), elsewhere.presentation,
                    last.presentation) == .forged)
            #expect(try await outcome(stay, first.presentation, first.presentation) == .forged)
            for position in [0, 40, 150, 291] {
                var changed = first.presentation
                changed[position] ^= 1
                #expect(try await outcome(stay, changed, last.presentation) == .forged)
            }
            for shop in [world.shopKey(55), world.shopKey(1), ShopKey(venue: UUID128(high: 9, low: 9), major: 100)] {
                #expect(
                    try await outcome(
                        ShownStay(shop: shop, first: first.slot, last: last.slot), first.presentation,
                        last.presentation) == .place)
            }
            #expect(
                try await outcome(stay, first.presentation, last.presentation, [UInt8](repeating: 7, count: 226))
                    == .request)
            // Another day's ten minutes, and two on both sides of midnight in Madrid.
            let midnight = StaySlot(containing: try #require(Timestamp(rfc3339: "2026-11-21T22:50:00Z")))
            #expect(
                try await outcome(
                    ShownStay(shop: stay.shop, first: midnight, last: StaySlot(number: midnight.number + 3)),
                    first.presentation, last.presentation) == .day)
            let before = 144 as Int64
            #expect(
                try await outcome(
                    ShownStay(
                        shop: stay.shop, first: StaySlot(number: first.slot.number + before),
                        last: StaySlot(number: last.slot.number + before)), first.presentation, last.presentation)
                    == .day)
            for table in ["stay_marks", "stay_exchanges"] { #expect(try await world.rows(table) == 0) }
            #expect(try await stays.show(sound.showing).outcome == .taken)
        }
    }

    @Test("a stay is shown for seven days, and its marks outlive its day's last payment", arguments: Engine.allCases)
    func old(_ engine: Engine) async throws {
        try await World.givingPoints(engine) { world in
            let stays = world.stays()
            let (ana, bea) = (
                try await world.visitor(choosing: [100]), try await world.visitor("bea", choosing: [100])
            )
            let one = try await world.stay(stays, ana)
            let other = try await world.stay(stays, bea)
            world.clock.advance(seconds: 7 * 86_400)
            let taken = try await stays.show(one.showing)
            #expect(taken.outcome == .taken)
            world.clock.advance(seconds: 86_400)
            #expect(try await stays.show(other.showing).outcome == .day)
            try await stays.prune(at: world.clock.now)
            #expect(try await world.rows("stay_marks") == 2)
            #expect(try await stays.pay(try one.payable(taken.response), of: one.day, to: ana) == 5)
            world.clock.advance(seconds: 2 * 86_400)
            try await stays.prune(at: world.clock.now)
            for table in ["stay_marks", "stay_exchanges", "stay_payments"] {
                #expect(try await world.rows(table) == 0)
            }
            // What was forgotten can be used no second time: its day is over for good.
            #expect(try await stays.show(one.showing).outcome == .day)
            #expect(
                await code { _ = try await stays.pay(try one.payable(taken.response), of: one.day, to: bea) }
                    == "stays.closed_day")
        }
    }

    @Test(
        "two showings of one stay at once bring one credential, the same one twice the same",
        arguments: Engine.allCases)
    func atOnce(_ engine: Engine) async throws {
        try await World.givingPoints(engine) { world in
            let (left, right) = (world.stays(), world.stays(3))
            let ana = try await world.visitor(choosing: [100])
            let first = try await world.presence(left, ana)
            world.clock.advance(seconds: 1800)
            let last = try await world.presence(left, ana)
            let one = try await world.showing(left, first, last).showing
            let two = try await world.showing(left, first, last).showing
            async let a = left.show(one)
            async let b = right.show(two)
            async let c = right.show(one)
            let outcomes = [try await a, try await b, try await c]
            let winner = outcomes[1].response == nil ? [outcomes[0], outcomes[2]] : [outcomes[1]]
            #expect(winner.allSatisfy { $0.response == winner[0].response && $0.response != nil })
            #expect(outcomes.filter { $0.outcome == .taken }.count == 1)
            #expect(outcomes.filter { $0.outcome == .used }.count == 3 - winner.count)
            #expect(try await world.rows("stay_exchanges") == 1)
        }
    }
}
