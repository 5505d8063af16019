import Vault
import VaultFormats

/// Why a file was not imported.
///
/// What breaks the rules of JSON, XML, ZIP or CSV, and where, is said in English: it is for whoever mends the file.
struct ImportMessages: Bilingual {
    let fault: ImportFault

    var texts: (spanish: String, english: String) { (spanish, fault.description) }

    private var spanish: String {
        switch fault {
        case .unreadable(let reason): "no se puede leer el archivo: \(reason)"
        case .tooLarge(let part, let limit): "\(part) tiene más de \(limit) bytes"
        case .tooMany(let what, let limit): "el archivo tiene demasiado (más de \(limit) \(what))"
        case .malformed(let reason): "el archivo está dañado: \(reason)"
        case .foreign(let reason): "el archivo no es de este formato: \(reason)"
        case .needsPassword: "el archivo está cifrado: hace falta su contraseña"
        case .wrongPassword: "la contraseña no es la del archivo"
        case .altered: "el archivo se cambió después de cifrarlo"
        case .tooCostly(let cost): "derivar la clave del archivo costaría demasiado: \(cost)"
        case .category(let name, let problem): "la categoría «\(name)» \(Self.spanish(problem))"
        case .item(let place, let problem):
            "elemento \(place.number)" + (place.title.isEmpty ? "" : " «\(place.title)»")
                + ": el campo \(place.field) \(Self.spanish(problem))"
        }
    }

    private static func spanish(_ problem: ImportFault.FieldProblem) -> String {
        switch problem {
        case .tooLong(let count, let limit): "tiene \(count) bytes; como mucho \(limit)"
        case .tooMany(let limit): "aparece demasiadas veces; como mucho \(limit)"
        case .expected(let type): "no es \(spanishTypes[type] ?? type)"
        case .missingReference: "se refiere a algo que el archivo no tiene"
        case .missingDocument: "es un documento que el archivo no tiene; --skip-missing importa lo demás sin él"
        case .notAName(let reason): "no puede ser un nombre: \(spanishNames[reason] ?? reason)"
        case .encrypted: "está cifrado con una clave que el archivo no tiene"
        }
    }

    private static let spanishTypes = [
        "a date": "una fecha", "a file": "un archivo", "a number": "un número", "a text": "un texto",
        "a time": "una hora", "an object": "un objeto", "base64": "base64",
    ]

    private static let spanishNames = Dictionary(
        uniqueKeysWithValues: [NameFault.empty, .blank, .tooLong(limit: VaultName.limit), .controlCharacter].map {
            ($0.description, NameMessages(fault: $0).texts.spanish)
        })
}

/// Why a vault was not exported.
struct ExportMessages: Bilingual {
    let fault: ExportFault

    var texts: (spanish: String, english: String) { (spanish, fault.description) }

    private var spanish: String {
        switch fault {
        case .needsPassword: "el formato está cifrado: hace falta una contraseña para el archivo"
        case .invalidCost: "Bitwarden no admite ese coste de derivación"
        case .derivationFailed: "no hay memoria suficiente para derivar la clave"
        case .notInXML(let title, let field, let character):
            "elemento «\(title)»: el campo \(field) tiene el carácter U+\(String(character, radix: 16, uppercase: true)), "
                + "que XML no puede decir"
        case .tooManyColumns(let limit):
            "los elementos tienen más de \(limit) campos distintos, y cada uno sería una columna"
        }
    }
}
