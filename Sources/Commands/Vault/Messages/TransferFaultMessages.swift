import Strings
import Vault
import VaultFormats

extension ImportFault {
    /// Why a file was not imported.
    var phrase: Phrase {
        switch self {
        case .unreadable(let number): VaultStrings.importUnreadable(reason: SystemReason.phrase(number))
        case .tooLarge(let part, let limit):
            VaultStrings.importTooLarge(part: part.phrase, limit: GroupedNumber(limit))
        case .tooMany(let what, let limit): VaultStrings.importTooMany(limit: GroupedNumber(limit), what: what.phrase)
        case .malformed(let reason): VaultStrings.importMalformed(reason: reason.phrase)
        case .foreign(let reason): VaultStrings.importForeign(reason: reason.phrase)
        case .needsPassword: VaultStrings.importNeedsPassword
        case .wrongPassword: VaultStrings.importWrongPassword
        case .wrongKeyFile: VaultStrings.importWrongKeyFile
        case .wrongPasswordOrKeyFile: VaultStrings.importWrongPasswordOrKeyFile
        case .keyFile(let reason): VaultStrings.importKeyFile(reason: reason.phrase)
        case .altered: VaultStrings.importAltered
        case .tooCostly(let cost): VaultStrings.importTooCostly(cost: cost.phrase)
        case .noMemory(let cost): VaultStrings.importNoMemory(cost: cost.phrase)
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
        case .expected(let type): VaultStrings.importExpected(type: type.phrase)
        case .missingDocument: VaultStrings.importMissingDocument
        case .encrypted: VaultStrings.importEncrypted
        case .furtherValues(let line): VaultStrings.importFurtherValues(line: line)
        }
    }
}

extension ImportFault.ValueType {
    fileprivate var phrase: any Speakable {
        switch self {
        case .object: VaultStrings.importAnObject
        case .file: VaultStrings.importAFile
        case .base64: rawValue
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
