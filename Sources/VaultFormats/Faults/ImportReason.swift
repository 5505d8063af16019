/// Why a file that is read is damaged, or of another format.
///
/// It names parts of the file, and never what a person wrote into it.
public indirect enum ImportReason: Equatable, Sendable {
    /// The reason is in this line, counted from 1.
    case line(Int, ImportReason)
    /// A reason that needs no number and no name.
    case plain(Problem)
    /// An archive has no entry of this name.
    case noEntry(String)
    /// The entry of an archive doesn't match its checksum.
    case damagedEntry(String)
    /// The entry of an archive can't be unpacked.
    case lockedEntry(String)
    /// An archive has two entries of this name.
    case repeatedEntry(String)
    /// The file is of this format.
    case otherFormat(ImportFormat)
    /// There are more than so many levels within one another.
    case tooDeep(limit: Int)
    /// There are more than so many bytes.
    case tooLong(limit: Int)
    /// The file ends within this part.
    case endsIn(Part)
    /// The part doesn't match its checksum.
    case checksum(Part)
    /// The part is missing.
    case missing(Part)
    /// The part is encrypted in an unknown way.
    case unknownSealing(Part)
    /// The part is not a vector, a ciphertext and a code.
    case malformedSealing(Part)
    /// The header of a KeePass database lacks the field of this number.
    case missingHeaderField(Int)
    /// The field of this number in the header of a KeePass database has the wrong length.
    case damagedHeaderField(Int)
    /// A KeePass database of a version that is not supported.
    case version(major: Int, minor: Int)

    /// A part of a file.
    public enum Part: Equatable, Sendable {
        /// The file.
        case file
        /// What is packed in the file.
        case packedContents
        /// The header.
        case header
        /// The inner header.
        case innerHeader
        /// The contents.
        case contents
        /// The parameters of key derivation.
        case derivation
        /// The check of the key.
        case keyCheck
        /// The encrypted data.
        case sealedData
        /// The entry of this name in an archive.
        case entry(String)
        /// The block of this number, counted from 1.
        case block(Int)
    }

    /// What a file may have too many of.
    public enum Counted: String, CaseIterable, Sendable {
        /// Items.
        case items
        /// Entries.
        case entries
        /// Elements of XML.
        case elements = "elements of XML"
        /// Attributes.
        case attributes
        /// Lines.
        case lines
        /// Files.
        case files
        /// Columns.
        case columns
    }
}
