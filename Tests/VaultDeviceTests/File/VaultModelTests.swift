import Basics
import Foundation
import Testing
import Vault

@testable import VaultDevice

/// What a vault should hold, as plain values.
private struct Model {
    var categories: [RecordID: String] = [:]
    var items: [RecordID: Item] = [:]

    var live: [Item] { items.values.filter { $0.deleted == nil } }

    func count(_ category: RecordID) -> Int { live.count { $0.category == category } }

    /// Names of categories that are gone.
    private var removed: [RecordID: String] = [:]

    mutating func remove(_ category: RecordID, now: Timestamp) {
        removed[category] = categories.removeValue(forKey: category)
        for item in live where item.category == category { items[item.id]?.deleted = now }
    }

    /// Takes an item out of the trash, into its category, into the one that has its name by now, or with it.
    mutating func restore(_ id: RecordID) {
        guard let item = items[id], item.deleted != nil else { return }
        items[id]?.deleted = nil
        guard categories[item.category] == nil, let name = removed[item.category] else { return }
        let namesake = categories.first { $0.value == name }?.key
        items[id]?.category = namesake ?? item.category
        if namesake == nil { categories[item.category] = name }
    }

    func isFree(_ title: String, in category: RecordID) -> Bool {
        !live.contains { $0.category == category && $0.title.text.lowercased() == title.lowercased() }
    }
}

@Suite("A vault against a plain model")
struct VaultModelTests {
    @Test(arguments: 0..<12 as Range<UInt64>)
    func `random work leaves what the model has, with exact counters, in this process and after opening`(
        seed: UInt64
    ) throws {
        try VaultFixture.with { fixture in
            var random = SplitMix64(seed: seed)
            let vault = try fixture.make().vault
            var model = Model()
            for summary in try vault.categories() { model.categories[summary.id] = summary.category.name.text }
            let defaults = Set(model.categories.keys)
            var now = VaultFixture.start
            for step in 0..<60 {
                now = now.advanced(bySeconds: 3600)
                try Self.work(step, vault, &model, defaults, now, &random)
                try Self.check(vault, model)
            }
            vault.lock()
            try Self.check(try fixture.unlock(), model)
        }
    }

    private static func check(_ vault: UnlockedVault, _ model: Model) throws {
        let categories = try vault.categories()
        #expect(
            Dictionary(uniqueKeysWithValues: categories.map { ($0.id, $0.category.name.text) }) == model.categories)
        for category in categories { #expect(category.count == model.count(category.id)) }
        let content = try VaultFixture.content(vault)
        #expect(content == model.items.values.sorted { $0.id < $1.id })
        #expect(Set(try vault.summaries().map(\.id)) == Set(model.live.map(\.id)))
    }

    private static func work(
        _ step: Int, _ vault: UnlockedVault, _ model: inout Model, _ defaults: Set<RecordID>, _ now: Timestamp,
        _ random: inout SplitMix64
    ) throws {
        let categories = model.categories.keys.sorted()
        let category = try #require(categories.randomElement(using: &random))
        let item = model.items.values.sorted { $0.id < $1.id }.randomElement(using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
            let name = "Categoría \(step % 7)"
            if model.categories.values.contains(name) {
                #expect(throws: VaultFault.nameTaken(name.uppercased())) {
                    _ = try vault.addCategory(try VaultName(name.uppercased()), using: &random)
                }
            } else {
                model.categories[try vault.addCategory(try VaultName(name), using: &random).id] = name
            }
        case 1 where defaults.contains(category):
            #expect(throws: VaultFault.protectedCategory) { try vault.removeCategory(category, now: now) }
        case 1:
            try vault.removeCategory(category, now: now)
            model.remove(category, now: now)
        case 2:
            if let item, item.deleted == nil {
                try vault.moveToTrash(item.id, now: now)
                model.items[item.id]?.deleted = now
            }
        case 3:
            if let item {
                try vault.restore(item.id)
                model.restore(item.id)
            }
        case 4:
            if let item {
                try vault.erase(item.id)
                model.items[item.id] = nil
                #expect(throws: VaultFault.unknownRecord) { _ = try vault.item(item.id) }
            }
        case 5, 6:
            if let item { try change(item, step, vault, &model, now, &random) }
        case 7:
            try importSome(step, vault, &model, now, &random)
        default:
            let title = "Título \(Int.random(in: 0..<20, using: &random))"
            let draft = try VaultFixture.draft(title, in: category, [(.user, ""), (.password, "p\(step)")])
            if model.isFree(title, in: category) {
                let item = try vault.add(draft, now: now, using: &random)
                model.items[item.id] = item
            } else {
                #expect(throws: VaultFault.nameTaken(title)) { _ = try vault.add(draft, now: now, using: &random) }
            }
        }
    }

    private static func change(
        _ item: Item, _ step: Int, _ vault: UnlockedVault, _ model: inout Model, _ now: Timestamp,
        _ random: inout SplitMix64
    ) throws {
        var changed = item
        changed.fields = [Field(kind: .password, value: "q\(step)"), Field(kind: .note, value: "nota")]
        changed.isFavourite.toggle()
        try vault.update(changed, now: now)
        let past = item.fields.filter { !$0.value.isEmpty && !changed.fields.contains($0) }
            .map { PastValue(kind: $0.kind, value: $0.value, until: now) }
        changed.history = Array((past + item.history).prefix(20))
        changed.modified = now
        model.items[item.id] = changed
    }

    private static func importSome(
        _ step: Int, _ vault: UnlockedVault, _ model: inout Model, _ now: Timestamp, _ random: inout SplitMix64
    ) throws {
        let name = "Categoría \(step % 7)"
        let new = NewCategory(id: RecordID(using: &random), name: try VaultName(name))
        let drafts = try (0..<3).map { try VaultFixture.draft("Importado \($0)", in: new.id, [(.note, "\(step)")]) }
        #expect(throws: VaultFault.unknownRecord) {
            let stray = try VaultFixture.draft("Perdido", in: RecordID(using: &random), [(.note, "x")])
            _ = try vault.importAll([new], drafts + [stray], now: now, using: &random)
        }
        #expect(try vault.importAll([new], drafts, now: now, using: &random).added == 3)
        let category = try #require(try vault.categories().first { $0.category.name.text == name })
        model.categories[category.id] = name
        for summary in try vault.summaries() where model.items[summary.id] == nil {
            model.items[summary.id] = try vault.item(summary.id)
            #expect(summary.category == category.id)
        }
    }
}
