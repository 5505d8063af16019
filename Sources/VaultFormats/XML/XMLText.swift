import Basics
import Foundation

/// Writes an XML document, element by element, indented by a tab a level as KeePassXC does.
struct XMLText {
    /// The document so far.
    private(set) var bytes: [UInt8]
    /// The values that have marks for characters that XML can't express.
    private(set) var changes: [ExportChange] = []
    private var level = 0
    /// What encrypts hidden values of a database, one after the other.
    private let protection: (([UInt8]) -> [UInt8])?

    /// Whether the document is that of a database.
    var isDatabase: Bool { protection != nil }

    /// A document; with `protection`, that of a database of KeePass.
    init(protection: (([UInt8]) -> [UInt8])? = nil) {
        self.protection = protection
        bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n".utf8)
    }

    /// An element with a text, and with attributes that need no escaping; the text is one of the item called `title`.
    ///
    /// Characters that XML can't express get a mark.
    mutating func write(
        _ name: String, _ text: String, attributes: String = "", of title: String = "", field: String? = nil
    ) {
        let text = marked(text, of: title, field: field ?? name)
        indent()
        append("<\(name)\(attributes)")
        guard !text.isEmpty else { return append("/>\n") }
        append(">")
        escape(text)
        append("</\(name)>\n")
    }

    /// The value of an entry's field; a database has a hidden one encrypted, an export has a word that it is one.
    mutating func writeValue(_ value: String, isConcealed: Bool, of title: String, field: String) {
        guard isConcealed, let protection else {
            return write(
                "Value", value, attributes: isConcealed ? " ProtectInMemory=\"True\"" : "", of: title, field: field)
        }
        let bytes = protection(Array(marked(value, of: title, field: field).utf8))
        write("Value", Data(bytes).base64EncodedString(), attributes: " Protected=\"True\"")
    }

    /// `text` with marks, which are noted.
    private mutating func marked(_ text: String, of title: String, field: String) -> String {
        guard let marked = XMLMark.marked(text) else { return text }
        if let first = marked.first {
            changes.append(ExportChange(title: title, field: field, character: first.value))
        }
        return marked.text
    }

    /// An element around what `content` writes.
    mutating func element(_ name: String, _ content: (inout XMLText) -> Void) {
        indent()
        append("<\(name)>\n")
        level += 1
        content(&self)
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

    private mutating func escape(_ text: String) {
        for byte in text.utf8 {
            if let entity = MarkupText.entity(byte) {
                entity.withUTF8Buffer { bytes.append(contentsOf: $0) }
                continue
            }
            switch byte {
            // A reader turns a bare carriage return into a line feed (XML 1.0 section 2.11).
            case 0x0D: append("&#13;")
            default: bytes.append(byte)
            }
        }
    }
}
