import AccountService
import Accounts
import Basics
import HTTPKit
import Loyalty
import LoyaltyService
import ServiceKit
import Storage
import Synchronization

/// Which versions of offers were given, and from when on.
final class OfferHistory: Sendable {
    /// A version that was given.
    struct Given: Sendable {
        let offer: PastOffer
        let version: Int64
        let from: Timestamp
    }

    private let given = Mutex<[Given]>([])

    /// Takes note of a version.
    func note(_ one: Given) { given.withLock { $0.append(one) } }

    /// The version of an offer that was given at an instant.
    func version(of offer: PastOffer, at instant: Timestamp) -> Int64? {
        given.withLock { all in
            all.last { $0.offer.major == offer.major && $0.offer.id == offer.id && $0.from <= instant }?.version
        }
    }
}

// What the staff did, each thing at its instant.
extension ConsolesPast {
    func planDeeds(_ staff: DemoStaff) throws -> [Deed] {
        try PastPlans.versions(of: venue).map { version in
            let at = instant(version.daysBefore, 8, 40)
            return Deed(at: at) { [database] in
                try await database.writing { connection in
                    try PlanService.remember(
                        version.plan, note: version.note, by: version.isOperators ? staff.operator : nil, at: at,
                        in: connection)
                }
            }
        }
    }

    func offerDeeds(_ staff: DemoStaff, _ history: OfferHistory) -> [Deed] {
        var deeds: [Deed] = []
        for (number, offer) in PastOffer.all.enumerated() {
            for index in offer.versions.indices {
                let at = instant(offer.versions[index].daysBefore, 11, number * 7)
                deeds.append(Deed(at: at) { try await write(index, of: offer, at: at, staff, history) })
            }
            guard let days = offer.endedBefore else { continue }
            deeds.append(Deed(at: instant(days, 19, 30)) { try await end(offer, staff) })
        }
        return deeds
    }

    private func write(
        _ index: Int, of offer: PastOffer, at: Timestamp, _ staff: DemoStaff, _ history: OfferHistory
    ) async throws {
        let shop = key(offer.major)
        // A version that is written has one that is published after it.
        var version = try await shops.act(
            .write(offer.terms(index, today: today)), on: offer.id, from: Int64(2 * index), of: shop,
            by: staff.merchant)
        guard offer.isPublished else { return }
        now.value = at.advanced(bySeconds: 180)
        let from = offer.days.lowerBound > 0 ? instant(-offer.days.lowerBound, 9) : nil
        version = try await shops.act(
            .publish(at: from), on: offer.id, from: version, of: shop, by: staff.merchant)
        history.note(OfferHistory.Given(offer: offer, version: version, from: from ?? now.value))
    }

    private func end(_ offer: PastOffer, _ staff: DemoStaff) async throws {
        _ = try await shops.act(
            .end, on: offer.id, from: Int64(2 * offer.versions.count), of: key(offer.major), by: staff.merchant)
    }

    func campaignDeeds(_ staff: DemoStaff) -> [Deed] {
        PastCampaign.all.enumerated().map { number, campaign in
            Deed(at: instant(campaign.madeBefore, 16, 5 + number * 9)) {
                let shop = key(campaign.major)
                let made = try await campaigns.make(campaign.terms, of: shop, by: staff.merchant)
                guard let firstDay = campaign.firstDay else { return }
                now.value = now.value.advanced(bySeconds: 300)
                _ = try await campaigns.plan(made, for: Int64(today + firstDay), of: shop, by: staff.merchant)
            }
        }
    }

    /// The counts at the doors, which somebody types in after closing.
    func doorDeeds(_ staff: DemoStaff) -> [Deed] {
        let shopsPast = PastShops(venue, today: today)
        return DemoStaff.shops.enumerated().flatMap { number, major -> [Deed] in
            guard let shop = venue.shop(major: major) else { return [] }
            var rhythm = PastRhythm(random: chance.split(6).split(UInt64(major)))
            var source = chance.split(7)
            let session = Session(
                accountID: staff.merchant, tokenDigest: [], pseudonymKey: PseudonymKey(using: &source),
                signedInAt: start, expiresAt: start, role: .merchant)
            return (1...PastShops.merchantDays).map { before in
                let people = shopsPast.doorCount(of: shop, on: today - before, &rhythm)
                return Deed(at: instant(before, 22, 6 + number * 4)) { [counting, venue, today] in
                    try await counting.setDoorCount(
                        people, on: today - before,
                        of: CountingService.MerchantShop(venue: venue.uuid, major: major, session: session))
                }
            }
        }
    }

    /// The beacons that the operator hung up lately, and the device that has yet to be claimed.
    func installationDeeds(_ staff: DemoStaff) -> [Deed] {
        let installation = PastInstallation(venue)
        let walks = PastInstallation.lately.enumerated().compactMap { number, reference -> Deed? in
            guard let beacon = venue.beacon(reference) else { return nil }
            let at = instant(11, 9, 15 + number * 12)
            return Deed(at: at) {
                var rhythm = PastRhythm(random: chance.split(8).split(UInt64(number)))
                try await database.writing { [uuid = venue.uuid] connection in
                    try VenueOperationService.rememberDevice(of: reference, at: uuid, claimedAt: at, in: connection)
                }
                try await operation.walk(
                    random.identifier(), at: reference, installation.deeds(at: beacon, &rhythm), in: venue.uuid,
                    by: staff.operator)
            }
        }
        let claim = Deed(at: instant(1, 12, 20)) {
            try await operation.claim(DemoBeacons.withoutDevice, in: venue.uuid, by: staff.operator)
        }
        return walks + [claim]
    }

    /// When the staff signed in: whatever it did, it did signed in.
    func signInDeeds(_ staff: DemoStaff) -> [Deed] {
        let merchant = [29, 28, 27, 26, 12, 9, 7, 2, 1].map { ($0, 10, staff.merchant, "merchant") }
        let mornings = [19, 11, 6, 1].map { ($0, 8, staff.operator, "operator") }
        return (merchant + mornings).map { day, hour, account, role in
            let at = instant(day, hour, 31)
            return Deed(at: at) { [database, uuid = venue.uuid] in
                try await database.writing { connection in
                    try AuditTrail.append(
                        .sessionBegun, subject: role, by: .account(account), at: at, to: .venue(uuid), in: connection)
                }
            }
        }
    }

    /// What the tills of the merchant's shops redeemed, this morning too.
    func redeem(_ history: OfferHistory) async throws {
        let tills = [DemoStaff.shops[0]: ["Caja 1", "Caja 2"], DemoStaff.shops[1]: ["Barra", "Terraza"]]
        for major in DemoStaff.shops {
            var rhythm = PastRhythm(random: chance.split(9).split(UInt64(major)))
            var redeemed: [RememberedRedemption] = []
            for offer in PastOffer.all where offer.major == major && offer.redeemedADay > 0 {
                for before in (0...PastShops.merchantDays).reversed() {
                    let mean = offer.redeemedADay * PastRhythm.weight(ofDay: today - before)
                    for _ in 0..<rhythm.count(mean) {
                        let minute = Int(rhythm.uniform() * Double(PastRhythm.hourCount * 60 - 5))
                        let at = instant(before, PastRhythm.firstHour, minute)
                        let till = tills[major]?[rhythm.uniform() < 0.7 ? 0 : 1] ?? ""
                        let isOver =
                            offer.endedBefore.map { before <= $0 } ?? false || offer.days.upperBound < -before
                        guard at < start, !isOver, let version = history.version(of: offer, at: at) else { continue }
                        let family = PublishedOffers.family(offer.id, major: major)
                        redeemed.append(
                            RememberedRedemption(
                                offer: PublishedOffers.id(family, version: version), at: at, till: till))
                    }
                }
            }
            let (all, random, shop) = (redeemed, random, key(major))
            try await database.writing {
                try RedemptionStore.remember(all, of: shop, random: random, in: $0)
            }
        }
    }
}
