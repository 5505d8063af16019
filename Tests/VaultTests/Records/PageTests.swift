import Basics
import Testing

@testable import Vault

@Suite("Pages and counters")
struct PageTests {
    /// A model beside the pages: a plain dictionary, counted by going over all of it.
    @Test("the counter of each category is exact after any operations", arguments: 0..<32 as Range<UInt64>)
    func counters(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let categories = (0..<5).map { _ in RecordID(using: &random) }
        var pages: [UInt8: Page] = [:]
        var model: [RecordID: ItemSummary] = [:]
        for step in 1...400 as ClosedRange<UInt64> {
            let known = model.keys.sorted().randomElement(using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                var item = RecordFixtures.item(using: &random)
                item.category = categories.randomElement(using: &random)!
                try put(ItemSummary(of: item, revision: step), into: &pages, &model)
            case 4..<7:
                guard let known, var summary = model[known] else { continue }
                // Into the trash or out of it, or to another category.
                if Bool.random(using: &random) { summary.isDeleted.toggle() }
                summary.category = categories.randomElement(using: &random)!
                summary.revision = step
                try put(summary, into: &pages, &model)
            case 7..<9:
                guard let known else { continue }
                #expect(pages[known.firstByte]?.remove(known)?.id == known)
                #expect(pages[known.firstByte]?.remove(known) == nil)
                model[known] = nil
            default:
                let category = categories.randomElement(using: &random)!
                var removed: [RecordID] = []
                for number in pages.keys { removed += pages[number]!.removeAll(in: category).map(\.id) }
                #expect(Set(removed) == Set(model.values.filter { $0.category == category }.map(\.id)))
                model = model.filter { $0.value.category != category }
            }
            var counts: [RecordID: Int] = [:]
            for page in pages.values { page.countLive(into: &counts) }
            for category in categories {
                let exact = model.values.count { $0.category == category && !$0.isDeleted }
                #expect(counts[category, default: 0] == exact)
            }
        }
        // And so they are after writing and reading.
        for (number, page) in pages {
            let read = try Page(bytes: page.encoded(), number: number)
            #expect(read == page)
            for summary in page.summaries {
                #expect(model[summary.id] == summary && read.summary(of: summary.id) == summary)
            }
        }
        #expect(pages.values.reduce(0) { $0 + $1.summaries.count } == model.count)
    }

    private func put(
        _ summary: ItemSummary, into pages: inout [UInt8: Page], _ model: inout [RecordID: ItemSummary]
    ) throws {
        try pages[summary.id.firstByte, default: Page(number: summary.id.firstByte)].put(summary)
        model[summary.id] = summary
    }

    @Test("an item of another page is refused, and so is a page of another number")
    func elsewhere() throws {
        var random = SplitMix64(seed: 3)
        let summary = ItemSummary(of: RecordFixtures.item(using: &random), revision: 1)
        var wrong = Page(number: summary.id.firstByte ^ 1)
        #expect(throws: VaultFault.unknownRecord) { try wrong.put(summary) }
        var page = Page(number: summary.id.firstByte)
        try page.put(summary)
        #expect(throws: VaultFault.damaged("page")) { try Page(bytes: page.encoded(), number: page.number ^ 1) }
    }

    @Test("a page has a bound")
    func bound() throws {
        var random = SplitMix64(seed: 4)
        var item = RecordFixtures.item(using: &random)
        item.fields = []
        var page = Page(number: 0)
        for count in 0...Page.limit {
            var bytes = [UInt8](repeating: 0, count: 16)
            bytes[14] = UInt8(count >> 8)
            bytes[15] = UInt8(count & 255)
            let summary = ItemSummary(
                id: RecordID(bytes: bytes)!, category: .zero, title: item.title, user: "", isFavourite: false,
                isDeleted: false, hasOneTimePassword: false, modified: item.modified, revision: 1)
            if count < Page.limit {
                try page.put(summary)
            } else {
                #expect(throws: VaultFault.tooLarge("page")) { try page.put(summary) }
            }
        }
        #expect(try Page(bytes: page.encoded(), number: 0).summaries.count == Page.limit)
    }

    @Test("a page that is cut or changed never reads past its end", arguments: 0..<4 as Range<UInt64>)
    func hostile(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var page = Page(number: 7)
        for _ in 0..<3 {
            var item = RecordFixtures.item(using: &random)
            item = Item(
                id: RecordID(bytes: [7] + item.id.bytes.dropFirst())!, category: item.category, title: item.title,
                fields: item.fields, created: item.created, modified: item.modified)
            try page.put(ItemSummary(of: item, revision: 1))
        }
        let bytes = page.encoded()
        for count in 0..<bytes.count {
            #expect(throws: VaultFault.self) { try Page(bytes: Array(bytes[..<count]), number: 7) }
        }
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            _ = try? Page(bytes: changed, number: 7)
        }
    }

    @Test("a user's name is cut for lists between two characters")
    func cut() throws {
        var random = SplitMix64(seed: 8)
        var item = RecordFixtures.item(using: &random)
        item.fields = [Field(kind: .user, value: String(repeating: "ñ", count: 200))]
        #expect(ItemSummary(of: item, revision: 1).user == String(repeating: "ñ", count: 128))
        item.fields = [Field(kind: .user, value: "x" + String(repeating: "ñ", count: 200))]
        #expect(ItemSummary(of: item, revision: 1).user == "x" + String(repeating: "ñ", count: 127))
    }
}
