/// Reads an XML 1.0 document whole, within bounds.
///
/// It knows elements, attributes, text, character references, CDATA, comments and processing instructions, in UTF-8.
/// Documents with a type declaration are refused, so that nothing can define entities: neither such as reach out of the
/// file, nor such as grow without bound. (Foundation's parser would do the rest, but gives up at texts of 10 MB, which
/// files of an entry exceed.)
struct XMLReader {
    /// Elements of a document.
    static let nodeLimit = 4_000_000
    /// Attributes of an element.
    private static let attributeLimit = 64

    /// An element whose end has not come yet.
    private struct OpenElement {
        let name: String
        let attributes: [String: String]
        var text: [UInt8] = []
        var children: [XMLTree] = []
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var count = 0
    private var open: [OpenElement] = []
    private var root: XMLTree?

    /// The root element of the document that `bytes` are.
    static func root(_ bytes: [UInt8]) throws(ImportFault) -> XMLTree {
        let outcome = bytes.withUnsafeBufferPointer { buffer -> Result<XMLTree, ImportFault> in
            var reader = XMLReader(bytes: buffer)
            do throws(ImportFault) {
                return .success(try reader.document())
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    // MARK: Structure

    private mutating func document() throws(ImportFault) -> XMLTree {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        if starts(with: "<?xml") { try checkDeclaration() }
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "<") { try markup() } else { try text() }
        }
        guard let root, open.isEmpty else { throw fault(.plain(.endsEarly)) }
        return root
    }

    /// Reads the XML declaration, which may name no encoding but UTF-8: another could hide what is looked for here.
    private mutating func checkDeclaration() throws(ImportFault) {
        let declaration = try skip(to: "?>")
        let text = String(decoding: bytes[declaration], as: UTF8.self).lowercased()
        guard let encoding = text.split(separator: "encoding", maxSplits: 1).dropFirst().first else { return }
        let value = encoding.drop { $0 == "=" || $0.isWhitespace }
        guard value.hasPrefix("\"utf-8\"") || value.hasPrefix("'utf-8'") else { throw .malformed(.plain(.notUTF8)) }
    }

    private mutating func markup() throws(ImportFault) {
        if starts(with: "<!--") {
            position += 4
            _ = try skip(to: "-->")
        } else if starts(with: "<![CDATA[") {
            position += 9
            let block = try skip(to: "]]>")
            guard !open.isEmpty else { throw fault(.plain(.textOutside)) }
            try append(block)
        } else if starts(with: "<!") {
            throw .foreign(.plain(.documentType))
        } else if starts(with: "<?") {
            _ = try skip(to: "?>")
        } else if starts(with: "</") {
            position += 2
            try endTag()
        } else {
            position += 1
            try startTag()
        }
    }

    private mutating func startTag() throws(ImportFault) {
        guard root == nil else { throw fault(.plain(.afterRoot)) }
        guard open.count < ImportLimits.depth else { throw fault(.tooDeep(limit: ImportLimits.depth)) }
        count += 1
        guard count <= Self.nodeLimit else { throw .tooMany(.elements, limit: Self.nodeLimit) }
        let name = try self.name()
        var attributes: [String: String] = [:]
        while true {
            let hasSpace = skipSpace()
            if skip("/>") {
                open.append(OpenElement(name: name, attributes: attributes))
                return try close()
            }
            if skip(">") { return open.append(OpenElement(name: name, attributes: attributes)) }
            guard hasSpace else { throw fault(.plain(.elementOpen)) }
            let attribute = try self.name()
            skipSpace()
            guard skip("=") else { throw fault(.plain(.attributeWithoutValue)) }
            skipSpace()
            guard attributes.updateValue(try attributeValue(), forKey: attribute) == nil else {
                throw fault(.plain(.attributeTwice))
            }
            guard attributes.count <= Self.attributeLimit else {
                throw .tooMany(.attributes, limit: Self.attributeLimit)
            }
        }
    }

    private mutating func endTag() throws(ImportFault) {
        let name = try self.name()
        skipSpace()
        guard skip(">"), open.last?.name == name else { throw fault(.plain(.endWithoutBeginning)) }
        try close()
    }

    /// Makes a node of the innermost open element.
    private mutating func close() throws(ImportFault) {
        guard let element = open.popLast() else { return }
        var text = ""
        if element.children.isEmpty, !element.text.isEmpty {
            guard let valid = String(validating: element.text, as: UTF8.self) else {
                throw fault(.plain(.textNotUTF8))
            }
            text = valid
        }
        let node = XMLTree(
            name: element.name, attributes: element.attributes, text: text, children: element.children)
        if open.isEmpty { root = node } else { open[open.count - 1].children.append(node) }
    }

    // MARK: Text

    /// Reads text up to the next markup.
    private mutating func text() throws(ImportFault) {
        guard !open.isEmpty else {
            guard skipSpace() else { throw fault(.plain(.textOutside)) }
            return
        }
        let begin = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<"), bytes[position] != UInt8(ascii: "&") {
            position += 1
        }
        try append(begin..<position)
        if position < bytes.count, bytes[position] == UInt8(ascii: "&") {
            open[open.count - 1].text += try reference()
        }
    }

    /// Adds text to the innermost element; any line break becomes a line feed (section 2.11).
    private mutating func append(_ range: Range<Int>) throws(ImportFault) {
        var hasReturn = false
        for index in range where bytes[index] < 0x20 {
            switch bytes[index] {
            case 0x09, 0x0A: break
            case 0x0D: hasReturn = true
            default: throw fault(.plain(.controlCharacter))
            }
        }
        let piece = UnsafeBufferPointer(rebasing: bytes[range])
        guard hasReturn else { return open[open.count - 1].text.append(contentsOf: piece) }
        var previous: UInt8 = 0
        for byte in piece {
            if byte != 0x0A || previous != 0x0D { open[open.count - 1].text.append(byte == 0x0D ? 0x0A : byte) }
            previous = byte
        }
    }

    private mutating func attributeValue() throws(ImportFault) -> String {
        guard let quote = position < bytes.count ? bytes[position] : nil,
            quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        else { throw fault(.plain(.attributeWithoutValue)) }
        position += 1
        var value: [UInt8] = []
        while position < bytes.count, bytes[position] != quote {
            switch bytes[position] {
            case UInt8(ascii: "<"): throw fault(.plain(.attributeOpen))
            case UInt8(ascii: "&"): value += try reference()
            // White space in an attribute is a space (section 3.3.3).
            case 0x09, 0x0A, 0x0D:
                value.append(0x20)
                position += 1
            case 0..<0x20: throw fault(.plain(.controlCharacter))
            default:
                value.append(bytes[position])
                position += 1
            }
        }
        guard position < bytes.count, let text = String(validating: value, as: UTF8.self) else {
            throw fault(.plain(.attributeOpen))
        }
        position += 1
        return text
    }

    /// The UTF-8 bytes of a character reference, or of one of the five entities that XML itself has.
    private mutating func reference() throws(ImportFault) -> [UInt8] {
        position += 1
        let begin = position
        while position < bytes.count, position - begin <= 10, bytes[position] != UInt8(ascii: ";") { position += 1 }
        let name = String(decoding: bytes[begin..<position], as: UTF8.self)
        guard skip(";") else { throw fault(.plain(.entityOpen)) }
        switch name {
        case "amp": return [UInt8(ascii: "&")]
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "quot": return [UInt8(ascii: "\"")]
        case "apos": return [UInt8(ascii: "'")]
        default: break
        }
        let isHexadecimal = name.hasPrefix("#x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        guard name.hasPrefix("#"), digits.first?.isHexDigit == true,
            let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(number),
            scalar.value >= 0x20 || [0x09, 0x0A, 0x0D].contains(scalar.value)
        else { throw fault(.plain(.unknownEntity)) }
        return Array(String(scalar).utf8)
    }

    // MARK: Pieces

    private mutating func name() throws(ImportFault) -> String {
        let begin = position
        while position < bytes.count, Self.isNamePart(bytes[position]) { position += 1 }
        guard position > begin, Self.isNameStart(bytes[begin]), position - begin <= 1000,
            let name = String(validating: bytes[begin..<position], as: UTF8.self)
        else { throw fault(.plain(.nameExpected)) }
        return name
    }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        isNameStart(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || (0x30...0x39).contains(byte)
    }

    private func starts(with mark: String) -> Bool {
        bytes[position...].starts(with: mark.utf8)
    }

    private mutating func skip(_ mark: String) -> Bool {
        guard starts(with: mark) else { return false }
        position += mark.utf8.count
        return true
    }

    /// What stands before `mark`, which is passed over as well.
    private mutating func skip(to mark: String) throws(ImportFault) -> Range<Int> {
        let begin = position
        let first = mark.utf8.first
        while position < bytes.count {
            if bytes[position] == first, starts(with: mark) {
                defer { position += mark.utf8.count }
                return begin..<position
            }
            position += 1
        }
        throw fault(.plain(.endsEarly))
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let begin = position
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
        return position > begin
    }

    /// A fault with the line, counted from 1, in which it was found.
    private func fault(_ reason: ImportReason) -> ImportFault {
        let line = 1 + bytes.prefix(position).count { $0 == 0x0A }
        return .malformed(.line(line, reason))
    }
}
