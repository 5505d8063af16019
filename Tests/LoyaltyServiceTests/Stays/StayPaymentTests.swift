import AnonymousCredentials
import Basics
import Ledger
import LedgerService
import Loyalty
import MarketService
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

/// A day is paid once to an account, a credential is paid once to anybody, and the statement tells venue and day.
struct StayPaymentTests {
    /// A stay that was taken, as what is paid for it.
    private func payable(_ world: World, _ stays: StayService, _ session: Session, _ major: UInt16 = 100) async throws
        -> [UInt8]
    {
        let made = try await world.stay(stays, session, major)
        let (outcome, response) = try await stays.show(made.showing)
        #expect(outcome == .taken)
        return try made.payable(response)
    }

    @Test(
        "the next day brings the points, once; the same again is answered alike; another account gets nothing for it",
        arguments: Engine.allCases)
    func once(_ engine: Engine) async throws {
        try await World.givingPoints(engine) { world in
            let stays = world.stays()
            let (ana, bea) = (
                try await world.visitor(choosing: [100, 101]), try await world.visitor("bea", choosing: [100])
            )
            let first = try await payable(world, stays, ana)
            world.clock.advance(seconds: 120)
            let second = try await payable(world, stays, ana, 101)
            let day = world.stayDay
            func pays(_ presentation: [UInt8], _ session: Session, _ of: StayDay? = nil) async -> String? {
                await code { _ = try await world.stays(2).pay(presentation, of: of ?? day, to: session) }
            }
            #expect(await pays(first, ana) == "stays.closed_day")
            world.clock.advance(seconds: 86_400)
            #expect(await pays(first, ana, StayDay(venue: world.uuid, day: day.day - 1)) == "stays.forged")
            #expect(await pays(first, ana, StayDay(venue: world.uuid, day: day.day + 1)) == "stays.closed_day")
            #expect(
                await pays(first, ana, StayDay(venue: UUID128(high: 1, low: 1), day: day.day)) == "stays.not_offered")
            // A credential of ten minutes is none of a day, whatever it is presented for.
            let held = try await world.presence(stays, ana)
            #expect(await pays(held.presentation, ana) == "stays.forged")
            var changed = first
            changed[33] ^= 1
            #expect(await pays(changed, ana) == "stays.forged")
            #expect(try await world.paidForTime(ana).total == 0)
            #expect(try await world.rows("stay_payments") == 0)

            #expect(try await stays.pay(first, of: day, to: ana) == 5)
            #expect(try await world.stays(7).pay(first, of: day, to: ana) == 5)
            // Two stays of a day are one payment, and what was paid is worth nothing to anybody else.
            #expect(await pays(second, ana) == "stays.paid")
            #expect(await pays(first, bea) == "stays.used")
            #expect(try await world.paidForTime(ana).total == 5)
            #expect(try await world.paidForTime(bea).total == 0)
            // One that was left over can be given away, once: that is what the documents say.
            #expect(try await stays.pay(second, of: day, to: bea) == 5)
            #expect(await pays(second, ana) == "stays.paid")
            let audit = try await LedgerAdministration(database: world.database, clock: world.clock.serverClock).audit()
            #expect(audit.isClean)
        }
    }

    @Test(
        "the statement tells venue and day, is dated by the day of the payment, and says neither shop nor time",
        arguments: Engine.allCases)
    func statement(_ engine: Engine) async throws {
        try await World.givingPoints(engine) { world in
            let stays = world.stays()
            let ana = try await world.visitor(choosing: [100])
            let paid = try await payable(world, stays, ana)
            world.clock.advance(seconds: 86_400)
            _ = try await stays.pay(paid, of: world.stayDay, to: ana)
            let line = try #require(try await world.paidForTime(ana).lines.first)
            #expect(line.kind == .time && line.amount == 5 && line.address == nil)
            #expect(line.memo == "2026-11-21 Centro de prueba")
            #expect(line.at == Timestamp(rfc3339: "2026-11-21T23:00:00Z"))
            // It is written anew with all other points of these days, minutes later.
            try await world.settle()
            #expect(try await world.paidForTime(ana).total == 5)
        }
    }

    @Test("an account that ends takes its payment along and leaves its credential used", arguments: Engine.allCases)
    func ended(_ engine: Engine) async throws {
        try await World.givingPoints(engine) { world in
            let stays = world.stays()
            let (ana, bea) = (try await world.visitor(choosing: [100]), try await world.visitor("bea"))
            let paid = try await payable(world, stays, ana)
            world.clock.advance(seconds: 86_400)
            #expect(try await stays.pay(paid, of: world.stayDay, to: ana) == 5)
            try await world.database.write {
                _ = try $0.execute("DELETE FROM stay_payments WHERE account_id = ?1", [.blob(ana.accountID)])
            }
            #expect(await code { _ = try await stays.pay(paid, of: world.stayDay, to: bea) } == "stays.used")
            #expect(try await world.rows("stay_payments") == 0)
        }
    }

    @Test(
        "two requests at once pay once: two accounts for one credential, two credentials for one account",
        arguments: Engine.allCases)
    func atOnce(_ engine: Engine) async throws {
        try await World.givingPoints(engine) { world in
            let (left, right) = (world.stays(), world.stays(3))
            let (ana, bea) = (
                try await world.visitor(choosing: [100, 101]), try await world.visitor("bea", choosing: [100])
            )
            let first = try await payable(world, left, ana)
            world.clock.advance(seconds: 120)
            let second = try await payable(world, left, ana, 101)
            let third = try await payable(world, left, bea)
            let day = world.stayDay
            world.clock.advance(seconds: 86_400)
            async let one = code { _ = try await left.pay(first, of: day, to: ana) }
            async let two = code { _ = try await right.pay(second, of: day, to: ana) }
            let own = [await one, await two]
            #expect(own.filter { $0 == nil }.count == 1 && own.contains("stays.paid"))
            #expect(try await world.paidForTime(ana).total == 5)
            let cleo = try await world.visitor("cleo")
            async let three = code { _ = try await left.pay(third, of: day, to: bea) }
            async let four = code { _ = try await right.pay(third, of: day, to: cleo) }
            let others = [await three, await four]
            #expect(others.filter { $0 == nil }.count == 1 && others.contains("stays.used"))
            let sum = try await world.paidForTime(bea).total + world.paidForTime(cleo).total
            #expect(sum == 5)
        }
    }

    @Test(
        "a server that is killed at any statement of a step has done all of it or nothing, and the same request does it"
    )
    func killed() async throws {
        try await World.givingPoints(.sqlite) { world in
            let stays = world.stays()
            let ana = try await world.visitor(choosing: [100])
            let made = try await world.stay(stays, ana)
            func tried(_ step: (StayService) async throws -> Void, untouched: () async throws -> Void) async throws
                -> Int
            {
                var statement = 0
                while true {
                    let failing = FailingDatabase(inner: world.database, statement: statement)
                    do {
                        try await step(StayService(database: failing, loyalty: world.loyalty))
                        return statement
                    } catch {
                        try await untouched()
                        statement += 1
                    }
                }
            }
            // The secret is there already, so that each write is the step's own.
            let showing = try await tried {
                _ = try await $0.show(made.showing)
            } untouched: { () async throws in
                #expect(try await world.rows("stay_marks") == 0)
                #expect(try await world.rows("stay_exchanges") == 0)
            }
            #expect(showing >= 4)
            let answer = try await stays.show(made.showing)
            #expect(answer.outcome == .again)
            let paid = try made.payable(answer.response)
            world.clock.advance(seconds: 86_400)
            let payment = try await tried {
                _ = try await $0.pay(paid, of: made.day, to: ana)
            } untouched: { () async throws in
                #expect(try await world.rows("stay_payments") == 0)
                #expect(try await world.rows("stay_marks") == 2)
                #expect(try await world.paidForTime(ana).total == 0)
            }
            #expect(payment >= 5)
            #expect(try await stays.pay(paid, of: made.day, to: ana) == 5)
            #expect(try await world.paidForTime(ana).total == 5)
        }
    }
}
