import CMiniZip

/// Reads entries of a ZIP file in memory, by minizip; nothing is ever written to a path.
///
/// The bound on what is unpacked is counted on the bytes that come out, not on what the file says of itself.
final class ZIPArchive {
    /// The most entries that an archive may have.
    static let entryLimit = 100_000
    /// The most bytes that the name of an entry may have.
    private static let nameLimit = 1024

    private let file: unzFile
    private let memory: ZIPMemory
    private var places: [String: unz64_file_pos] = [:]
    /// The names of all entries, sorted.
    private(set) lazy var names = places.keys.sorted()

    /// Whether `bytes` begin as a ZIP file with entries does (APPNOTE 6.3, section 4.3.7).
    static func isBegun(by bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

    /// Opens the archive that `bytes` are.
    init(_ bytes: [UInt8]) throws(ImportFault) {
        memory = ZIPMemory(bytes)
        var functions = memory.functions
        guard let file = unzOpen2_64(nil, &functions) else { throw .malformed(.plain(.notZIP)) }
        self.file = file
        try readDirectory()
    }

    deinit {
        unzClose(file)
    }

    /// The bytes of an entry; nil when there is none of that name.
    ///
    /// Throws when it has more than `limit` bytes, is encrypted, or does not agree with its checksum.
    func entry(_ name: String, limit: Int) throws(ImportFault) -> [UInt8]? {
        guard var place = places[name] else { return nil }
        guard unzGoToFilePos64(file, &place) == UNZ_OK, unzOpenCurrentFile(file) == UNZ_OK else {
            throw .malformed(.lockedEntry(Self.shown(name)))
        }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var outcome: Int32
        repeat {
            outcome = unzReadCurrentFile(file, &piece, UInt32(piece.count))
            if outcome > 0 { bytes.append(contentsOf: piece.prefix(Int(outcome))) }
        } while outcome > 0 && bytes.count <= limit
        // Closing an entry that was read to its end compares its checksum.
        let closing = unzCloseCurrentFile(file)
        guard bytes.count <= limit else { throw .tooLarge(part: .entry(Self.shown(name)), limit: limit) }
        guard outcome == 0, closing == UNZ_OK else { throw .malformed(.damagedEntry(Self.shown(name))) }
        return bytes
    }

    /// The bytes of an entry that is an attached file, which takes its room; nil when there is none of that name.
    func entry(_ name: String, into room: inout AttachmentRoom) throws(ImportFault) -> [UInt8]? {
        guard let bytes = try entry(name, limit: room.left) else { return nil }
        _ = room.take(bytes.count)
        return bytes
    }

    /// Reads where each entry is, once, so that finding one does not go through all of them.
    private func readDirectory() throws(ImportFault) {
        var name = [CChar](repeating: 0, count: Self.nameLimit + 1)
        var outcome = unzGoToFirstFile(file)
        while outcome == UNZ_OK {
            guard places.count < Self.entryLimit else { throw .tooMany(.entries, limit: Self.entryLimit) }
            var information = unz_file_info64()
            var place = unz64_file_pos()
            guard
                unzGetCurrentFileInfo64(
                    file, &information, &name, UInt(Self.nameLimit), nil, 0, nil, 0) == UNZ_OK,
                unzGetFilePos64(file, &place) == UNZ_OK, information.size_filename <= Self.nameLimit
            else { throw .malformed(.plain(.damagedDirectory)) }
            let text = String(
                decoding: name.prefix(Int(information.size_filename)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard places.updateValue(place, forKey: text) == nil else {
                throw .malformed(.repeatedEntry(Self.shown(text)))
            }
            outcome = unzGoToNextFile(file)
        }
        guard outcome == UNZ_END_OF_LIST_OF_FILE || outcome == UNZ_OK else {
            throw .malformed(.plain(.damagedDirectory))
        }
    }

    private static func shown(_ name: String) -> String {
        ImportFault.ItemPlace.shown(name)
    }
}
