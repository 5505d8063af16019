import Basics
import Loyalty
import LoyaltyService
import ServiceKit

/// What there was to count in the shops on the days before the demo's day.
struct PastShops {
    /// How many days back it goes: four weeks that are released by now, and as many to compare them with.
    private static let days = 64
    /// How many days back the merchant has counted at the doors and redeemed coupons.
    static let merchantDays = 30

    /// How many visitors let a shop count habits on an average day for each of its beacons: larger shops have more.
    private static let visitorsForBeacon = 28.0
    /// How many more visitors let it know of visits.
    private static let provedShare = 1.15
    /// How many of those who come through a door have this application.
    private static let coverage = 0.12

    private static let classes: [(Cell, Double)] = [
        (.passerBy, 1.7), (.visitor, 0.47), (.bounced, 0.19), (.engaged, 0.34),
    ]
    private static let recencies: [(Cell, Double)] = [
        (.first, 0.37), (.week, 0.24), (.month, 0.25), (.year, 0.14),
    ]
    private static let stays: [(Cell, Double)] = [
        (.from2, 0.18), (.from5, 0.39), (.from20, 0.33), (.from60, 0.09), (.from360, 0.01),
    ]

    private let venue: Venue
    private let calendar: LocalDays
    private let today: Int

    /// The shops of `venue` before `today`, counted from 1970-01-01.
    init(_ venue: Venue, today: Int) {
        self.venue = venue
        self.today = today
        calendar = LocalDays(timeZone: venue.timeZone)
    }

    /// How many visitors a shop has on an average day, with habits that are counted.
    func visitors(of shop: Shop) -> Double {
        Double(venue.beacons.count { $0.major == shop.major }) * Self.visitorsForBeacon
    }

    /// How many visitors a shop had on a day: a little more each week.
    private func visitors(of shop: Shop, on day: Int) -> Double {
        visitors(of: shop) * PastRhythm.weight(ofDay: day) * (1 - 0.0015 * Double(today - day))
    }

    /// How many people came through a shop's door on a day.
    func doorCount(of shop: Shop, on day: Int, _ rhythm: inout PastRhythm) -> Int {
        rhythm.count(visitors(of: shop, on: day) * Self.provedShare / Self.coverage)
    }

    /// Every shop on each day, with chance of its own.
    func countedDays(random: SplitMix64) -> [CountedDay] {
        venue.shops.flatMap { shop in
            var rhythm = PastRhythm(random: random.split(UInt64(shop.major)))
            return (today - Self.days..<today).map { day(of: shop, day: $0, &rhythm) }
        }
    }

    private func day(of shop: Shop, day: Int, _ rhythm: inout PastRhythm) -> CountedDay {
        var counted = CountedDay(ShopDay(shop: ShopKey(venue: venue.uuid, major: shop.major), day: day))
        let visitors = visitors(of: shop, on: day) * (1 + 0.06 * rhythm.spread())
        for (cell, share) in Self.classes + Self.recencies + Self.stays {
            counted.reports[cell] = rhythm.count(visitors * share)
        }
        counted.visitors = rhythm.count(visitors * Self.provedShare)
        counted.stays = counted.visitors + rhythm.count(Double(counted.visitors) * 0.11)
        let opens = calendar.beginning(of: Int64(day)).advanced(bySeconds: Int64(PastRhythm.firstHour) * 3600)
        for quarter in 0..<PastRhythm.hourCount * 4 {
            // Who stays is in several quarters.
            let mean = Double(counted.visitors) * PastRhythm.share(ofHour: quarter / 4) / 4 * 1.5
            let number = rhythm.count(mean)
            guard number > 0 else { continue }
            counted.quarters.append(
                CountedDay.Quarter(from: opens.advanced(bySeconds: Int64(quarter) * 900), visitors: number))
        }
        counted.beacons = venue.beacons.filter { $0.major == shop.major }.map { beacon in
            let entered = rhythm.count(Double(counted.visitors) * Self.share(of: beacon.zone))
            let proved = rhythm.count(Double(entered) * Self.provedShare(of: beacon.minor))
            return CountedDay.Beacon(minor: beacon.minor, entered: entered, proved: min(entered, proved))
        }
        // A phone that stays for longer proves its visit at more than one beacon.
        counted.entered = counted.stays
        counted.proved = min(counted.entered, counted.beacons.map(\.proved).reduce(0, +) / 2)
        return counted
    }

    /// Which part of those who come near a beacon proves a visit there.
    ///
    /// A phone hears many beacons of a shop, and proves the visit at one of them: of 1,724 who came near one in the first
    /// hours of the demo's day 168 did.
    private static func provedShare(of minor: UInt16) -> Double { 0.06 + 0.02 * Double(minor % 5) }

    /// Which part of a shop's visitors comes near a beacon.
    static func share(of zone: Zone) -> Double {
        switch zone {
        case .door: 0.94
        case .window: 0.55
        case .till: 0.36
        case .fittingRoom: 0.22
        default: 0.48
        }
    }

    /// How many people gave each shop a term and no higher one.
    func terms() -> [UInt16: [Term: Int]] {
        var terms: [UInt16: [Term: Int]] = [:]
        for shop in venue.shops {
            let regulars = visitors(of: shop) * 9
            terms[shop.major] = [
                .coupons: Int(regulars * 0.35), .visits: Int(regulars * 0.2), .habits: Int(regulars),
            ]
        }
        return terms
    }
}
