extension Category {
    /// The six categories that every vault begins with, named in a language; they are protected.
    ///
    /// The original promises default categories and never lists them. These are they:
    ///
    /// | Icon    | Spanish  | English | Portuguese | Italian | Fields of a new item                                |
    /// |---------|----------|---------|------------|---------|-----------------------------------------------------|
    /// | `globe` | Web      | Web     | Web        | Web     | user, password, URL, one-time password, note        |
    /// | `bank`  | Bancos   | Banks   | Bancos     | Banche  | user, password, secret number, PIN, phone, URL      |
    /// | `mail`  | Correo   | Mail    | Correio    | Posta   | e-mail, password, URL, one-time password, note      |
    /// | `card`  | Tarjetas | Cards   | Cartões    | Carte   | type, user, secret number, PIN, phone, note         |
    /// | `wifi`  | Wifi     | Wi-Fi   | Wi-Fi      | Wi-Fi   | description, password, note                         |
    /// | `note`  | Notas    | Notes   | Notas      | Note    | note                                                |
    ///
    /// Their identifiers are the same in every vault, so that two devices that made a vault each can be joined. An
    /// unknown language gives the Spanish names, as the original is Spanish.
    ///
    /// - Parameter language: A language tag such as `es` or `pt-BR`; its first two letters decide.
    public static func standard(language: String) -> [Category] {
        let column =
            switch language.prefix(2).lowercased() {
            case "en": 1
            case "pt": 2
            case "it": 3
            default: 0
            }
        return table.enumerated().map { index, row in
            Category(
                id: standardID(index), name: VaultName(checked: row.names[column]), isProtected: true,
                template: row.template, icon: row.icon)
        }
    }

    /// The identifier of the default category that has a name in any of the languages, in any case; nil when none has.
    public static func standardID(named name: VaultName) -> RecordID? {
        let folded = name.folded
        return table.firstIndex { row in row.names.contains { VaultName(checked: $0).folded == folded } }
            .map(standardID)
    }

    /// Identifiers that are all zero but for the last byte, which no random one is.
    private static func standardID(_ index: Int) -> RecordID {
        var bytes = [UInt8](repeating: 0, count: RecordID.byteCount)
        bytes[RecordID.byteCount - 1] = UInt8(index + 1)
        return RecordID(bytes: bytes) ?? .zero
    }

    private struct Row {
        let icon: String
        /// In Spanish, English, Portuguese and Italian, composed.
        let names: [String]
        let template: [FieldKind]
    }

    private static let table = [
        Row(
            icon: "globe", names: ["Web", "Web", "Web", "Web"],
            template: [.user, .password, .url, .oneTimePassword, .note]),
        Row(
            icon: "bank", names: ["Bancos", "Banks", "Bancos", "Banche"],
            template: [.user, .password, .secretNumber, .pin, .phone, .url]),
        Row(
            icon: "mail", names: ["Correo", "Mail", "Correio", "Posta"],
            template: [.email, .password, .url, .oneTimePassword, .note]),
        Row(
            icon: "card", names: ["Tarjetas", "Cards", "Cart\u{F5}es", "Carte"],
            template: [.type, .user, .secretNumber, .pin, .phone, .note]),
        Row(icon: "wifi", names: ["Wifi", "Wi-Fi", "Wi-Fi", "Wi-Fi"], template: [.description, .password, .note]),
        Row(icon: "note", names: ["Notas", "Notes", "Notas", "Note"], template: [.note]),
    ]
}
