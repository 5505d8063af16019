import Basics
import Vault
import VaultFormats

/// Random items that try what formats find hard: quotes, line breaks, markup, and names that mean something elsewhere.
struct ItemSamples {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// A vault of some items; `precision` is the smallest difference of times in milliseconds.
    mutating func vault(precision: Int64 = 1, hasFiles: Bool = false) throws -> ImportedVault {
        var vault = ImportedVault(categories: ["Bank", "Años/Niñez", "a \"b\" <c> & d"])
        for number in 0..<Int.random(in: 0...12, using: &random) {
            vault.items.append(
                try item(number, categories: vault.categories, precision: precision, hasFiles: hasFiles))
        }
        return vault
    }

    private mutating func item(
        _ number: Int, categories: [String], precision: Int64, hasFiles: Bool
    ) throws -> ForeignItem {
        var item = ForeignItem(title: "\(number) \(try VaultName("x" + text(lines: false)).text)")
        item.category = Bool.random(using: &random) ? categories.randomElement(using: &random) : nil
        item.isFavourite = Bool.random(using: &random)
        item.asksAgain = Bool.random(using: &random)
        let created = time(precision, after: 1_500_000_000_000)
        item.created = created
        item.modified = time(precision, after: created.milliseconds + 100_000_000_000)
        item.deleted = Int.random(in: 0...3, using: &random) == 0 ? time(precision, after: created.milliseconds) : nil
        item.fields = [Field(kind: .note, value: "a note")] + (try fields())
        var until = created.milliseconds + 50_000_000_000
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            // Going back from the newest, at least a second apart.
            until -= 1000 * Int64.random(in: 1...1000, using: &random)
            let kind = item.fields.randomElement(using: &random)?.kind ?? .password
            let value = "old \(until) " + text(lines: true)
            item.history.append(PastValue(kind: kind, value: value, until: Timestamp(milliseconds: until)))
        }
        if hasFiles {
            for index in 0..<Int.random(in: 0...2, using: &random) {
                let bytes = (0..<Int.random(in: 0...99, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                item.attachments.append(ForeignAttachment(name: "scan <\(index)> ñ.txt", bytes: bytes))
            }
        }
        return item
    }

    /// Fields of all kinds; those of one's own have names that differ, of which some are taken elsewhere.
    private mutating func fields() throws -> [Field] {
        var fields: [Field] = []
        for kind in FieldKind.standard {
            for _ in 0..<[0, 0, 1, 1, 2, 3][Int.random(in: 0...5, using: &random)] {
                fields.append(Field(kind: kind, value: "v" + text(lines: kind == .note)))
            }
        }
        var names = Self.names.shuffled(using: &random)
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            let name = names.removeLast()
            let kind: FieldKind = Bool.random(using: &random) ? .text(name: name) : .concealed(name: name)
            let isEmpty = Int.random(in: 0...5, using: &random) == 0
            fields.append(Field(kind: kind, value: isEmpty ? "" : text(lines: true)))
        }
        return fields.shuffled(using: &random)
    }

    private static let names = [
        "Branch", "PIN", "pin", "URL", "Title", "UserName", "Notes", "otp", "TOTP Seed", "TimeOtp-Length", "KP2A_URL_3",
        "text:x", "concealed:y", "PIN (2)", "Branch (2)", "Email", "Tags", "Expires", "Favorite", "Group", "fields",
        "login_uri", "History", "History: 2024-01-01T00:00:00.000Z user", "Passkey: a.example", "URL match 1",
        "Card number", "Security code", "First name", "Private key", "a \"b\" <c> & d", "señal, ; =1+1", "Icon",
    ]

    private static let pieces = [
        "a", "ñ", "🗝", "\"", "\"\"", "'", ",", ";", "=1+1", "<b>", "&amp;", "]]>", "\\", "\\n", "\u{301}", " ", "{",
        "7",
        ": ", "@", "-", "|",
    ]

    private mutating func text(lines: Bool) -> String {
        let pieces = Self.pieces + (lines ? ["\n", "\r\n", "\t", "\n\n"] : [])
        return (0..<Int.random(in: 0...6, using: &random)).map { _ in
            pieces.randomElement(using: &random) ?? ""
        }.joined()
    }

    private mutating func time(_ precision: Int64, after begin: Int64) -> Timestamp {
        let milliseconds = begin + Int64.random(in: 1...10_000_000_000, using: &random)
        return Timestamp(milliseconds: milliseconds / precision * precision)
    }
}

extension ForeignItem {
    /// The item as every format can say it: fields sorted, because a format has an order of its own for its own ones,
    /// and without those that are empty and not of one's own; without what tells it from others, which is new each time.
    var comparable: ForeignItem {
        var item = self
        item.identifier = nil
        item.fields.removeAll { $0.value.isEmpty && $0.kind.name == nil }
        item.fields.sort { ($0.kind.word, $0.value) < ($1.kind.word, $1.value) }
        return item
    }
}

extension ImportedVault {
    /// The items as every format can say them, by title, because some formats sort them by category.
    var comparable: [ForeignItem] {
        items.map(\.comparable).sorted { $0.title < $1.title }
    }
}
