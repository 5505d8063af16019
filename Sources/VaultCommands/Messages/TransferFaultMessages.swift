import CommandOutput
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
        case .wrongKeyFile: VaultStrings.importWrongKeyFile
        case .wrongPasswordOrKeyFile: VaultStrings.importWrongPasswordOrKeyFile
        case .keyFile(let reason): VaultStrings.importKeyFile(reason: reason)
        case .altered: VaultStrings.importAltered
        case .tooCostly(let cost): VaultStrings.importTooCostly(cost: cost)
        case .item(let place, let problem) where place.title.isEmpty:
            VaultStrings.importItem(number: place.number, field: place.field, problem: problem.phrase)
        case .item(let place, let problem):
            VaultStrings.importItemNamed(
                number: place.number, title: place.title, field: place.field, problem: problem.phrase)
        case .items(let refusals): VaultStrings.importRefused(count: refusals.count)
        }
    }

    /// The reason, with a line for each item that can't be taken when there are several.
    var lines: String {
        guard case .items(let refusals) = self else { return phrase.text }
        let lines = refusals.map { "  " + ImportFault.item($0.place, $0.problem).phrase.text }
        return ([phrase.text] + lines).joined(separator: "\n")
    }
}

extension ImportChange {
    /// What was changed, and where, in one line.
    var phrase: Phrase {
        place.number == 0
            ? VaultStrings.changeCategory(name: place.title, change: kind.phrase)
            : VaultStrings.changeItem(number: place.number, title: place.title, field: place.field, change: kind.phrase)
    }
}

extension ImportChange.Kind {
    fileprivate var phrase: Phrase {
        switch self {
        case .shortened(let limit): VaultStrings.changeShortened(limit: limit)
        case .cleaned: VaultStrings.changeCleaned
        case .movedToFile(let name): VaultStrings.changeMovedToFile(file: name)
        case .missingFolder: VaultStrings.changeMissingFolder
        case .unreadableDate: VaultStrings.changeUnreadableDate
        case .keptAsWritten: VaultStrings.changeKeptAsWritten
        case .leftOut(let problem): VaultStrings.changeLeftOut(problem: problem.phrase)
        case .skipped(let problem): VaultStrings.changeSkipped(problem: problem.phrase)
        case .noCodes(let fault): VaultStrings.changeNoCodes(reason: fault.phrase)
        case .looksEscaped: VaultStrings.changeLooksEscaped
        case .unresolvedReference: VaultStrings.changeUnresolvedReference
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
        case .missingDocument: VaultStrings.importMissingDocument
        case .encrypted: VaultStrings.importEncrypted
        case .furtherValues(let line): VaultStrings.importFurtherValues(line: line)
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
}

extension ExportFault {
    /// Why a vault was not exported.
    var phrase: Phrase {
        switch self {
        case .needsPassword: VaultStrings.exportNeedsPassword
        case .invalidCost: VaultStrings.exportInvalidCost
        case .derivationFailed: VaultStrings.faultDerivationFailed
        case .tooManyColumns(let limit): VaultStrings.exportTooManyColumns(limit: GroupedNumber(limit))
        }
    }
}

extension ExportChange {
    /// What was written otherwise, in one line.
    var phrase: Phrase {
        VaultStrings.exportMarked(
            title: TerminalText.harmless(title), field: TerminalText.harmless(field), character: characterName)
    }
}
