import Strings
import VaultFormats

extension ImportReason.Problem {
    /// The reason in the person's language.
    var phrase: Phrase {
        switch self {
        case .noAccounts: VaultImportStrings.reasonNoAccounts
        case .vaultNotObject: VaultImportStrings.reasonVaultNotObject
        case .noItems: VaultImportStrings.reasonNoItems
        case .noVaults: VaultImportStrings.reasonNoVaults
        case .notJSONObject: VaultImportStrings.reasonNotJSONObject
        case .firstLineNotItem: VaultImportStrings.reasonFirstLineNotItem
        case .noTemplates: VaultImportStrings.reasonNoTemplates
        case .notKeePassXML: VaultImportStrings.reasonNotKeePassXML
        case .noRootGroup: VaultImportStrings.reasonNoRootGroup
        case .noKnownColumn: VaultImportStrings.reasonNoKnownColumn
        case .encryptedProtonPass: VaultImportStrings.reasonEncryptedProtonPass
        case .accountEncrypted: VaultImportStrings.reasonAccountEncrypted
        case .passwordProtected: VaultImportStrings.reasonPasswordProtected
        case .notProtected: VaultImportStrings.reasonNotProtected
        case .missingSalt: VaultImportStrings.reasonMissingSalt
        case .unknownDerivation: VaultImportStrings.reasonUnknownDerivation
        case .notUTF8: VaultImportStrings.reasonNotUTF8
        case .textNotUTF8: VaultImportStrings.reasonTextNotUTF8
        case .controlCharacter: VaultImportStrings.reasonControlCharacter
        case .valueExpected: VaultImportStrings.reasonValueExpected
        case .valueMissing: VaultImportStrings.reasonValueMissing
        case .textOpen: VaultImportStrings.reasonTextOpen
        case .commaExpected: VaultImportStrings.reasonCommaExpected
        case .keyExpected: VaultImportStrings.reasonKeyExpected
        case .colonExpected: VaultImportStrings.reasonColonExpected
        case .digitExpected: VaultImportStrings.reasonDigitExpected
        case .leadingZero: VaultImportStrings.reasonLeadingZero
        case .afterDocument: VaultImportStrings.reasonAfterDocument
        case .invalidEscape: VaultImportStrings.reasonInvalidEscape
        case .numberTooLarge: VaultImportStrings.reasonNumberTooLarge
        case .repeatedName: VaultImportStrings.reasonRepeatedName
        case .valueTooLong: VaultImportStrings.reasonValueTooLong
        case .afterQuote: VaultImportStrings.reasonAfterQuote
        case .strayQuote: VaultImportStrings.reasonStrayQuote
        case .quoteOpen: VaultImportStrings.reasonQuoteOpen
        case .endsEarly: VaultImportStrings.reasonEndsEarly
        case .textOutside: VaultImportStrings.reasonTextOutside
        case .documentType: VaultImportStrings.reasonDocumentType
        case .afterRoot: VaultImportStrings.reasonAfterRoot
        case .elementOpen: VaultImportStrings.reasonElementOpen
        case .attributeWithoutValue: VaultImportStrings.reasonAttributeWithoutValue
        case .attributeTwice: VaultImportStrings.reasonAttributeTwice
        case .attributeOpen: VaultImportStrings.reasonAttributeOpen
        case .endWithoutBeginning: VaultImportStrings.reasonEndWithoutBeginning
        case .entityOpen: VaultImportStrings.reasonEntityOpen
        case .unknownEntity: VaultImportStrings.reasonUnknownEntity
        case .nameExpected: VaultImportStrings.reasonNameExpected
        case .notZIP: VaultImportStrings.reasonNotZIP
        case .damagedDirectory: VaultImportStrings.reasonDamagedDirectory
        case .notGzip: VaultImportStrings.reasonNotGzip
        case .damagedGzip: VaultImportStrings.reasonDamagedGzip
        case .notKDBX: VaultImportStrings.reasonNotKDBX
        case .keePass1: VaultImportStrings.reasonKeePass1
        case .unknownCompression: VaultImportStrings.reasonUnknownCompression
        case .longHeaderField: VaultImportStrings.reasonLongHeaderField
        case .twofish: VaultImportStrings.reasonTwofish
        case .unknownCipher: VaultImportStrings.reasonUnknownCipher
        case .unknownStream: VaultImportStrings.reasonUnknownStream
        case .noDerivation: VaultImportStrings.reasonNoDerivation
        case .seedLength: VaultImportStrings.reasonSeedLength
        case .missingParameter: VaultImportStrings.reasonMissingParameter
        case .parameterLength: VaultImportStrings.reasonParameterLength
        case .longParameters: VaultImportStrings.reasonLongParameters
        case .unknownParameters: VaultImportStrings.reasonUnknownParameters
        case .unsupportedArgon2: VaultImportStrings.reasonUnsupportedArgon2
        case .saltLength: VaultImportStrings.reasonSaltLength
        case .argon2Range: VaultImportStrings.reasonArgon2Range
        case .notDecrypted: VaultImportStrings.reasonNotDecrypted
        case .notUnpacked: VaultImportStrings.reasonNotUnpacked
        case .valueNotBase64: VaultImportStrings.reasonValueNotBase64
        case .emptyKey: VaultImportStrings.reasonEmptyKey
        case .noKey: VaultImportStrings.reasonNoKey
        case .keyNotBase64: VaultImportStrings.reasonKeyNotBase64
        case .keyVersion: VaultImportStrings.reasonKeyVersion
        case .keyNotDigits: VaultImportStrings.reasonKeyNotDigits
        case .keyChecksum: VaultImportStrings.reasonKeyChecksum
        }
    }
}
