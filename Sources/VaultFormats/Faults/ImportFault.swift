import Foundation

/// Why a file was not imported; nothing of it was, then.
///
/// One item is a reason only when it can't be taken at all, and then it can be skipped.
///
/// A fault may say an item's title and a field's name, and never a value.
public enum ImportFault: Error, Equatable, Sendable {
    /// The file could not be read; the number is the system's reason (`errno`).
    case unreadable(Int32)
    /// The file, or a part of it that is unpacked, has more than `limit` bytes.
    case tooLarge(part: ImportReason.Part, limit: Int)
    /// The file has more than `limit` of these.
    case tooMany(ImportReason.Counted, limit: Int)
    /// The bytes break the rules of JSON, XML, ZIP or CSV.
    case malformed(ImportReason)
    /// The bytes keep those rules, but the file is not of this format.
    case foreign(ImportReason)
    /// The file is encrypted and no password was given.
    case needsPassword
    /// The password is not the file's.
    case wrongPassword
    /// The key file is not the file's.
    case wrongKeyFile
    /// The password or the key file is not the file's.
    case wrongPasswordOrKeyFile
    /// The key file can't be used.
    case keyFile(ImportReason)
    /// The password fits, and what it protects was changed since.
    case altered
    /// Deriving the key would cost more than is reasonable.
    case tooCostly(ImportKeyCost)
    /// There is not enough memory for deriving the key.
    case noMemory(ImportKeyCost)
    /// One field of one item cannot be taken over.
    case item(ItemPlace, FieldProblem)
    /// Several items cannot be taken over; all of them are listed.
    case items([ItemRefusal])

    /// An item that cannot be taken over.
    public struct ItemRefusal: Equatable, Sendable {
        /// The item and the field.
        public let place: ItemPlace
        /// What is wrong with the field.
        public let problem: FieldProblem
    }

    /// Where in a file a problem is.
    public struct ItemPlace: Equatable, Sendable {
        /// Which item, counted from 1 in the order of the file; 0 for a category, whose name is the title.
        public let number: Int
        /// Its title, cut to ``titleLimit`` characters; empty when it has none.
        public let title: String
        /// The field, as the file calls it.
        public let field: String

        /// How many characters of a title are shown.
        public static let titleLimit = 40

        /// The field `field` of item `number`.
        public init(number: Int, title: String, field: String) {
            self.number = number
            self.title = Self.shown(title)
            self.field = Self.shown(field)
        }

        /// `text` in one line of bounded length, without what could confuse a terminal.
        static func shown(_ text: String) -> String {
            let visible = text.unicodeScalars.prefix(titleLimit + 1).map { scalar -> Unicode.Scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: "\u{FFFD}"
                default: scalar
                }
            }
            var shown = String.UnicodeScalarView()
            shown.append(contentsOf: visible.prefix(titleLimit))
            return String(shown) + (visible.count > titleLimit ? "…" : "")
        }
    }

    /// What is wrong with a field.
    public enum FieldProblem: Equatable, Sendable {
        /// It is longer than `limit` bytes of UTF-8.
        case tooLong(count: Int, limit: Int)
        /// There are more than `limit` of them.
        case tooMany(limit: Int)
        /// It is of another type than this one.
        case expected(ValueType)
        /// It is a document that the file does not have; it can be skipped by word.
        case missingDocument
        /// It is protected by a key that the file does not have.
        case encrypted
        /// The row has more values than the table has columns; `line` is where it begins.
        case furtherValues(line: Int)
    }

    /// What the value of a field can be.
    public enum ValueType: String, Sendable {
        /// An object of JSON.
        case object = "an object"
        /// A file that goes with the item.
        case file = "a file"
        /// Bytes in base64.
        case base64
    }

    /// The stable name of the reason.
    public var code: String {
        switch self {
        case .unreadable: "vault.import_unreadable"
        case .tooLarge, .tooMany: "vault.import_too_large"
        case .malformed: "vault.import_malformed"
        case .foreign: "vault.import_foreign"
        case .needsPassword: "vault.import_needs_password"
        case .wrongPassword, .wrongKeyFile, .wrongPasswordOrKeyFile: "vault.import_wrong_password"
        case .keyFile: "vault.import_key_file"
        case .altered: "vault.import_altered"
        case .tooCostly, .noMemory: "vault.import_too_costly"
        case .item, .items: "vault.import_invalid_item"
        }
    }
}

extension ImportFault: CustomStringConvertible {
    /// The reason in one line, such as `item 3 "Bank": field url has 70,000 bytes; at most 65,536`.
    public var description: String {
        switch self {
        case .unreadable(let number): "the file could not be read: \(String(cString: strerror(number)))"
        case .tooLarge(let part, let limit): "\(part) has more than \(Grouped(limit)) bytes"
        case .tooMany(let what, let limit): "the file has more than \(Grouped(limit)) \(what.rawValue)"
        case .malformed(let reason): "the file is damaged: \(reason)"
        case .foreign(let reason): "the file is not in this format: \(reason)"
        case .needsPassword: "the file is encrypted: its password is needed"
        case .wrongPassword: "the password is not the file's"
        case .wrongKeyFile: "the key file is not the file's, or a password is needed as well"
        case .wrongPasswordOrKeyFile: "the password or the key file is not the file's"
        case .keyFile(let reason): "the key file can't be used: \(reason)"
        case .altered: "the file was changed after it had been encrypted"
        case .tooCostly(let cost): "deriving the file's key would cost too much: \(cost)"
        case .noMemory(let cost): "there is not enough memory for deriving the file's key: \(cost)"
        case .item(let place, let problem): "\(place) \(problem)"
        case .items(let refusals): refusals.map { "\($0.place) \($0.problem)" }.joined(separator: "\n")
        }
    }
}

extension ImportFault.ItemPlace: CustomStringConvertible {
    /// The item and the field.
    public var description: String {
        guard number > 0 else { return "category \"\(title)\"" }
        return title.isEmpty ? "item \(number): field \(field)" : "item \(number) \"\(title)\": field \(field)"
    }
}

extension ImportFault.FieldProblem: CustomStringConvertible {
    /// What is wrong, as the end of a sentence about the field.
    public var description: String {
        switch self {
        case .tooLong(let count, let limit): "has \(Grouped(count)) bytes; at most \(Grouped(limit))"
        case .tooMany(let limit): "occurs too often; at most \(Grouped(limit))"
        case .expected(let type): "is not \(type.rawValue)"
        case .missingDocument: "is a document that the file does not have; --skip-missing imports the rest without it"
        case .encrypted: "is encrypted with a key that the file does not have"
        case .furtherValues(let line): "(line \(line)) has more values than there are columns"
        }
    }
}

/// A number with commas between its thousands, as in `65,536`.
struct Grouped: CustomStringConvertible {
    private let number: Int

    init(_ number: Int) {
        self.number = number
    }

    var description: String {
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
