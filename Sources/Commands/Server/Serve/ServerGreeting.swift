import Basics
import Strings

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
        var lines = [
            ServerStrings.serveListening(address: address).text, ServerStrings.serveDatabase(database: database).text,
        ]
        if !sendsMail { lines.append(ServerStrings.serveNoMail.text) }
        if venues == 0 { lines.append(ServerStrings.serveNoVenue(database: database).text) }
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
