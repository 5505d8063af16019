import Basics
import Foundation

extension HabitDiary {
    /// The diary as bytes that ``init(stored:)`` understands.
    package func stored() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // What a diary is made of can always be written.
        return ((try? encoder.encode(StoredDiary(self))).map { Array($0) }) ?? []
    }

    /// The diary that was stored as these bytes; an empty one when they are none, or of a format of another version.
    package init(stored bytes: [UInt8]) {
        self.init()
        guard let stored = try? JSONDecoder().decode(StoredDiary.self, from: Data(bytes)),
            stored.format == StoredDiary.format, let diary = stored.diary
        else { return }
        self = diary
    }
}

/// How a diary stands in a file.
private struct StoredDiary: Codable {
    static let format = 1
    /// Days that anybody can mean, so that reckoning with them never overflows.
    static let days = 0...200_000

    var format = Self.format
    var shops: [Shop]

    struct Shop: Codable {
        var venue: String
        var major: UInt16
        var term: String?
        var isWorkplace: Bool
        var lastVisit: Int?
        var campaign: HabitDiary.CampaignPart?
        var session: SessionBuilder.Stored?
        var days: [Day]
        var planned: [Report]
    }

    struct Day: Codable {
        var day: Int
        var habit: DayHabit
    }

    struct Report: Codable {
        var day: Int
        var cell: String
        var at: Int64
    }

    init(_ diary: HabitDiary) {
        let keys = Set(diary.terms.keys).union(diary.workplaces).union(diary.sessions.keys)
            .union(diary.lastVisits.keys).union(diary.campaigns.keys).union(diary.days.keys.map(\.shop))
            .union(diary.planned.map(\.place.shop))
        shops = keys.sorted().map { shop in
            Shop(
                venue: shop.venue.description, major: shop.major, term: diary.terms[shop]?.rawValue,
                isWorkplace: diary.workplaces.contains(shop), lastVisit: diary.lastVisits[shop],
                campaign: diary.campaigns[shop], session: diary.sessions[shop]?.stored,
                days: diary.days.filter { $0.key.shop == shop }.sorted { $0.key < $1.key }
                    .map { Day(day: $0.key.day, habit: $0.value) },
                planned: diary.planned.filter { $0.place.shop == shop }
                    .map { Report(day: $0.place.day, cell: $0.cell.rawValue, at: $0.at.milliseconds) })
        }
    }

    /// The diary; nil when something in it can be none.
    var diary: HabitDiary? {
        var diary = HabitDiary()
        for stored in shops {
            guard let venue = UUID128(stored.venue), stored.isSensible else { return nil }
            let shop = ShopKey(venue: venue, major: stored.major)
            if let word = stored.term {
                guard let term = Term(rawValue: word) else { return nil }
                diary.terms[shop] = term
            }
            if stored.isWorkplace { diary.workplaces.insert(shop) }
            diary.lastVisits[shop] = stored.lastVisit
            diary.campaigns[shop] = stored.campaign
            if let session = stored.session {
                guard let builder = SessionBuilder(session, of: shop) else { return nil }
                diary.sessions[shop] = builder
            }
            for day in stored.days { diary.days[ShopDay(shop: shop, day: day.day)] = day.habit }
            for report in stored.planned {
                guard let cell = Cell(rawValue: report.cell) else { return nil }
                diary.planned.append(
                    PlannedReport(
                        place: ShopDay(shop: shop, day: report.day), cell: cell,
                        at: Timestamp(milliseconds: report.at)))
            }
        }
        return diary
    }
}

extension StoredDiary.Shop {
    fileprivate var isSensible: Bool {
        let all =
            days.map(\.day) + planned.map(\.day)
            + [lastVisit, campaign?.begunOn, campaign?.measuredOn]
            .compactMap { $0 }
        return all.allSatisfy { StoredDiary.days.contains($0) }
    }
}
