import Basics
import Vault

/// A passkey as a hidden field: its name says the website, its value is Bitwarden's JSON.
enum BitwardenPasskey {
    /// The name of the field that holds the passkey.
    static func name(_ passkey: JSONObject) -> String {
        "Passkey: " + String((passkey["rpId"]?.text ?? "").unicodeScalars.prefix(FieldKind.nameLimit - 9))
    }

    /// The passkey that a field holds; nil when it holds none, or not in exactly the form in which it was read.
    static func json(_ field: Field) -> JSONValue? {
        guard case .concealed(let name) = field.kind, name.hasPrefix("Passkey: "),
            let value = try? JSONValue(parsing: Array(field.value.utf8)), let members = value.members,
            members["credentialId"] != nil, self.name(members) == name, value.plainText == field.value
        else { return nil }
        return value
    }
}

/// How an address is compared with a page's, as a field beside it.
enum BitwardenMatch {
    private static let mark = "URL match "

    /// The name of the field for address `number`, counted from 1.
    static func name(_ number: Int) -> String {
        mark + String(number)
    }

    /// The address, counted from 1, and the number that a field says of it; nil when it is no such field.
    static func parts(_ field: Field, count: Int) -> (address: Int, match: JSONValue)? {
        guard case .text(let name) = field.kind, let rest = FieldNames.rest(of: name, after: mark),
            let address = Int(rest), String(address) == rest, (1...max(1, count)).contains(address), count > 0,
            let match = UInt8(field.value), String(match) == field.value
        else { return nil }
        return (address, .number(field.value))
    }
}
