import Basics

@testable import Vault

/// Items and summaries made by chance, with everything that an item can have.
enum RecordFixtures {
    private static func element<Element>(of elements: [Element], using random: inout SplitMix64) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    static func name(using random: inout SplitMix64) -> VaultName {
        let words = ["Banco", "nube", "ñandú", "Ánimo", "wifi", "casa", "日本", "Mi correo", "x"]
        return VaultName(checked: element(of: words, using: &random) + " \(UInt16.random(in: 0...999, using: &random))")
    }

    static func value(using random: inout SplitMix64) -> String {
        let alphabet = Array("abcdefgñáéíóúÜ€🏦 0123456789\n-_@.")
        return String(
            (0..<Int.random(in: 0...60, using: &random)).map { _ in element(of: alphabet, using: &random) })
    }

    static func kind(using random: inout SplitMix64) -> FieldKind {
        let own = [FieldKind.text(name: "Matrícula"), .concealed(name: "Código")]
        return element(of: FieldKind.standard + own, using: &random)
    }

    static func instant(using random: inout SplitMix64) -> Timestamp {
        Timestamp(milliseconds: Int64.random(in: 0...4_000_000_000_000, using: &random))
    }

    static func item(using random: inout SplitMix64) -> Item {
        var item = Item(
            id: RecordID(using: &random), category: RecordID(using: &random), title: name(using: &random),
            fields: (0..<Int.random(in: 1...9, using: &random)).map { _ in
                Field(kind: kind(using: &random), value: value(using: &random))
            },
            isFavourite: .random(using: &random), asksAgain: .random(using: &random),
            created: instant(using: &random), modified: instant(using: &random))
        if Bool.random(using: &random) { item.deleted = instant(using: &random) }
        item.history = (0..<Int.random(in: 0...20, using: &random)).map { _ in
            PastValue(kind: kind(using: &random), value: value(using: &random), until: instant(using: &random))
        }
        item.attachments = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
            Attachment(
                id: RecordID(using: &random), name: name(using: &random),
                byteCount: Int.random(in: 0...Attachment.byteLimit, using: &random))
        }
        return item
    }
}
