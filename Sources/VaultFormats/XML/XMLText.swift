import Encodings

/// Writes an XML document, element by element, indented by a tab a level as KeePassXC does.
struct XMLText {
    /// The document so far.
    private(set) var bytes: [UInt8]
    private var level = 0

    init() {
        bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n".utf8)
    }

    /// An element with a text, and with attributes that need no escaping.
    mutating func element(_ name: String, _ text: String, attributes: String = "") throws(XMLCharacterFault) {
        indent()
        append("<\(name)\(attributes)")
        guard !text.isEmpty else { return append("/>\n") }
        append(">")
        try escape(text)
        append("</\(name)>\n")
    }

    /// An element around what `content` writes.
    mutating func element<Failure: Error>(
        _ name: String, _ content: (inout XMLText) throws(Failure) -> Void
    ) throws(Failure) {
        indent()
        append("<\(name)>\n")
        level += 1
        try content(&self)
        level -= 1
        indent()
        append("</\(name)>\n")
    }

    private mutating func indent() {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "\t"), count: level))
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func escape(_ text: String) throws(XMLCharacterFault) {
        for byte in text.utf8 {
            if let entity = MarkupText.entity(byte) {
                entity.withUTF8Buffer { bytes.append(contentsOf: $0) }
                continue
            }
            switch byte {
            // A reader turns a bare carriage return into a line feed (XML 1.0 section 2.11).
            case 0x0D: append("&#13;")
            case 0x09, 0x0A: bytes.append(byte)
            case 0..<0x20: throw XMLCharacterFault(character: UInt32(byte))
            default: bytes.append(byte)
            }
        }
        // The two others that XML cannot say begin with this byte.
        guard text.utf8.contains(0xEF) else { return }
        if let scalar = text.unicodeScalars.first(where: { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" }) {
            throw XMLCharacterFault(character: scalar.value)
        }
    }
}

/// A character that XML 1.0 has no way to say (section 2.2).
struct XMLCharacterFault: Error {
    let character: UInt32
}
