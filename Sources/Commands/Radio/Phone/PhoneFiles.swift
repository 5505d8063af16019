import Foundation

/// Where a phone keeps its files: one of each for an account and server, in the user's data directory.
///
/// Whoever names the file of the outbox has the others beside it.
struct PhoneFiles {
    /// The file of the outbox as it was named.
    let named: String?
    /// The account's e-mail address.
    let email: String
    /// The server as it was named.
    let server: String

    init(outbox: String?, email: String, server: String) {
        named = outbox
        self.email = email
        self.server = server
    }

    /// The file in which sightings wait; nil, which is memory, when there is no place for it.
    var outbox: URL? { named.map { URL(filePath: $0) } ?? url("outbox", "jsonl") }

    /// The file for a purpose; nil, which is memory, when there is no place for it.
    func url(_ purpose: String, _ suffix: String) -> URL? {
        if let named { return URL(filePath: named).appendingPathExtension("\(purpose).\(suffix)") }
        guard
            let data = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first,
            case let folder = data.appending(path: "cerca"),
            (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil
        else { return nil }
        let name = "\(email)@\(server)".map { $0.isLetter || $0.isNumber ? $0 : "-" }
        return folder.appending(path: "\(purpose)-\(String(name)).\(suffix)")
    }
}
