import Basics
import Foundation
import Testing

@testable import Exposure

@Suite("UTC days in a person's calendar")
struct PersonDayTests {
    struct Cases: Decodable {
        struct Shown: Decodable {
            let zone: String
            let day: String
            let now: String
            let shown: String
            let daysAgo: Int
            let begin: String
            let end: String
            let isOfTwoDays: Bool
            let reason: String
        }

        struct Given: Decodable {
            let zone: String
            let date: String
            let day: String
            let reason: String
        }

        let shown: [Shown]
        let given: [Given]

        init() throws {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            let data = try Data(contentsOf: folder.appending(path: "Fixtures/days.json"))
            self = try JSONDecoder().decode(Cases.self, from: data)
        }
    }

    private func offset(_ zone: String) throws -> (Timestamp) -> Int {
        let zone = try #require(TimeZone(identifier: zone))
        return { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0.seconds))) }
    }

    private func day(_ text: String) throws -> UTCDay {
        UTCDay(number: try #require(DayText.day(text)))
    }

    @Test("a day is shown by where most of it lies, with its bounds, and never later than today")
    func shown() throws {
        let cases = try Cases().shown
        #expect(cases.count > 15)
        for each in cases {
            let now = try #require(try? Date(each.now, strategy: .iso8601)).timeIntervalSince1970
            let found = PersonDay(
                try day(each.day), now: Timestamp(seconds: Int64(now)), offset: try offset(each.zone))
            func text(_ wall: PersonDay.WallTime) -> String { "\(UTCDay(wall.date)) \(wall.time)" }
            #expect("\(UTCDay(found.date))" == each.shown && found.daysAgo == each.daysAgo, "\(each.reason)")
            #expect(text(found.begin) == each.begin && text(found.end) == each.end, "\(each.reason)")
            #expect(found.isOfTwoDays == each.isOfTwoDays, "\(each.reason)")
        }
    }

    @Test("a day that a person gives leaves nothing of it out, and comes back as given")
    func given() throws {
        for each in try Cases().given {
            let date = try day(each.date).civilDate
            let found = UTCDay(personDay: date, offset: try offset(each.zone))
            #expect("\(found)" == each.day, "\(each.reason)")
            #expect(found.personDay(offset: try offset(each.zone)) == date, "\(each.reason)")
        }
    }
}
