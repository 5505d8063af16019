import Basics
import Testing

@testable import Vault

@Suite("The root and its categories")
struct RootTests {
    static func root(_ seed: UInt64 = 1) throws -> Root {
        var random = SplitMix64(seed: seed)
        var root = Root(
            headerDigest: (0..<32).map { UInt8($0) }, user: try VaultName("José"),
            categories: Category.standard(language: "es"), settings: VaultSettings(language: "es"),
            travelKey: TravelKey(using: &random))
        for page in 0...255 where Bool.random(using: &random) {
            root.pageRevisions[UInt8(page)] = UInt64.random(in: 1 ... .max, using: &random)
        }
        return root
    }

    static func read(_ bytes: [UInt8]) throws -> Root {
        try bytes.withUnsafeBytes { try Root(bytes: $0) }
    }

    @Test("a root that is written is read as it was", arguments: 0..<16 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var root = try Self.root(seed)
        root.settings.autoLockSeconds = 77
        root.settings.lockWhenLeaving = true
        root.settings.clipboardSeconds = 9
        root.settings.trashDays = 3
        root.settings.historyLimit = 4
        root.settings.language = "pt-BR"
        try root.add(
            Category(
                id: RecordID("00112233445566778899aabbccddeeff")!, name: VaultName("Coche"), isRemovable: true,
                template: [.text(name: "Matrícula"), .pin, .concealed(name: "Código")], icon: "key"))
        #expect(try Self.read(root.encoded()) == root)
        root.travelKey = nil
        root.isTravelling = true
        let read = try Self.read(root.encoded())
        #expect(read == root && read.travelKey == nil && read.isTravelling)
        #expect(read.settings.historyLimit == 4 && read.settings.language == "pt")
    }

    @Test("a root that is cut or changed never reads past its end")
    func hostile() throws {
        let bytes = try Self.root().encoded()
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(throws: VaultFault.self) { try Self.read(Array(bytes[..<count])) }
        }
        var random = SplitMix64(seed: 2)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            _ = try? Self.read(changed)
        }
    }

    @Test("settings are brought within their bounds, also when they are read")
    func settings() throws {
        var settings = VaultSettings(language: "fr")
        #expect(settings.language == "es")
        settings.autoLockSeconds = 0
        settings.clipboardSeconds = 100_000
        settings.trashDays = -4
        settings.historyLimit = 21
        #expect(settings.autoLockSeconds == 10 && settings.clipboardSeconds == 600)
        #expect(settings.trashDays == 1 && settings.historyLimit == 20)
        // The seconds until locking, written as zero by whoever has the key.
        var bytes = try Self.root().encoded()
        let place = try #require(bytes.firstRange(of: [0, 0, 1, 44, 0, 0, 0, 0, 20])).lowerBound
        bytes.replaceSubrange(place..<place + 4, with: [0, 0, 0, 0])
        #expect(try Self.read(bytes).settings.autoLockSeconds == 10)
    }

    @Test("the default categories are protected, templated, and named in four languages")
    func standard() throws {
        #expect(
            Category.standard(language: "es").map(\.name.text) == [
                "Web", "Bancos", "Correo", "Tarjetas", "Wifi", "Notas",
            ])
        #expect(
            Category.standard(language: "en-GB").map(\.name.text) == [
                "Web", "Banks", "Mail", "Cards", "Wi-Fi", "Notes",
            ])
        #expect(Category.standard(language: "xx") == Category.standard(language: "es"))
        for language in ["es", "en", "pt", "it"] {
            let categories = Category.standard(language: language)
            #expect(categories.map(\.id) == Category.standard(language: "es").map(\.id))
            #expect(Set(categories.map(\.id)).count == 6 && Set(categories.map(\.name)).count == 6)
            for category in categories {
                #expect(category.isProtected && !category.template.isEmpty && Category.icons.contains(category.icon))
                #expect(try VaultName(category.name.text).text.utf8.elementsEqual(category.name.text.utf8))
            }
        }
    }

    @Test("two categories of one name are refused, in whatever case or form")
    func names() throws {
        var root = try Self.root()
        var random = SplitMix64(seed: 3)
        for text in ["Bancos", "BANCOS", "bancos "] {
            #expect(throws: VaultFault.nameTaken(try VaultName(text).text)) {
                try root.add(Category(id: RecordID(using: &random), name: VaultName(text), template: []))
            }
        }
        let one = Category(id: RecordID(using: &random), name: try VaultName("Ánimo"), template: [])
        try root.add(one)
        #expect(throws: VaultFault.self) {
            try root.add(Category(id: RecordID(using: &random), name: VaultName("a\u{301}NIMO"), template: []))
        }
        var renamed = one
        renamed.name = try VaultName("WEB")
        #expect(throws: VaultFault.nameTaken("WEB")) { try root.update(renamed) }
        renamed.name = try VaultName("ÁNIMO")
        try root.update(renamed)
        #expect(root.category(one.id)?.name.text == "ÁNIMO")
        #expect(root.category(named: try VaultName("ánimo"))?.id == one.id)
    }

    @Test("a default category is neither renamed nor removed; its template and its journeys are the person's")
    func protected() throws {
        var root = try Self.root()
        var web = root.categories[0]
        #expect(throws: VaultFault.protectedCategory) { try root.removeCategory(web.id) }
        web.name = try VaultName("Sitios")
        #expect(throws: VaultFault.protectedCategory) { try root.update(web) }
        web = Category(id: web.id, name: root.categories[0].name, isProtected: false, template: [])
        #expect(throws: VaultFault.protectedCategory) { try root.update(web) }
        let own = Category(id: RecordID(bytes: [UInt8](0..<16))!, name: try VaultName("Propia"), template: [])
        try root.add(own)
        #expect(throws: VaultFault.protectedCategory) {
            try root.update(Category(id: own.id, name: own.name, isProtected: true, template: []))
        }
        try root.removeCategory(own.id)
        #expect(root.category(own.id) == nil)
        web = root.categories[0]
        web.template = [.note]
        web.isRemovable = true
        try root.update(web)
        #expect(root.categories[0].template == [.note] && root.categories[0].isRemovable)
        #expect(throws: VaultFault.unknownRecord) { try root.removeCategory(.zero) }
        #expect(throws: VaultFault.unknownRecord) {
            try root.update(Category(id: .zero, name: VaultName("x"), template: []))
        }
    }
}
