import Strings
import Vault
import VaultFormats

extension ImportFault {
    /// Why a file was not imported.
    ///
    /// What breaks the rules of JSON, XML, ZIP or CSV, and where, is said in English: it is for whoever mends the file.
    var phrase: Phrase {
        switch self {
        case .unreadable(let reason): VaultStrings.importUnreadable(reason: reason)
        case .tooLarge(let part, let limit):
            VaultStrings.importTooLarge(part: part, limit: GroupedNumber(limit))
        case .tooMany(let what, let limit): VaultStrings.importTooMany(limit: GroupedNumber(limit), what: what)
        case .malformed(let reason): VaultStrings.importMalformed(reason: reason)
        case .foreign(let reason): VaultStrings.importForeign(reason: reason)
        case .needsPassword: VaultStrings.importNeedsPassword
        case .wrongPassword: VaultStrings.importWrongPassword
        case .altered: VaultStrings.importAltered
        case .tooCostly(let cost): VaultStrings.importTooCostly(cost: cost)
        case .category(let name, let problem): VaultStrings.importCategory(name: name, problem: problem.phrase)
        case .item(let place, let problem) where place.title.isEmpty:
            VaultStrings.importItem(number: place.number, field: place.field, problem: problem.phrase)
        case .item(let place, let problem):
            VaultStrings.importItemNamed(
                number: place.number, title: place.title, field: place.field, problem: problem.phrase)
        }
    }
}

extension ImportFault.FieldProblem {
    /// What is wrong with a field, as the end of a sentence about it.
    fileprivate var phrase: Phrase {
        switch self {
        case .tooLong(let count, let limit):
            VaultStrings.importTooLong(length: GroupedNumber(count), limit: GroupedNumber(limit))
        case .tooMany(let limit): VaultStrings.importTooOften(limit: GroupedNumber(limit))
        case .expected(let type): VaultStrings.importExpected(type: Self.type(type))
        case .missingReference: VaultStrings.importMissingReference
        case .missingDocument: VaultStrings.importMissingDocument
        case .notAName(let reason): VaultStrings.importNotAName(reason: Self.reason(reason))
        case .encrypted: VaultStrings.importEncrypted
        }
    }

    private static func type(_ name: String) -> any Speakable {
        switch name {
        case "a date": VaultStrings.importADate
        case "a file": VaultStrings.importAFile
        case "a number": VaultStrings.importANumber
        case "a text": VaultStrings.importAText
        case "a time": VaultStrings.importATime
        case "an object": VaultStrings.importAnObject
        default: name
        }
    }

    private static func reason(_ description: String) -> any Speakable {
        let faults: [NameFault] = [.empty, .blank, .tooLong(limit: VaultName.limit), .controlCharacter]
        guard let fault = faults.first(where: { $0.description == description }) else { return description }
        return fault.phrase
    }
}

extension ExportFault {
    /// Why a vault was not exported.
    var phrase: Phrase {
        switch self {
        case .needsPassword: return VaultStrings.exportNeedsPassword
        case .invalidCost: return VaultStrings.exportInvalidCost
        case .derivationFailed: return VaultStrings.faultDerivationFailed
        case .notInXML(let title, let field, let character):
            let digits = String(character, radix: 16, uppercase: true)
            let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return VaultStrings.exportNotInXML(title: title, field: field, character: number)
        case .tooManyColumns(let limit): return VaultStrings.exportTooManyColumns(limit: GroupedNumber(limit))
        }
    }
}
