import ArgumentParser
import Foundation
import Strings
import Vault

/// A field as an argument: `KIND=VALUE`, or `KIND=-` for a value that is typed or comes by standard input.
///
/// Every text is taken at first: what the parser refuses it repeats in its reason, and this may hold a secret.
struct FieldArgument: ExpressibleByArgument {
    /// The kind; nil when the text names none.
    let kind: FieldKind?
    /// The value; nil when it is asked for.
    let given: String?

    init(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        kind = parts.count == 2 ? FieldKind(String(parts[0])) : nil
        given = parts.last == "-" ? nil : parts.last.map { String($0) }
    }

    static var allValueStrings: [String] {
        FieldKind.standard.map { "\($0.word)=" } + ["text:NAME=", "concealed:NAME="]
    }
    static var defaultCompletionKind: CompletionKind {
        .list(FieldKind.standard.map { "\($0.word)=" } + ["text:", "concealed:"])
    }

    /// The field, with the next line of standard input for a value that was not given.
    func field() throws -> Field {
        guard let kind else { throw Self.noKind }
        if let given { return Field(kind: kind, value: given) }
        return Field(kind: kind, value: try ItemPrompt.value(of: kind))
    }

    /// What is said of a text without a kind, which is not repeated.
    fileprivate static var noKind: ValidationError {
        let kinds = FieldKind.standard.map(\.word).joined(separator: ", ")
        return ValidationError("--field takes KIND=VALUE, and KIND is \(kinds), text:NAME or concealed:NAME")
    }
}

extension [FieldArgument] {
    /// Throws when one of them names no kind.
    func requireKinds() throws {
        guard allSatisfy({ $0.kind != nil }) else { throw FieldArgument.noKind }
    }
}

extension Field {
    /// Refuses what would never give a code; an import takes it, since there nothing may be lost.
    func requireUsable() throws(CommandFailure) {
        guard kind == .oneTimePassword, !value.isEmpty else { return }
        do throws(OneTimePasswordFault) {
            _ = try OneTimePassword(value)
        } catch {
            throw CommandFailure(error.phrase.text)
        }
    }
}

/// A kind of field as an argument.
struct FieldKindArgument: ExpressibleByArgument {
    let kind: FieldKind

    init?(argument: String) {
        guard let kind = FieldKind(argument) else { return nil }
        self.kind = kind
    }

    static var allValueStrings: [String] { FieldKind.standard.map(\.word) + ["text:NAME", "concealed:NAME"] }
    static var defaultCompletionKind: CompletionKind {
        .list(FieldKind.standard.map(\.word) + ["text:", "concealed:"])
    }
}

/// Asks for the values of fields, without showing those that are concealed.
enum ItemPrompt {
    /// The most bytes that are taken in a line.
    private static let limit = Item.valueLimit

    /// One value: typed at a terminal, or the next line of standard input.
    static func value(of kind: FieldKind) throws(CommandFailure) -> String {
        let label = "\(kind.phrase.text):"
        let bytes: [UInt8]?
        if Terminal.canAsk, kind.isConcealed {
            bytes = HiddenInput.line(label, limit: limit)
        } else {
            if Terminal.canAsk { StandardError.writePart(label + " ") }
            bytes = HiddenInput.readBytes(limit: limit)
        }
        guard let bytes, let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(VaultStrings.itemNoValue(field: kind.phrase).text)
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
