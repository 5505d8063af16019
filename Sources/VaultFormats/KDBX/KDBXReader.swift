import Basics
import Crypto
import Foundation
import Vault

/// Reads the databases of KeePass 2 and KeePassXC: KDBX, versions 3 and 4.
///
/// They contain KeePass's XML, which ``KeePassReader`` reads in the same way as an export.
/// Source: "KDBX File Format Specification", KeePass Help Center.
enum KDBXReader {
    /// The vault in a database.
    static func vault(
        database file: [UInt8], password: Password?, keyFile: KeyFile?, into items: ImportedItems
    ) throws(ImportFault) -> ImportedVault {
        let header = try KDBXHeader(file)
        let isCurrent = header.version == 4
        if isCurrent { try checkHash(of: header, in: file) }
        guard let secret = KDBXSecret(password, keyFile) else { throw .needsPassword }
        guard let derived = header.derivation.key(secret.composite) else {
            throw .noMemory(header.derivation.cost)
        }
        let keys = KDBXKeys(derived, seed: header.seed)
        var contents =
            isCurrent
            ? try current(file, header, keys, secret) : try former(file, header, keys, secret)
        if header.isCompressed { contents = try unpacked(contents) }
        guard isCurrent else {
            let document = try XMLReader.root(contents)
            try checkHash(in: document, of: file.prefix(header.byteCount))
            return try read(document, header.innerStream, files: nil, into: items)
        }
        let inner = try KDBXInnerHeader(contents)
        let document = try XMLReader.root(Array(contents[inner.end...]))
        return try read(document, inner.stream, files: inner.files, into: items)
    }

    private static func read(
        _ document: XMLTree, _ stream: KDBXInnerStream?, files: [[UInt8]]?, into items: ImportedItems
    ) throws(ImportFault) -> ImportedVault {
        let document = try stream.map { stream throws(ImportFault) in try document.unprotected(by: stream) } ?? document
        return try KeePassReader.vault(document, files: files, mayHaveMarks: true, into: items)
    }

    // MARK: Version 4

    /// Compares the hash of the header, which needs no key.
    private static func checkHash(of header: KDBXHeader, in file: [UInt8]) throws(ImportFault) {
        var reader = KDBXBytes(file[header.byteCount...])
        let hash = try reader.take(32, of: .header)
        guard Array(SHA256.hash(data: Data(file.prefix(header.byteCount)))) == Array(hash) else {
            throw .malformed(.checksum(.header))
        }
    }

    private static func current(
        _ file: [UInt8], _ header: KDBXHeader, _ keys: KDBXKeys, _ secret: KDBXSecret
    ) throws(ImportFault) -> [UInt8] {
        var reader = KDBXBytes(file[(header.byteCount + 32)...])
        let code = try reader.take(32, of: .header)
        guard keys.isCode(code, header: file[..<header.byteCount]) else { throw secret.fault }
        let sealed = try KDBXBlocks.authenticated(file[reader.position...], keys: keys)
        guard let padded = header.cipher.opened(sealed, key: keys.encryption, vector: header.vector),
            let contents = header.cipher.unpadded(padded)
        else { throw .malformed(.plain(.notDecrypted)) }
        return contents
    }

    // MARK: Version 3

    private static func former(
        _ file: [UInt8], _ header: KDBXHeader, _ keys: KDBXKeys, _ secret: KDBXSecret
    ) throws(ImportFault) -> [UInt8] {
        let sealed = Array(file[header.byteCount...])
        let part = ImportReason.Part.contents
        guard let opened = header.cipher.opened(sealed, key: keys.encryption, vector: header.vector) else {
            throw .malformed(.endsIn(part))
        }
        var reader = KDBXBytes(opened[...])
        guard Array(try reader.take(32, of: part)) == header.startBytes else { throw secret.fault }
        return try KDBXBlocks.hashed(opened[reader.position...])
    }

    /// Compares the hash of the header that a document of version 3.1 has.
    private static func checkHash(in document: XMLTree, of header: ArraySlice<UInt8>) throws(ImportFault) {
        guard let text = document.child("Meta")?.text(of: "HeaderHash") else { return }
        guard Data(base64Encoded: text) == Data(SHA256.hash(data: Data(header))) else {
            throw .malformed(.checksum(.header))
        }
    }

    // MARK: Contents

    private static func unpacked(_ contents: [UInt8]) throws(ImportFault) -> [UInt8] {
        do throws(ImportFault) {
            return try Gzip.unpacked(contents, limit: ImportLimits.allAttachments)
        } catch {
            guard case .tooLarge(_, let limit) = error else { throw .malformed(.plain(.notUnpacked)) }
            throw .tooLarge(part: .packedContents, limit: limit)
        }
    }
}

/// The part before the document of version 4: the stream that protects values, and the files.
private struct KDBXInnerHeader {
    private static let fileLimit = 100_000

    let stream: KDBXInnerStream
    /// The files in the order in which entries number them.
    private(set) var files: [[UInt8]] = []
    /// Where the document begins.
    let end: Int

    init(_ contents: [UInt8]) throws(ImportFault) {
        let part = ImportReason.Part.innerHeader
        var reader = KDBXBytes(contents[...])
        var number: UInt64 = 0
        var key: [UInt8] = []
        while true {
            let field = try reader.number(1, of: part)
            let content = try reader.take(try reader.length(4, of: part), of: part)
            switch field {
            case 0:
                stream = try KDBXInnerStream(number: number, key: key)
                end = reader.position
                return
            case 1: number = LittleEndian.number(content.prefix(4))
            case 2: key = Array(content)
            // The first byte states whether to keep the file protected in memory.
            case 3:
                guard files.count < Self.fileLimit else { throw .tooMany(.files, limit: Self.fileLimit) }
                files.append(Array(content.dropFirst()))
            default: break
            }
        }
    }
}

extension XMLTree {
    /// The tree with every protected value as an export has it: in clear, and marked as one to hide.
    ///
    /// The values are one stream in the order of the document. One that is not text stays as it is, so that its entry
    /// alone can't be taken.
    fileprivate func unprotected(by stream: KDBXInnerStream, isFile: Bool = false) throws(ImportFault) -> XMLTree {
        guard children.isEmpty else {
            var children: [XMLTree] = []
            children.reserveCapacity(self.children.count)
            for child in self.children {
                children.append(
                    try child.unprotected(by: stream, isFile: child.name == "Binary" || name == "Binary"))
            }
            return XMLTree(name: name, attributes: attributes, text: text, children: children)
        }
        guard XMLTree.isTrue(attributes["Protected"]) else { return self }
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
            throw .malformed(.plain(.valueNotBase64))
        }
        let bytes = stream.next(Array(data))
        var attributes = attributes
        attributes["Protected"] = nil
        if isFile {
            return XMLTree(
                name: name, attributes: attributes, text: Data(bytes).base64EncodedString(), children: [])
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { return self }
        attributes["ProtectInMemory"] = "True"
        return XMLTree(name: name, attributes: attributes, text: text, children: [])
    }
}
