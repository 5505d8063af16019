import Basics
import Exposure
import Foundation
import Testing

@testable import Phone

@Suite("Grades in the store")
struct StoredGradeTests {
    private let day = UTCDay(containing: TracingFixture.start)

    @Test(arguments: RiskGrade.allCases, [0, 15, 1440])
    func `a day of exposure is read as it was written, and is as long as none`(grade: RiskGrade, minutes: Int) {
        for probability in [0, 37, 100] {
            let written = ExposureDay(
                day: day, foundOn: day.advanced(by: 2), minutes: minutes, probability: probability, grade: grade)
            let data = SealedFields.exposureDay(written)
            #expect(SealedFields.exposureDay(data) == .some(.some(written)))
            #expect(data.count == SealedFields.exposureDay(nil).count)
        }
    }

    @Test func `a day that was kept before there were grades has minutes, and the grade of a certain one`() throws {
        func kept(_ sum: Int64) throws -> ExposureDay {
            var data = Data([1])
            for number in [Int64(day.number), Int64(day.number + 1), sum] {
                withUnsafeBytes(of: number.bigEndian) { data.append(contentsOf: $0) }
            }
            return try #require(SealedFields.exposureDay(data) ?? nil)
        }
        let short = try kept(3000)
        #expect(short.day == day && short.foundOn == day.advanced(by: 1))
        #expect(short.minutes == 15 && short.probability == 100 && short.grade == .medium)
        #expect(try kept(12_000).minutes == 60)
        #expect(try kept(12_000).grade == .high)
    }

    @Test func `a day that nobody wrote is none`() {
        for number: UInt64 in [0x0400_0000_0000_000F, 0x0165_0000_0000_000F, .max] {
            var data = Data([1])
            for number in [Int64(day.number), Int64(day.number), Int64(bitPattern: number)] {
                withUnsafeBytes(of: number.bigEndian) { data.append(contentsOf: $0) }
            }
            #expect(SealedFields.exposureDay(data) == nil)
        }
    }

    @Test(arguments: [nil, 0, 2, 14, 250] as [Int?])
    func `a contact keeps how long after its key's day it was once it matched`(days: Int?) throws {
        let contact = Contact(
            identifier: Identifier128(high: 1, low: 2), date: TracingFixture.start, windows: 3, weight: 2345,
            daysSinceKey: days)
        let read = try #require(SealedFields.contact(SealedFields.contact(contact, isMatched: true)))
        #expect(read.contact == contact && read.isMatched)
        let unmatched = try #require(
            SealedFields.contact(SealedFields.contact(contact.matched(daysSinceKey: nil), isMatched: false)))
        #expect(!unmatched.isMatched && unmatched.contact.daysSinceKey == nil)
        #expect(
            SealedFields.contact(contact, isMatched: true).count
                == SealedFields.contact(contact, isMatched: false).count)
    }
}
