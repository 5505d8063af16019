import API
import Basics
import Beacons
import HTTPKit
import Loyalty
import ServiceKit
import Storage

// What merchants do with campaigns; each use case asks for the role within the transaction that acts.
extension CampaignService {
    /// Keeps a draft.
    func add(
        _ terms: CampaignTermsBody, to shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> ShownCampaign {
        _ = try await days(of: shop)
        let (now, random) = (clock.now(), random)
        let campaign = Campaign(id: random.identifier(), version: 1, terms: terms)
        let secret = random.identifier() + random.identifier()
        return try await database.writing { connection in
            try VenueStaffService.require(.merchant(of: shop), of: account, in: connection)
            try Self.check(terms)
            let store = CampaignStore(connection)
            guard try store.campaigns(of: shop).count < Self.mostCampaigns else {
                throw ServiceError.campaign(.tooMany)
            }
            try store.insert(campaign, secret: secret, of: shop, at: now)
            try Self.note(.added, of: campaign, in: shop, by: account, at: now, connection)
            return ShownCampaign(campaign: campaign, state: .draft, reading: nil)
        }
    }

    /// Changes what has not begun; a campaign that is planned keeps its first day.
    func change(
        _ id: [UInt8], to terms: CampaignTermsBody, from version: Int64, in shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> ShownCampaign {
        let days = try await days(of: shop)
        return try await act(on: id, from: version, in: shop, by: account, .changed) { campaign, now, connection in
            try Self.requireBefore(campaign, now)
            try Self.check(terms)
            campaign.terms = terms
            if let planned = campaign.days {
                campaign.days = try Self.days(
                    from: planned.firstDay, campaign, days, in: shop, connection, beginsNow: nil)
            }
        }
    }

    /// Deletes a draft.
    func delete(
        _ id: [UInt8], from version: Int64, in shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) {
        let now = clock.now()
        try await database.writing { connection in
            let campaign = try Self.campaign(id, from: version, in: shop, by: account, connection)
            guard campaign.state(at: now, isReleased: false) == .draft else { throw ServiceError.campaign(.begun) }
            try CampaignStore(connection).delete(id)
            try Self.note(.deleted, of: campaign, in: shop, by: account, at: now, connection)
        }
    }

    /// Plans a campaign for a day of the venue that is still to come.
    func plan(
        _ id: [UInt8], for firstDay: Int64, from version: Int64, in shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> ShownCampaign {
        let days = try await days(of: shop)
        return try await act(on: id, from: version, in: shop, by: account, .planned) { campaign, now, connection in
            try Self.requireBefore(campaign, now)
            let today = days.day(of: now)
            guard (today + 1...today + 365).contains(firstDay) else {
                throw ServiceError.campaign(
                    .invalidTerms([Fault(path: "firstDay", message: "is not a day of the year that begins tomorrow")]))
            }
            campaign.days = try Self.days(from: firstDay, campaign, days, in: shop, connection, beginsNow: nil)
        }
    }

    /// Begins a campaign at once.
    func begin(
        _ id: [UInt8], from version: Int64, in shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> ShownCampaign {
        let days = try await days(of: shop)
        return try await act(on: id, from: version, in: shop, by: account, .begun) { campaign, now, connection in
            try Self.requireBefore(campaign, now)
            campaign.days = try Self.days(
                from: days.day(of: now), campaign, days, in: shop, connection, beginsNow: now)
        }
    }

    /// Makes a planned campaign a draft again.
    func withdraw(
        _ id: [UInt8], from version: Int64, in shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> ShownCampaign {
        try await act(on: id, from: version, in: shop, by: account, .withdrawn) { campaign, now, _ in
            try Self.requireBefore(campaign, now)
            campaign.days = nil
        }
    }

    /// Stops a running campaign: from now on everybody is offered everything again, and nothing of it is ever released.
    func stop(
        _ id: [UInt8], from version: Int64, in shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> ShownCampaign {
        let venueDays = try await days(of: shop)
        return try await act(on: id, from: version, in: shop, by: account, .stopped) { campaign, now, _ in
            guard let days = campaign.days, campaign.state(at: now, isReleased: false) == .running else {
                throw ServiceError.campaign(.notRunning)
            }
            campaign.stoppedDay = venueDays.day(of: now)
            campaign.days = Campaign.Days(
                firstDay: days.firstDay, lastDay: venueDays.day(of: now), from: days.from, until: now)
        }
    }

    /// Changes one campaign within one transaction, and writes it into the journal.
    private func act(
        on id: [UInt8], from version: Int64, in shop: ShopKey, by account: [UInt8], _ change: CampaignChange,
        _ body: @escaping @Sendable (inout Campaign, Timestamp, any Connection) throws -> Void
    ) async throws(ServiceError) -> ShownCampaign {
        let now = clock.now()
        return try await database.writing { connection in
            var campaign = try Self.campaign(id, from: version, in: shop, by: account, connection)
            try body(&campaign, now, connection)
            try CampaignStore(connection).update(campaign)
            campaign.version += 1
            try Self.note(change, of: campaign, in: shop, by: account, at: now, connection)
            return ShownCampaign(campaign: campaign, state: campaign.state(at: now, isReleased: false), reading: nil)
        }
    }

    /// The campaign, when the account may change it and knows how it stands.
    private static func campaign(
        _ id: [UInt8], from version: Int64, in shop: ShopKey, by account: [UInt8], _ connection: any Connection
    ) throws -> Campaign {
        try VenueStaffService.require(.merchant(of: shop), of: account, in: connection)
        guard let campaign = try CampaignStore(connection).campaign(id, of: shop) else {
            throw ServiceError.campaign(.unknown)
        }
        guard campaign.version == version else { throw ServiceError.campaign(.changed(version: campaign.version)) }
        return campaign
    }

    private static func requireBefore(_ campaign: Campaign, _ now: Timestamp) throws {
        guard [.draft, .planned].contains(campaign.state(at: now, isReleased: false)) else {
            throw ServiceError.campaign(.begun)
        }
    }

    /// The days of a campaign from `first` on, unless another campaign of the shop has some of them.
    private static func days(
        from first: Int64, _ campaign: Campaign, _ days: LocalDays, in shop: ShopKey,
        _ connection: any Connection, beginsNow: Timestamp?
    ) throws -> Campaign.Days {
        let last = first + 7 * Int64(campaign.terms.weeks) - 1
        for other in try CampaignStore(connection).campaigns(of: shop)
        where other.id != campaign.id && other.stoppedDay == nil {
            guard let taken = other.days, taken.firstDay <= last, first <= taken.lastDay else { continue }
            throw ServiceError.campaign(.overlap(firstDay: taken.firstDay, lastDay: taken.lastDay))
        }
        return Campaign.Days(
            firstDay: first, lastDay: last, from: beginsNow ?? days.beginning(of: first),
            until: days.beginning(of: last + 1))
    }

    /// Refuses what could not be measured; the ranges are those of the table.
    static func check(_ terms: CampaignTermsBody) throws {
        var faults: [Fault] = []
        if terms.name.allSatisfy(\.isWhitespace) || terms.name.contains(where: \.isNewline) {
            faults.append(Fault(path: "name", message: "is no name"))
        }
        if terms.baseline == terms.expected {
            faults.append(Fault(path: "expected", message: "is what is expected without an offer"))
        }
        guard faults.isEmpty else { throw ServiceError.campaign(.invalidTerms(faults)) }
    }
}
