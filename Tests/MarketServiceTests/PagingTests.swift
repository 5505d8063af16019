import API
import Basics
import Testing

@testable import HTTPKit
@testable import LedgerService

@Suite("Pages and cursors")
struct PagingTests {
    /// A list of numbers that fall, as a history has it.
    private struct Lists {
        /// Each list's entries, newest first: when, and the number.
        var lists: [[(at: Int64, number: Int64)]] = []

        init(seed: UInt64) {
            var random = SplitMix64(seed: seed)
            for list in 0..<Int(random.next() % 5) {
                var at: Int64 = 10_000
                var number: Int64 = 10_000
                var entries: [(at: Int64, number: Int64)] = []
                for _ in 0..<Int(random.next() % 60) {
                    // Some happen in one millisecond; numbers of different lists never agree.
                    at -= Int64(random.next() % 3)
                    number -= 1 + Int64(random.next() % 4)
                    entries.append((at, number * 8 + Int64(list)))
                }
                lists.append(entries)
            }
        }

        /// All entries in the order of a history, sorted at once.
        var plain: [Int64] {
            lists.flatMap(\.self).sorted { ($0.at, $0.number) > ($1.at, $1.number) }.map(\.number)
        }

        /// The history from a place of each list on; of one list entries can be passed over without reading them.
        func history(from cursor: HistoryCursor?, passes: Bool) -> History<Int64> {
            let at = Dictionary(uniqueKeysWithValues: lists.flatMap(\.self).map { ($0.number, $0.at) })
            return History(
                lists.enumerated().map { index, entries in
                    let place =
                        cursor.map { cursor in cursor.numbers.first { Int($0 % 8) == index } ?? 0 }
                        ?? entries.first?.number ?? 0
                    func rest(from place: Int64) -> ArraySlice<(at: Int64, number: Int64)> {
                        entries.firstIndex { $0.number == place }.map { entries[$0...] } ?? []
                    }
                    return HistoryList(from: place, number: { $0 }) { place, count in
                        let some = rest(from: place)
                        return (some.prefix(count).map(\.number), some.dropFirst(count).first?.number ?? 0)
                    } pass: { place, count in
                        guard passes else { throw Refusal(.requestInvalid) }
                        return rest(from: place).dropFirst(count).first?.number ?? 0
                    }
                },
                isBefore: { (at[$0] ?? 0, $0) > (at[$1] ?? 0, $1) })
        }
    }

    @Test(
        "pages of several lists are pages of one sorted list, by number and by cursor",
        arguments: 0..<60 as Range<UInt64>)
    func merging(seed: UInt64) throws {
        let lists = Lists(seed: seed)
        let plain = lists.plain
        var random = SplitMix64(seed: ~seed)
        let limit = 1 + Int(random.next() % 20)
        for page in 0...plain.count / limit + 1 {
            var history = lists.history(from: nil, passes: true)
            let found = try history.page(Page(page: page, limit: limit))
            let expected = plain.dropFirst(page * limit).prefix(limit)
            #expect(found.items == Array(expected))
            #expect(found.hasMore == (plain.count > page * limit + limit))
        }
        var all: [Int64] = []
        var cursor: HistoryCursor?
        repeat {
            var history = lists.history(from: cursor, passes: false)
            let page = try history.page(Page(from: cursor, limit: limit))
            all += page.items
            #expect(page.hasMore == (page.next != nil))
            cursor = page.next.flatMap { HistoryCursor($0.text) }
        } while cursor != nil && all.count <= plain.count
        #expect(all == plain)
    }

    @Test("whatever page is asked for, no more is passed over than may be", arguments: 0..<40 as Range<UInt64>)
    func bounds(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let numbers = [Int.min, -1, 0, 1, 20, 99, 1000, 1001, 10_000, .max, Int(random.next() % 20_000)]
        for number in numbers {
            for limit in numbers {
                let page = Page(page: number, limit: limit)
                #expect((1...1000).contains(page.limit) && page.page >= 0)
                #expect(page.offset <= Page.mostSkipped)
                if (1...1000).contains(limit) { #expect(page.limit == limit) }
                if number >= 0, number <= Page.mostSkipped / page.limit { #expect(page.page == number) }
                #expect(Page(from: nil, limit: limit).limit == page.limit)
            }
        }
    }

    @Test(
        "a text that names no place is none",
        arguments: [
            "", ".", "1.", ".1", "1..2", "0", "-1", "+1", "1.0", "01x", "1 ", "9223372036854775808",
            "99999999999999999999",
            "١", Array(repeating: "1", count: 257).joined(separator: "."),
        ])
    func noCursor(text: String) {
        #expect(HistoryCursor(text) == nil)
    }

    @Test("a place survives being a text")
    func cursorText() throws {
        for numbers in [[1], [.max], [7, 8, 9], Array(repeating: 5, count: 256)] as [[Int64]] {
            let cursor = try #require(HistoryCursor(numbers))
            #expect(HistoryCursor(cursor.text) == cursor && cursor.numbers == numbers)
        }
        #expect(HistoryCursor([Int64]()) == nil)
    }
}
