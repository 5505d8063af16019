import API
import Basics
import Crypto
import Vault
import VaultDevice

extension VaultPageFieldKindBody {
    /// How a kind of field travels.
    init(_ kind: FieldKind) {
        switch kind {
        case .text(let name): self.init(kind: "text", name: name)
        case .concealed(let name): self.init(kind: "concealed", name: name)
        default: self.init(kind: kind.word)
        }
    }

    /// The kind of field that it says; nil for a field of one's own without a name that can be one.
    var fieldKind: FieldKind? {
        switch kind {
        case "text", "concealed": name.flatMap { FieldKind("\(kind):\($0)") }
        default: FieldKind(kind)
        }
    }
}

extension VaultPagePreferencesBody {
    /// What the owner of a vault prefers.
    init(_ settings: VaultSettings, _ header: VaultHeader) {
        self.init(
            autoLockSeconds: settings.autoLockSeconds, lockWhenLeaving: settings.lockWhenLeaving,
            clipboardSeconds: settings.clipboardSeconds, language: settings.language,
            isStrict: header.lockoutRule == .strict)
    }
}

extension VaultPageSummaryBody {
    /// An item as a list shows it, with the fields in which a search found its text.
    init(_ item: ItemSummary, found: [FieldKind]? = nil) {
        self.init(
            id: item.id.text, category: item.category.text, title: item.title.text, user: item.user,
            isFavourite: item.isFavourite, hasCode: item.hasOneTimePassword, modified: item.modified.day,
            found: found?.map { VaultPageFieldKindBody($0) })
    }
}

extension VaultPageItemBody {
    /// An item without its concealed values.
    init(_ item: Item, revision: UInt64) {
        self.init(
            id: item.id.text, revision: Int(clamping: revision), category: item.category.text,
            title: item.title.text, isFavourite: item.isFavourite, asksAgain: item.asksAgain,
            created: item.created.rfc3339, modified: item.modified.rfc3339,
            deleted: item.deleted?.rfc3339,
            fields: item.fields.map { field in
                VaultPageFieldBody(
                    kind: VaultPageFieldKindBody(field.kind), isConcealed: field.kind.isConcealed,
                    isFilled: !field.value.isEmpty, value: field.kind.isConcealed ? nil : field.value)
            },
            history: item.history.map { past in
                VaultPagePastValueBody(
                    kind: VaultPageFieldKindBody(past.kind), isConcealed: past.kind.isConcealed,
                    until: past.until.rfc3339, value: past.kind.isConcealed ? nil : past.value)
            },
            attachments: item.attachments.map {
                VaultPageAttachmentBody(id: $0.id.text, name: $0.name.text, byteCount: $0.byteCount)
            })
    }
}

extension VaultPageItemDraftBody {
    /// All that can be changed of an item, with every value.
    init(_ item: Item, revision: UInt64) {
        self.init(
            revision: Int(clamping: revision), category: item.category.text, title: item.title.text,
            isFavourite: item.isFavourite,
            asksAgain: item.asksAgain,
            fields: item.fields.map { VaultPageFieldDraftBody(kind: VaultPageFieldKindBody($0.kind), value: $0.value) })
    }
}

extension VaultPageCategoryBody {
    /// A category with the number of its items.
    init(_ summary: CategorySummary) {
        let category = summary.category
        self.init(
            id: category.id.text, name: category.name.text, icon: category.icon, isProtected: category.isProtected,
            isRemovable: category.isRemovable, count: summary.count,
            template: category.template.map { VaultPageFieldKindBody($0) }, mark: Self.mark(of: category))
    }

    /// What tells two writings of a category apart.
    static func mark(of category: Vault.Category) -> String {
        let parts = [category.name.text, category.isRemovable ? "1" : "0"] + category.template.map(\.word)
        let digest = SHA256.hash(data: Array(parts.joined(separator: "\u{0}").utf8))
        return digest.prefix(16).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    }
}

extension VaultPageCipherBody {
    /// A cipher with the mark of a weak one.
    init(_ cipher: CipherSuite) {
        self.init(name: cipher.name, isWeak: cipher.isWeak)
    }
}

extension Timestamp {
    /// The UTC day, such as `2026-11-21`.
    var day: String { String(rfc3339.prefix(10)) }

    /// The UTC day of a number of days since 1970-01-01, such as `2026-11-21`.
    static func day(_ number: Int32) -> String {
        Timestamp(milliseconds: Int64(number) * 86_400_000).day
    }
}
