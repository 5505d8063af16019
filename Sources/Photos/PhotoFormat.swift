/// What a photo is stored as, told by its first bytes and never by its name.
enum PhotoFormat: Equatable {
    case jpeg, png, webp

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// nil for anything else.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: Self.signature) {
            self = .png
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webp
        } else {
            return nil
        }
    }

    /// What a camera said of the photo, a TIFF structure; nil when it said nothing, or nothing that can be found.
    func exif(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        switch self {
        case .jpeg: Self.segment(in: bytes)
        case .png: Self.chunk("eXIf", in: bytes, from: 8, isBigEndian: true, lengthFirst: true)
        case .webp:
            Self.chunk("EXIF", in: bytes, from: 12, isBigEndian: false, lengthFirst: false).map(Self.withoutName)
        }
    }

    private static let name = Array("Exif\0\0".utf8)

    private static func withoutName(_ exif: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        exif.starts(with: name) ? exif.dropFirst(name.count) : exif
    }

    /// The first segment APP1 that begins with the name of Exif, before the first scan.
    private static func segment(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var index = 2
        while index + 4 <= bytes.count, bytes[index] == 0xFF {
            let marker = bytes[index + 1]
            if marker == 0xFF {  // a filling byte
                index += 1
                continue
            }
            guard marker != 0xDA, marker != 0xD9 else { return nil }
            let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
            guard length >= 2, index + 2 + length <= bytes.count else { return nil }
            let content = bytes[(index + 4)..<(index + 2 + length)]
            if marker == 0xE1, content.starts(with: name) { return content.dropFirst(name.count) }
            index += 2 + length
        }
        return nil
    }

    /// The content of the first chunk of this name: PNG has length, name, content, checksum; RIFF name, length, content,
    /// filled up to an even number.
    private static func chunk(
        _ wanted: String, in bytes: [UInt8], from start: Int, isBigEndian: Bool, lengthFirst: Bool
    ) -> ArraySlice<UInt8>? {
        let wanted = Array(wanted.utf8)
        var index = start
        while index + 8 <= bytes.count {
            let field = bytes[(index + (lengthFirst ? 0 : 4))..<(index + (lengthFirst ? 4 : 8))]
            let name = bytes[(index + (lengthFirst ? 4 : 0))..<(index + (lengthFirst ? 8 : 4))]
            let ordered = isBigEndian ? Array(field) : field.reversed()
            let length = ordered.reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - index - 8 else { return nil }
            if name.elementsEqual(wanted) { return bytes[(index + 8)..<(index + 8 + length)] }
            index += 8 + length + (lengthFirst ? 4 : length % 2)
        }
        return nil
    }
}
