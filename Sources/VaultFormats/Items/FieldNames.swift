import Basics
import Vault

/// The names under which our fields stand among the custom fields of other formats.
///
/// A kind of ours that the format has no place for is written under its English name, and read again as that kind when
/// the file hides it as we do. A field of the person's own keeps its name, unless that could be taken for one of ours:
/// then `text:` or `concealed:` stands before it, as on the command line.
enum FieldNames {
    private static let standard: [(kind: FieldKind, name: String)] = [
        (.type, "Type"), (.user, "User"), (.password, "Password"), (.description, "Description"), (.url, "URL"),
        (.note, "Note"), (.pin, "PIN"), (.secretNumber, "Secret number"), (.email, "Email"), (.phone, "Phone"),
        (.oneTimePassword, "One-time password"),
    ]
    private static let kinds = Dictionary(uniqueKeysWithValues: standard.map { ($0.name.lowercased(), $0.kind) })
    private static let names = Dictionary(uniqueKeysWithValues: standard.map { ($0.kind, $0.name) })

    /// What is called so when it is hidden or not; a name that is blank becomes `Field`.
    static func kind(named name: String, isConcealed: Bool) -> FieldKind {
        if let kind = standardKind(name), kind.isConcealed == isConcealed { return kind }
        if let rest = rest(of: name, after: "text:") { return .text(name: ownName(rest)) }
        if let rest = rest(of: name, after: "concealed:") { return .concealed(name: ownName(rest)) }
        let name = ownName(name)
        return isConcealed ? .concealed(name: name) : .text(name: name)
    }

    /// The kind of ours that has this name, in any case; nil when none has.
    static func standardKind(_ name: String) -> FieldKind? {
        kinds[name.lowercased()]
    }

    /// The name under which a field of this kind is written.
    static func name(of kind: FieldKind) -> String {
        guard let own = kind.name else { return names[kind] ?? kind.word }
        let isTaken =
            standardKind(own)?.isConcealed == kind.isConcealed || rest(of: own, after: "text:") != nil
            || rest(of: own, after: "concealed:") != nil || HistoryNames.isOne(own)
        return isTaken ? kind.word : own
    }

    /// `name` as the name of a field is stored.
    private static func ownName(_ name: String) -> String {
        ForeignName(name, limit: FieldKind.nameLimit)?.text ?? "Field"
    }

    /// What follows `mark` at the beginning of `name`.
    static func rest(of name: String, after mark: String) -> String? {
        name.hasPrefix(mark) ? String(name.dropFirst(mark.count)) : nil
    }
}

/// The names of hidden custom fields that hold an earlier value, as `History: 2026-11-21T09:30:00.000Z user`.
enum HistoryNames {
    private static let mark = "History: "

    /// The name under which an earlier value is written.
    static func name(of past: PastValue) -> String {
        "\(mark)\(past.until.rfc3339) \(past.kind.word)"
    }

    /// The kind and the instant that a name says; nil when it is no such name.
    static func parts(of name: String) -> (kind: FieldKind, until: Timestamp)? {
        guard let rest = FieldNames.rest(of: name, after: mark), let space = rest.firstIndex(of: " "),
            let until = Timestamp(rfc3339: String(rest[..<space])),
            let kind = FieldKind(String(rest[rest.index(after: space)...]))
        else { return nil }
        return (kind, until)
    }

    /// Whether a field of this name would be taken for an earlier value.
    static func isOne(_ name: String) -> Bool {
        parts(of: name) != nil
    }
}
