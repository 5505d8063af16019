import Vault

/// What a kind of field is called.
struct FieldMessages: Bilingual {
    let kind: FieldKind

    var texts: (spanish: String, english: String) {
        switch kind {
        case .type: ("tipo", "type")
        case .user: ("usuario", "user")
        case .password: ("contraseña", "password")
        case .description: ("descripción", "description")
        case .url: ("URL", "URL")
        case .note: ("nota", "note")
        case .pin: ("PIN", "PIN")
        case .secretNumber: ("número secreto", "secret number")
        case .email: ("correo", "e-mail")
        case .phone: ("teléfono", "phone")
        case .oneTimePassword: ("código de un solo uso", "one-time password")
        case .text(let name), .concealed(let name): (name, name)
        }
    }
}

/// A number of things, in the words that go with one and with several.
struct Counted {
    private let count: Int

    init(_ count: Int) {
        self.count = count
    }

    /// So many items.
    var items: (spanish: String, english: String) {
        count == 1 ? ("1 elemento", "1 item") : ("\(count) elementos", "\(count) items")
    }
}

/// What is said about items, categories and attachments.
enum ItemMessages: Bilingual {
    case title, user, category, changed, found, count, removable, until, value, field
    case empty
    case emptyTrash
    case nothingFound(String)
    case passedOver
    case noItem(title: String)
    case notInTrash(title: String)
    case noCategory(name: String)
    case noOneTimePassword
    case noValue(kind: FieldKind)
    case noField(title: String, kind: FieldKind)
    case added(title: String, category: String)
    case changedItem(title: String)
    case unchanged(title: String)
    case movedToTrash(title: String, undo: String)
    case erased(title: String)
    case restored(title: String)
    case trashEmptied(Int)
    case concealedHint
    case attachments
    case attached(name: String, title: String)
    case detached(name: String, title: String)
    case noAttachment(name: String)
    case extracted(path: String)
    case fileExists(path: String)
    case cannotWrite(path: String, reason: String)
    case tooLarge(path: String, limit: Int)
    case noHistory
    case categoryAdded(String)
    case categoryRenamed(String, to: String)
    case categoryRemoved(String, items: Int)
    case categoryChanged(String)
    case confirmCategory(String, items: Int)
    case needsYes(String, items: Int)
    case confirmErase(title: String)
    case confirmTrash(Int)
    case nothingDone
    case isProtected, yes, no
    case badOneTimePassword(title: String)

    var texts: (spanish: String, english: String) {
        switch self {
        case .title, .user, .category, .changed, .found, .count, .removable, .until, .value, .field, .isProtected, .yes,
            .no, .attachments:
            headings
        case .categoryAdded, .categoryRenamed, .categoryRemoved, .categoryChanged, .confirmCategory, .needsYes:
            categories
        case .attached, .detached, .noAttachment, .extracted, .fileExists, .cannotWrite, .tooLarge: files
        default: sentences
        }
    }

    private var headings: (spanish: String, english: String) {
        switch self {
        case .title: ("Título", "Title")
        case .user: ("Usuario", "User")
        case .category: ("Categoría", "Category")
        case .changed: ("Cambiado", "Changed")
        case .found: ("En", "In")
        case .count: ("Elementos", "Items")
        case .removable: ("Se retira en viaje", "Removed to travel")
        case .until: ("Hasta", "Until")
        case .value: ("Valor", "Value")
        case .field: ("Campo", "Field")
        case .isProtected: ("Predeterminada", "Default")
        case .yes: ("sí", "yes")
        case .no: ("no", "no")
        default: ("Adjuntos", "Attachments")
        }
    }

    private var categories: (spanish: String, english: String) {
        switch self {
        case .categoryAdded(let name): ("categoría nueva: \(name)", "category added: \(name)")
        case .categoryRenamed(let old, let new): ("\(old) se llama ahora \(new)", "\(old) is now called \(new)")
        case .categoryRemoved(let name, let items):
            (
                "borrada la categoría \(name)" + (items > 0 ? "; en la papelera: \(Counted(items).items.spanish)" : ""),
                "removed the category \(name)" + (items > 0 ? "; \(Counted(items).items.english) in the trash" : "")
            )
        case .categoryChanged(let name): ("cambiada la categoría \(name)", "changed the category \(name)")
        case .confirmCategory(let name, let items):
            (
                "¿Borrar la categoría \(name) y mover \(Counted(items).items.spanish) a la papelera? [s/N] ",
                "Remove the category \(name) and move \(Counted(items).items.english) to the trash? [y/N] "
            )
        case .needsYes(let name, let items):
            (
                "\(name) tiene \(Counted(items).items.spanish), que irán a la papelera: dígalo con --yes",
                "\(name) has \(Counted(items).items.english), which go to the trash: say so with --yes"
            )
        default: sentences
        }
    }

    private var files: (spanish: String, english: String) {
        switch self {
        case .attached(let name, let title): ("\(name) adjuntado a \(title)", "\(name) attached to \(title)")
        case .detached(let name, let title): ("\(name) quitado de \(title)", "\(name) removed from \(title)")
        case .noAttachment(let name): ("\(name): no hay ningún adjunto así", "\(name): there is no such attachment")
        case .extracted(let path): ("escrito: \(path)", "written: \(path)")
        case .fileExists(let path): ("\(path) ya existe", "\(path) exists already")
        case .cannotWrite(let path, let reason):
            ("\(path): no se puede escribir: \(reason)", "\(path) cannot be written: \(reason)")
        case .tooLarge(let path, let limit):
            ("\(path) tiene más de \(limit) bytes", "\(path) has more than \(limit) bytes")
        default: sentences
        }
    }

    private var sentences: (spanish: String, english: String) {
        switch self {
        case .empty: ("no hay ningún elemento", "there is no item")
        case .emptyTrash: ("la papelera está vacía", "the trash is empty")
        case .nothingFound(let text): ("nada contiene «\(text)»", "nothing contains \"\(text)\"")
        case .passedOver:
            (
                "(sin los campos ocultos de los elementos que piden confirmación: dé la posición o la contraseña)",
                "(without the concealed fields of items that ask again: give a place or the password)"
            )
        case .noItem(let title):
            (
                "no hay ningún elemento \(title); véase `cerca vault list`",
                "there is no item \(title); see `cerca vault list`"
            )
        case .notInTrash(let title):
            (
                "en la papelera no hay ningún elemento \(title); véase `cerca vault trash`",
                "there is no item \(title) in the trash; see `cerca vault trash`"
            )
        case .noCategory(let name):
            (
                "no hay ninguna categoría \(name); véase `cerca vault category list`",
                "there is no category \(name); see `cerca vault category list`"
            )
        case .noOneTimePassword:
            (
                "un código de un solo uso necesita un secreto en Base32 o una dirección otpauth://",
                "a one-time password takes a secret in Base32 or an otpauth:// address"
            )
        case .noValue(let kind):
            (
                "falta el valor de: \(FieldMessages(kind: kind).texts.spanish)",
                "no value for: \(FieldMessages(kind: kind).texts.english)"
            )
        case .noField(let title, let kind):
            (
                "\(title) no tiene: \(FieldMessages(kind: kind).texts.spanish)",
                "\(title) has no \(FieldMessages(kind: kind).texts.english)"
            )
        case .added(let title, let category): ("añadido: \(title) (\(category))", "added: \(title) (\(category))")
        case .changedItem(let title): ("cambiado: \(title)", "changed: \(title)")
        case .unchanged(let title): ("\(title) ya era así; no se ha cambiado nada", "\(title) is as it was")
        case .movedToTrash(let title, let undo):
            ("\(title) está en la papelera; para recuperarlo: \(undo)", "\(title) is in the trash; to undo: \(undo)")
        case .erased(let title): ("borrado para siempre: \(title)", "erased for good: \(title)")
        case .restored(let title): ("recuperado: \(title)", "restored: \(title)")
        case .trashEmptied(let count):
            (
                "\(Counted(count).items.spanish): borrado para siempre",
                "\(Counted(count).items.english) erased for good"
            )
        case .concealedHint:
            ("(--reveal lo muestra; `cerca vault copy` lo copia)", "(--reveal shows it; `cerca vault copy` copies it)")
        case .noHistory: ("no hay valores anteriores", "there are no past values")
        case .confirmErase(let title): ("¿Borrar \(title) para siempre? [s/N] ", "Erase \(title) for good? [y/N] ")
        case .confirmTrash(let count):
            (
                "¿Borrar \(Counted(count).items.spanish) para siempre? [s/N] ",
                "Erase \(Counted(count).items.english) for good? [y/N] "
            )
        case .nothingDone: ("no se ha hecho nada", "nothing was done")
        case .badOneTimePassword(let title):
            ("\(title): el secreto de un solo uso no sirve", "\(title): the one-time password's secret is none")
        default: headings
        }
    }
}
