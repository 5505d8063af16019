import ArgumentParser
import Foundation
import Vault

/// A field as an argument: `KIND=VALUE`, or `KIND=-` for a value that is typed or comes by standard input.
struct FieldArgument: ExpressibleByArgument {
    let kind: FieldKind
    /// The value; nil when it is asked for.
    let given: String?

    init?(argument: String) {
        guard let sign = argument.firstIndex(of: "="), let kind = FieldKind(String(argument[..<sign])) else {
            return nil
        }
        self.kind = kind
        let value = argument[argument.index(after: sign)...]
        given = value == "-" ? nil : String(value)
    }

    static var allValueStrings: [String] { FieldKind.standard.map { "\($0.word)=" } }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    /// The field, with the next line of standard input for a value that was not given.
    func field() throws(CommandFailure) -> Field {
        if let given { return Field(kind: kind, value: given) }
        return Field(kind: kind, value: try ItemPrompt.value(of: kind))
    }
}

/// A kind of field as an argument.
struct FieldKindArgument: ExpressibleByArgument {
    let kind: FieldKind

    init?(argument: String) {
        guard let kind = FieldKind(argument) else { return nil }
        self.kind = kind
    }

    static var allValueStrings: [String] { FieldKind.standard.map(\.word) + ["text:", "concealed:"] }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// Asks for the values of fields, without showing those that are concealed.
enum ItemPrompt {
    /// The most bytes that are taken in a line.
    private static let limit = Item.valueLimit

    /// One value: typed at a terminal, or the next line of standard input.
    static func value(of kind: FieldKind) throws(CommandFailure) -> String {
        let label = "\(FieldWords(kind: kind).text): "
        let bytes: [UInt8]?
        if Terminal.canAsk, kind.isConcealed {
            bytes = HiddenInput.line(label, limit: limit)
        } else {
            if Terminal.canAsk { StandardError.writePart(label) }
            bytes = HiddenInput.readBytes(limit: limit)
        }
        guard let bytes, let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(ItemWords.noValue(kind: kind).text)
        }
        return text
    }

    /// A value for each field of a template; what is left empty is no field.
    static func fields(of template: [FieldKind]) throws(CommandFailure) -> [Field] {
        var fields: [Field] = []
        for kind in template {
            let value = try value(of: kind)
            if !value.isEmpty { fields.append(Field(kind: kind, value: value)) }
        }
        return fields
    }
}
