import API
import AccountService
import Basics
import HTTPKit
import Loyalty
import ServiceKit
import Storage

/// Campaigns of shops: for some weeks a part of the people is offered nothing, so that what offers do can be told.
///
/// Who is held out is worked out when an offer would be given, and kept nowhere. What came of a campaign comes from phones'
/// anonymous reports, released once after its end. Nothing of a campaign changes once it has begun.
package struct CampaignService: Sendable {
    /// How many campaigns a shop may have, drafts among them.
    static let mostCampaigns = 200

    let database: any Database
    let clock: ServerClock
    let random: ServerRandom
    /// The name of a venue's time zone, or nil where there is no such venue.
    let timeZone: @Sendable (UUID128) async throws(ServiceError) -> String?
    /// The counts that were released.
    let released: ReleasedCampaign

    /// The campaigns in `database`.
    ///
    /// - Parameters:
    ///   - timeZone: Tells the name of a venue's time zone, or nil where there is no such venue.
    ///   - released: Gives the counts of a campaign as they were released, or nil before that.
    package init(
        database: any Database, clock: ServerClock, random: ServerRandom = .system,
        timeZone: @escaping @Sendable (UUID128) async throws(ServiceError) -> String?,
        released: @escaping ReleasedCampaign
    ) {
        self.database = database
        self.clock = clock
        self.random = random
        self.timeZone = timeZone
        self.released = released
    }

    /// Whether a campaign of the shop that runs at `now` offers this account nothing.
    package static func isHeldOut(
        _ account: [UInt8], from shop: ShopKey, at now: Timestamp, in connection: any Connection
    ) throws -> Bool {
        try CampaignStore(connection).running(of: shop, at: now)?.isHeldOut(account) ?? false
    }

    /// Whether phones report of a campaign of the shop for this day of the venue, counted from 1970-01-01.
    package static func isMeasured(
        _ day: Int64, of shop: ShopKey, in connection: any Connection
    ) throws -> Bool {
        try CampaignStore(connection).hasEnded(on: day - Campaign.outcomeDays, of: shop)
    }

    /// A campaign in which a phone takes part.
    struct Own: Sendable {
        let shop: ShopKey
        let isHeldOut: Bool
        let days: ClosedRange<Int64>
    }

    /// In which campaigns of `shops` an account takes part now.
    func own(_ account: [UInt8], in shops: [ShopKey]) async throws(ServiceError) -> [Own] {
        let now = clock.now()
        return try await database.reading { connection in
            let store = CampaignStore(connection)
            return try shops.compactMap { shop in
                try store.running(of: shop, at: now).map {
                    Own(shop: shop, isHeldOut: $0.isHeldOut(account), days: $0.firstDay...max($0.firstDay, $0.lastDay))
                }
            }
        }
    }

    /// The days of the shop's venue; what is no venue is nobody's.
    func days(of shop: ShopKey) async throws(ServiceError) -> LocalDays {
        guard let name = try await timeZone(shop.venue) else { throw .venueStaff(.notYours) }
        return LocalDays(timeZone: name)
    }

    /// Writes into the venue's journal what was done to a campaign.
    static func note(
        _ change: CampaignChange, of campaign: Campaign, in shop: ShopKey, by account: [UInt8], at now: Timestamp,
        _ connection: any Connection
    ) throws {
        try AuditTrail.append(
            AuditAction(rawValue: "campaign.\(change.rawValue)"),
            subject: "\(shop.major) \(campaign.id.hexadecimal) \(campaign.terms.name)", by: .account(account), at: now,
            to: .venue(shop.venue), in: connection)
    }
}

/// What is done to a campaign.
enum CampaignChange: String {
    case added, changed, deleted, planned, begun, withdrawn, stopped
}
