import Basics
import Vault

/// What a field of a 1PUX section says: an object whose one member names the sort of value.
///
/// Source: "1PUX format", 1Password Support.
enum OnePasswordValue {
    /// A field of ours that a value gives.
    struct Part: Equatable {
        /// The kind, when the value is one of ours and its title adds nothing.
        var kind: FieldKind?
        /// What the field is called.
        var title: String
        var value: String
        var isConcealed = false
    }

    /// The fields that a value of sort `sort` gives.
    static func parts(_ sort: String, _ value: JSONValue, title: String) -> [Part] {
        switch sort {
        case "string", "menu", "gender", "creditCardType", "reference":
            return [Part(title: title, value: value.plainText)]
        case "concealed":
            let isPIN = title.lowercased() == "pin"
            return [Part(kind: isPIN ? .pin : nil, title: title, value: value.plainText, isConcealed: true)]
        case "totp":
            return [Part(kind: .oneTimePassword, title: title, value: value.plainText)]
        case "creditCardNumber":
            return [Part(kind: .secretNumber, title: title, value: value.plainText)]
        case "url":
            return [Part(kind: isPlain(title, ["url", "website"]) ? .url : nil, title: title, value: value.plainText)]
        case "phone":
            return [Part(kind: isPlain(title, ["phone"]) ? .phone : nil, title: title, value: value.plainText)]
        case "email":
            // Older exports have the address itself, newer ones an object with the provider.
            let address = value.members.map { $0["email_address"]?.plainText ?? "" } ?? value.plainText
            let provider = value.members?["provider"]?.plainText ?? ""
            return [
                Part(kind: isPlain(title, ["email", "e-mail"]) ? .email : nil, title: title, value: address),
                Part(title: "\(title) provider", value: provider),
            ]
        case "date": return [Part(title: title, value: day(value))]
        case "monthYear": return [Part(title: title, value: month(value))]
        case "address": return address(value.members ?? JSONObject(), title: title)
        case "sshKey": return sshKey(value.members ?? JSONObject(), title: title)
        case "ssoLogin": return [Part(title: title, value: value.plainText)]
        // What is unknown might be a secret.
        default: return [Part(title: title, value: value.plainText, isConcealed: true)]
        }
    }

    private static func isPlain(_ title: String, _ names: [String]) -> Bool {
        names.contains(title.lowercased())
    }

    /// A day, which the file has as seconds since 1970, as `2016-01-01`; the time of day is 1Password's own.
    ///
    /// A value that isn't a day stays as it is written.
    private static func day(_ value: JSONValue) -> String {
        guard let seconds = value.integer, UnixSeconds.range.contains(seconds) else { return value.plainText }
        return String(Timestamp(seconds: seconds).rfc3339.prefix(10))
    }

    /// A month, which the file has as the number 202206, as `2022-06`.
    ///
    /// A value that isn't a month stays as it is written.
    private static func month(_ value: JSONValue) -> String {
        if value.integer == 0 { return "" }
        guard let number = value.integer, (0...999_912).contains(number), (1...12).contains(number % 100) else {
            return value.plainText
        }
        let digits = String(number)
        let padded = String(repeating: "0", count: 6 - digits.count) + digits
        return "\(padded.prefix(4))-\(padded.suffix(2))"
    }

    private static func address(_ address: JSONObject, title: String) -> [Part] {
        address.members.map { member in
            Part(title: title.isEmpty ? member.name : "\(title) \(member.name)", value: member.value.plainText)
        }
    }

    private static func sshKey(_ key: JSONObject, title: String) -> [Part] {
        let metadata = key["metadata"]?.members ?? JSONObject()
        var parts = [
            Part(title: "Private key", value: key["privateKey"]?.plainText ?? "", isConcealed: true),
            Part(title: "Public key", value: metadata["publicKey"]?.plainText ?? ""),
            Part(title: "Key fingerprint", value: metadata["fingerprint"]?.plainText ?? ""),
        ]
        let known: Set = ["privateKey", "publicKey", "fingerprint"]
        for member in metadata.members where !known.contains(member.name) {
            parts.append(Part(title: "\(title) \(member.name)", value: member.value.plainText))
        }
        for member in key.members where member.name != "privateKey" && member.name != "metadata" {
            parts.append(
                Part(title: "\(title) \(member.name)", value: member.value.plainText, isConcealed: true))
        }
        return parts
    }
}
