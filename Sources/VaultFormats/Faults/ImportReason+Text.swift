extension ImportReason: CustomStringConvertible {
    /// The reason in one line.
    public var description: String {
        switch self {
        case .line(let number, let reason): "line \(number): \(reason)"
        case .plain(let problem): problem.rawValue
        case .noEntry(let name): "there is no \(name)"
        case .damagedEntry(let name): "\(name) is damaged"
        case .lockedEntry(let name): "\(name) cannot be unpacked"
        case .repeatedEntry(let name): "\(name) is in it twice"
        case .otherFormat(let format): "it is \(format.title), and its format is \(format.rawValue)"
        case .tooDeep(let limit): "more than \(Grouped(limit)) levels"
        case .tooLong(let limit): "it has more than \(Grouped(limit)) bytes"
        case .endsIn(let part): "it ends too early, in \(part)"
        case .checksum(let part): "\(part) doesn't match its checksum"
        case .missing(let part): "\(part) is missing"
        case .unknownSealing(let part): "\(part): the kind of encryption is unknown"
        case .malformedSealing(let part): "\(part): a vector, a ciphertext and a code are expected"
        case .missingHeaderField(let number): "field \(number) of the header is missing"
        case .damagedHeaderField(let number): "field \(number) of the header has the wrong length"
        case .version(let major, let minor):
            "it is a KDBX database of version \(major).\(minor); versions 3 and 4 are supported"
        }
    }
}

extension ImportReason.Part: CustomStringConvertible {
    /// The part's name.
    public var description: String {
        switch self {
        case .file: "the file"
        case .packedContents: "what is packed in the file"
        case .header: "the header"
        case .innerHeader: "the inner header"
        case .contents: "the contents"
        case .derivation: "the parameters of key derivation"
        case .keyCheck: "the check of the key"
        case .sealedData: "the encrypted data"
        case .entry(let name): name
        case .block(let number): "block \(number)"
        }
    }
}
