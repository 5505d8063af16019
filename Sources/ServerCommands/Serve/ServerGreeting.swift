import Encodings

/// What a server says as soon as it listens.
struct ServerGreeting: Equatable {
    /// Where it listens, as `http://127.0.0.1:8080`.
    let address: String
    /// Its database, without a password.
    let database: String
    /// Whether mail is sent.
    let sendsMail: Bool
    /// How many venues its database has.
    let venues: Int

    /// Where a server listens; an IPv6 address stands in brackets, as in every URL.
    static func address(host: String, port: Int, isEncrypted: Bool) -> String {
        "\(isEncrypted ? "https" : "http")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// The greeting for people, with what to do next.
    var lines: [String] {
        var lines = ["Cerca listens at \(address)", "Database: \(database)"]
        if !sendsMail { lines.append("No mail is sent, and no account can have its devices approved: see --mail") }
        if venues == 0 {
            lines.append("There is no venue yet. Import one: cerca venue import FILE --database \(database)")
        }
        return lines
    }

    /// The greeting for programs.
    var json: JSONValue {
        .object([
            "event": "listening", "address": .string(address), "database": .string(database),
            "sendsMail": .boolean(sendsMail), "venues": .count(venues),
        ])
    }
}
