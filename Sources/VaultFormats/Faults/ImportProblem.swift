extension ImportReason {
    /// A reason in one sentence, which its raw value has in English.
    public enum Problem: String, CaseIterable, Sendable {
        // MARK: Formats

        /// Export.data has no accounts.
        case noAccounts = "export.data has no accounts"
        /// A vault is not an object.
        case vaultNotObject = "a vault is not an object"
        /// There are no items.
        case noItems = "there are no items"
        /// There are no vaults.
        case noVaults = "there are no vaults"
        /// It is not a JSON object.
        case notJSONObject = "it is not a JSON object"
        /// Its first line is not an item.
        case firstLineNotItem = "its first line is not an item"
        /// No item has a template, as Enpass's items do.
        case noTemplates = "no item has a template, as Enpass's items do"
        /// Its root element is not KeePassFile.
        case notKeePassXML = "its root element is not KeePassFile"
        /// There is no root group.
        case noRootGroup = "there is no root group"
        /// No column is called title, username, password or url.
        case noKnownColumn = "no column is called title, username, password or url"
        /// It is an encrypted export of Proton Pass.
        case encryptedProtonPass =
            "it is an encrypted export of Proton Pass; export it from Proton Pass without encryption (ZIP or JSON)"
        /// It is encrypted with the key of an account; only that account can read it.
        case accountEncrypted = "it is encrypted with the key of an account; only that account can read it"
        /// It is protected with a password, and its format is bitwarden-protected.
        case passwordProtected = "it is protected with a password, and its format is bitwarden-protected"
        /// It is not protected with a password, and its format is bitwarden.
        case notProtected = "it is not protected with a password, and its format is bitwarden"
        /// The salt is missing.
        case missingSalt = "the salt is missing"
        /// The way in which its key is derived is unknown.
        case unknownDerivation = "the way in which its key is derived is unknown"

        // MARK: Text, JSON and CSV

        /// It is not UTF-8.
        case notUTF8 = "it is not UTF-8"
        /// A text is not UTF-8.
        case textNotUTF8 = "a text is not UTF-8"
        /// A control character.
        case controlCharacter = "a control character"
        /// A value is expected.
        case valueExpected = "a value is expected"
        /// The document ends where a value is expected.
        case valueMissing = "the document ends where a value is expected"
        /// The document ends within a text.
        case textOpen = "the document ends within a text"
        /// A comma is expected.
        case commaExpected = "a comma is expected"
        /// A key in quotes is expected.
        case keyExpected = "a key in quotes is expected"
        /// A colon is expected.
        case colonExpected = "a colon is expected"
        /// A digit is expected.
        case digitExpected = "a digit is expected"
        /// A number does not begin with 0.
        case leadingZero = "a number does not begin with 0"
        /// Something follows the end of the document.
        case afterDocument = "something follows the end of the document"
        /// An escape sequence stands for no character.
        case invalidEscape = "an escape sequence stands for no character"
        /// A number is too long or too large.
        case numberTooLarge = "a number is too long or too large"
        /// A name occurs more than once.
        case repeatedName = "a name occurs more than once"
        /// A value is too long.
        case valueTooLong = "a value is too long"
        /// Something follows a quoted value.
        case afterQuote = "something follows a quoted value"
        /// A quotation mark within a value that is not quoted.
        case strayQuote = "a quotation mark within a value that is not quoted"
        /// A quoted value does not end.
        case quoteOpen = "a quoted value does not end"

        // MARK: XML

        /// It ends too early.
        case endsEarly = "it ends too early"
        /// A text outside the root element.
        case textOutside = "a text outside the root element"
        /// It has a document type declaration.
        case documentType = "it has a document type declaration"
        /// Something follows the root element.
        case afterRoot = "something follows the root element"
        /// An element does not end.
        case elementOpen = "an element does not end"
        /// An attribute without a value.
        case attributeWithoutValue = "an attribute without a value"
        /// An attribute twice.
        case attributeTwice = "an attribute twice"
        /// An attribute does not end.
        case attributeOpen = "an attribute does not end"
        /// An end without its beginning.
        case endWithoutBeginning = "an end without its beginning"
        /// An entity does not end.
        case entityOpen = "an entity does not end"
        /// An unknown entity.
        case unknownEntity = "an unknown entity"
        /// A name is expected.
        case nameExpected = "a name is expected"

        // MARK: ZIP and gzip

        /// It is not a ZIP file.
        case notZIP = "it is not a ZIP file"
        /// Its directory is damaged.
        case damagedDirectory = "its directory is damaged"
        /// A packed file is not gzip.
        case notGzip = "a packed file is not gzip"
        /// A packed file is damaged.
        case damagedGzip = "a packed file is damaged"

        // MARK: KeePass databases

        /// It is not a KDBX database.
        case notKDBX = "it is not a KDBX database"
        /// It is a database of KeePass 1 (KDB); open it in KeePassXC and save it as KDBX.
        case keePass1 = "it is a database of KeePass 1 (KDB); open it in KeePassXC and save it as KDBX"
        /// It is compressed in an unknown way.
        case unknownCompression = "it is compressed in an unknown way"
        /// A field of the header is too long.
        case longHeaderField = "a field of the header is too long"
        /// It is encrypted with Twofish, which isn't supported; change it to AES or ChaCha20 in KeePass.
        case twofish = "it is encrypted with Twofish, which isn't supported; change it to AES or ChaCha20 in KeePass"
        /// It is encrypted with an unknown cipher.
        case unknownCipher = "it is encrypted with an unknown cipher"
        /// Its values are protected with an unknown stream cipher.
        case unknownStream = "its values are protected with an unknown stream cipher"
        /// The header doesn't state how the key is derived.
        case noDerivation = "the header doesn't state how the key is derived"
        /// The seed of key derivation doesn't have 32 bytes.
        case seedLength = "the seed of key derivation doesn't have 32 bytes"
        /// A parameter of key derivation is missing.
        case missingParameter = "a parameter of key derivation is missing"
        /// A parameter of key derivation has the wrong length.
        case parameterLength = "a parameter of key derivation has the wrong length"
        /// The parameters of key derivation are too long.
        case longParameters = "the parameters of key derivation are too long"
        /// The parameters of key derivation are in an unknown form.
        case unknownParameters = "the parameters of key derivation are in an unknown form"
        /// It uses a form of Argon2 that isn't supported.
        case unsupportedArgon2 = "it uses a form of Argon2 that isn't supported"
        /// The salt of Argon2 has no valid length.
        case saltLength = "the salt of Argon2 has no valid length"
        /// The parameters of Argon2 are out of range.
        case argon2Range = "the parameters of Argon2 are out of range"
        /// Its contents can't be decrypted.
        case notDecrypted = "its contents can't be decrypted"
        /// Its contents can't be unpacked.
        case notUnpacked = "its contents can't be unpacked"
        /// A protected value is not base64.
        case valueNotBase64 = "a protected value is not base64"

        // MARK: Key files

        /// It is empty.
        case emptyKey = "it is empty"
        /// It is an XML key file without a key.
        case noKey = "it is an XML key file without a key"
        /// Its key is not 32 bytes in base64.
        case keyNotBase64 = "its key is not 32 bytes in base64"
        /// Its version is neither 1 nor 2.
        case keyVersion = "its version is neither 1 nor 2"
        /// Its key is not 64 hexadecimal digits.
        case keyNotDigits = "its key is not 64 hexadecimal digits"
        /// Its key doesn't match its checksum.
        case keyChecksum = "its key doesn't match its checksum"
    }
}
