import Foundation
import Strings
import Testing
import Vault
import VaultFormats

@testable import Commands

@Suite("Reasons of import and export")
struct TransferMessagesTests {
    @Test("an export's reason names no format, because several have it", arguments: Language.allCases)
    func exportCost(language: Language) {
        let text = ExportFault.invalidCost.phrase.said(in: language)
        for product in ["Bitwarden", "KeePass"] { #expect(!text.contains(product), "\(text)") }
    }

    private static let parts: [ImportReason.Part] = [
        .file, .packedContents, .header, .innerHeader, .contents, .derivation, .keyCheck, .sealedData, .block(3),
    ]

    private static let reasons: [ImportReason] =
        ImportReason.Problem.allCases.map { .plain($0) }
        + ImportFormat.allCases.map { .otherFormat($0) }
        + parts.flatMap { part -> [ImportReason] in
            [.endsIn(part), .checksum(part), .missing(part), .unknownSealing(part), .malformedSealing(part)]
        }
        + [
            .noEntry("data.json"), .damagedEntry("data.json"), .lockedEntry("data.json"), .repeatedEntry("data.json"),
            .tooDeep(limit: 64), .tooLong(limit: 33_554_432), .missingHeaderField(7), .damagedHeaderField(7),
            .version(major: 5, minor: 0), .line(12, .plain(.notUTF8)),
        ]

    @Test("what is wrong with a file is stated in the person's language", arguments: reasons)
    func reason(_ reason: ImportReason) {
        let english = reason.phrase.said(in: .english)
        #expect(english == reason.description)
        let others = [Language.spanish, .portuguese, .italian].map { reason.phrase.said(in: $0) }
        for text in others { #expect(text != english && !text.isEmpty) }
        #expect(others.allSatisfy { !$0.contains(" the ") && !$0.contains(" is ") }, "\(others)")
    }

    @Test("the parts, counts and costs of a fault are in the person's language as well")
    func faults() {
        let faults: [(ImportFault, spanish: String)] = [
            (.tooLarge(part: .file, limit: 1000), "el archivo tiene más de 1000 bytes"),
            (.tooMany(.items, limit: 250_000), "el archivo tiene demasiado (más de 250.000 elementos)"),
            (
                .malformed(.line(1, .plain(.textOutside))),
                "el archivo está dañado: línea 1: un texto fuera del elemento raíz"
            ),
            (
                .foreign(.otherFormat(.kdbx)),
                "el archivo no es de este formato: es una base de datos cifrada de KeePass, y su formato es kdbx"
            ),
            (.keyFile(.plain(.emptyKey)), "el archivo de clave no sirve: está vacío"),
            (
                .tooCostly(.rounds(function: "AES-KDF", 1_000_000_000)),
                "derivar la clave del archivo costaría demasiado: AES-KDF con 1.000.000.000 vueltas"
            ),
            (
                .noMemory(.argon2("Argon2d", passes: 2, memoryMiB: 1024, lanes: 2)),
                "no hay memoria suficiente para derivar la clave del archivo: "
                    + "Argon2d con 2 pasadas por 1024 MiB en 2 carriles"
            ),
            (.unreadable(ENOENT), "no se puede leer el archivo: no existe ese archivo"),
            (.unreadable(EISDIR), "no se puede leer el archivo: es una carpeta"),
        ]
        for (fault, spanish) in faults { #expect(fault.phrase.said(in: .spanish) == spanish) }
        for counted in ImportReason.Counted.allCases { #expect(counted.phrase.said(in: .english) == counted.rawValue) }
    }

    @Test("a part of an item that is too large is named in the person's language")
    func tooLarge() {
        #expect(VaultFault.tooLarge("attachment").phrase.said(in: .spanish) == "demasiado grande: un archivo adjunto")
        #expect(VaultFault.tooLarge("slot label").phrase.said(in: .spanish) == "demasiado grande: slot label")
    }

    @Test("a rare reason of the system is in the system's words")
    func system() {
        #expect(SystemReason.phrase(EACCES).said(in: .italian) == "non hai il permesso per farlo")
        #expect(SystemReason.phrase(ETXTBSY).said(in: .italian) == String(cString: strerror(ETXTBSY)))
    }
}
