import Strings
import VaultFormats

extension ImportReason {
    /// The reason in the person's language.
    var phrase: Phrase {
        switch self {
        case .line(let number, let reason): VaultImportStrings.reasonAtLine(line: number, reason: reason.phrase)
        case .plain(let problem): problem.phrase
        case .noEntry(let name): VaultImportStrings.reasonNoEntry(entry: name)
        case .damagedEntry(let name): VaultImportStrings.reasonDamagedEntry(entry: name)
        case .lockedEntry(let name): VaultImportStrings.reasonLockedEntry(entry: name)
        case .repeatedEntry(let name): VaultImportStrings.reasonRepeatedEntry(entry: name)
        case .otherFormat(let format):
            VaultImportStrings.reasonOtherFormat(title: format.phrase, format: format.rawValue)
        case .tooDeep(let limit): VaultImportStrings.reasonTooDeep(limit: GroupedNumber(limit))
        case .tooLong(let limit): VaultImportStrings.reasonTooLong(limit: GroupedNumber(limit))
        case .endsIn(let part): VaultImportStrings.reasonEndsIn(part: part.phrase)
        case .checksum(let part): VaultImportStrings.reasonChecksum(part: part.phrase)
        case .missing(let part): VaultImportStrings.reasonMissingPart(part: part.phrase)
        case .unknownSealing(let part): VaultImportStrings.reasonUnknownSealing(part: part.phrase)
        case .malformedSealing(let part): VaultImportStrings.reasonMalformedSealing(part: part.phrase)
        case .missingHeaderField(let number): VaultImportStrings.reasonMissingHeaderField(number: number)
        case .damagedHeaderField(let number): VaultImportStrings.reasonDamagedHeaderField(number: number)
        case .version(let major, let minor): VaultImportStrings.reasonVersion(version: "\(major).\(minor)")
        }
    }
}

extension ImportReason.Part {
    /// The part's name in the person's language; an entry has its own.
    var phrase: any Speakable {
        switch self {
        case .file: VaultImportStrings.partFile
        case .packedContents: VaultImportStrings.partPackedContents
        case .header: VaultImportStrings.partHeader
        case .innerHeader: VaultImportStrings.partInnerHeader
        case .contents: VaultImportStrings.partContents
        case .derivation: VaultImportStrings.partDerivation
        case .keyCheck: VaultImportStrings.partKeyCheck
        case .sealedData: VaultImportStrings.partSealedData
        case .entry(let name): name
        case .block(let number): VaultImportStrings.partBlock(number: number)
        }
    }
}

extension ImportReason.Counted {
    /// The plural in the person's language.
    var phrase: Phrase {
        switch self {
        case .items: VaultImportStrings.countedItems
        case .entries: VaultImportStrings.countedEntries
        case .elements: VaultImportStrings.countedElements
        case .attributes: VaultImportStrings.countedAttributes
        case .lines: VaultImportStrings.countedLines
        case .files: VaultImportStrings.countedFiles
        case .columns: VaultImportStrings.countedColumns
        }
    }
}

extension ImportFormat {
    /// What a file of this format is, in the person's language.
    fileprivate var phrase: Phrase {
        switch self {
        case .bitwarden: VaultImportStrings.formatBitwarden
        case .bitwardenProtected: VaultImportStrings.formatBitwardenProtected
        case .onePUX: VaultImportStrings.formatOnePUX
        case .onePIF: VaultImportStrings.formatOnePIF
        case .keepassXML: VaultImportStrings.formatKeepassXML
        case .kdbx: VaultImportStrings.formatKdbx
        case .protonPass: VaultImportStrings.formatProtonPass
        case .enpass: VaultImportStrings.formatEnpass
        case .csv: VaultImportStrings.formatCsv
        }
    }
}

extension ImportKeyCost {
    /// The cost in the person's language.
    var phrase: Phrase {
        switch self {
        case .rounds(let function, let count):
            VaultImportStrings.costRounds(function: function, rounds: GroupedNumber(count))
        case .argon2(let function, let passes, let memory, let lanes):
            VaultImportStrings.costArgon2(
                function: function, passes: GroupedNumber(passes), memory: GroupedNumber(memory),
                lanes: GroupedNumber(lanes))
        }
    }
}
