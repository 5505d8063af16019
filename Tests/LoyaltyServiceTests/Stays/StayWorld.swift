import AnonymousCredentials
import Basics
import Beacons
import Ledger
import LedgerService
import Loyalty
import MarketService
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService
@testable import ServiceKit

/// One credential of ten minutes, as a phone has it.
struct HeldPresence {
    let slot: StaySlot
    let request: [UInt8]
    let response: [UInt8]
    let presentation: [UInt8]
}

/// A showing of a stay with what is needed to read the answer.
struct PreparedShowing {
    let day: StayDay
    let request: CredentialRequest
    let showing: StayShowing

    /// The presentation that is paid, made of the answer.
    func payable(_ response: [UInt8]?) throws -> [UInt8] {
        let response = try #require(response)
        var credential = try #require(request.credential(from: response))
        let presentation = credential.present(StayDay.presentation)
        return try #require(presentation)
    }
}

extension World {
    /// A world whose venue gives five points for time.
    static func givingPoints(_ engine: Engine, _ body: (World) async throws -> Void) async throws {
        var centre = Centre()
        centre.pointsForTime = 5
        try await with(engine, centre, body)
    }

    /// Points for time in this world.
    func stays(_ seed: UInt64 = 21) -> StayService {
        StayService(loyalty: loyalty, random: .repeatable(SplitMix64(seed: seed)))
    }

    /// The shop of this world with this major.
    func shopKey(_ major: UInt16 = 100) -> ShopKey { ShopKey(venue: uuid, major: major) }

    /// The day on which the clock of a test begins.
    var stayDay: StayDay { StayDay(venue: uuid, day: World.firstDay) }

    /// A request for the credential of the present ten minutes in a shop.
    func presenceRequest(_ stays: StayService, _ major: UInt16 = 100) async throws -> (StaySlot, CredentialRequest) {
        let slot = StaySlot(containing: clock.now)
        let key = try await stays.publicKey()
        let request = CredentialRequest(context: slot.context(in: shopKey(major)), publicKey: key)
        return (slot, try #require(request))
    }

    /// Proves a visit and gets the credential of these ten minutes.
    func presence(
        _ stays: StayService, _ session: Session, _ major: UInt16 = 100, _ minor: UInt16 = 1
    ) async throws -> HeldPresence {
        try await prove(sighting(major, minor), session)
        let (slot, request) = try await presenceRequest(stays, major)
        let response = try await stays.issuePresence(request.bytes, in: shopKey(major), slot, to: session)
        var credential = try #require(request.credential(from: response))
        let presentation = credential.present(StaySlot.presentation)
        return HeldPresence(
            slot: slot, request: request.bytes, response: response, presentation: try #require(presentation))
    }

    /// A showing of two credentials of a shop, with a new request.
    func showing(
        _ stays: StayService, _ first: HeldPresence, _ last: HeldPresence, _ major: UInt16 = 100, day: StayDay? = nil
    ) async throws -> PreparedShowing {
        let day = day ?? stayDay
        let key = try await stays.publicKey()
        let request = try #require(CredentialRequest(context: day.context, publicKey: key))
        let stay = ShownStay(shop: shopKey(major), first: first.slot, last: last.slot)
        return PreparedShowing(
            day: day, request: request,
            showing: StayShowing(
                stay: stay, first: first.presentation, last: last.presentation, request: request.bytes))
    }

    /// Stays for half an hour in a shop, and gives what shows it.
    func stay(_ stays: StayService, _ session: Session, _ major: UInt16 = 100) async throws -> PreparedShowing {
        let first = try await presence(stays, session, major)
        clock.advance(seconds: 1800)
        return try await showing(stays, first, try await presence(stays, session, major), major)
    }

    /// An account's points for time, and the lines of its statement.
    func paidForTime(_ session: Session) async throws -> (total: Int128, lines: [TransactionRecord]) {
        let market = MarketService(database: database, clock: clock.serverClock)
        let trader = try await market.trader(of: session.accountID)
        let balance = try await market.balances(of: trader).first { $0.asset.name.text == "PTS" }
        guard let balance else { return (0, []) }
        let page = try await market.transactions(of: trader, asset: balance.asset.name, page: Page())
        let lines = page.items.filter { $0.kind == .time }
        return (lines.reduce(0) { $0 + $1.amount }, lines)
    }
}
