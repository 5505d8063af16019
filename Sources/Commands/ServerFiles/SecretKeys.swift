import Basics
import Foundation
import Sealing
import Storage

/// Where the keys are under which a database's secrets are sealed, and how they are read.
///
/// A file, a credential of systemd and the environment hold the same text: a key a line, of 64 hexadecimal digits or 44
/// of Base64, the newest first; lines that begin with `#` and empty ones say nothing.
package enum SecretKeys {
    /// The variable of the environment that holds keys themselves.
    package static let variable = "CERCA_SECRET_KEY"
    /// The name of the credential that systemd hands over.
    static let credential = "cerca-keys"
    /// So many keys are there at most: the newest, and those of changes that were not finished.
    static let largestCount = 16

    /// The keyring of a database.
    ///
    /// - Parameters:
    ///   - file: The file that was asked for; nil for where keys are by default.
    /// - Throws: A `CommandFailure` that says where a key can be put, or what is wrong with what is there.
    package static func keyring(
        for database: DatabaseURL, file: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> Keyring {
        let place = try place(for: database, file: file, environment: environment)
        let keys = try place.read()
        return Keyring(keys, read: { try? place.read() }, make: place.make)
    }

    /// Where the keys of a database are.
    static func place(
        for database: DatabaseURL, file: String?, environment: [String: String]
    ) throws -> SecretKeyPlace {
        if let file { return .named(file) }
        if let folder = environment["CREDENTIALS_DIRECTORY"], !folder.isEmpty {
            let path = "\(folder)/\(credential)"
            if FileManager.default.fileExists(atPath: path) { return .credential(path) }
        }
        if let text = environment[variable], !text.isEmpty { return .environment(text) }
        switch database {
        case .sqlite(let path): return .beside("\(path).keys")
        case .postgres:
            throw CommandFailure(
                "a PostgreSQL database needs a key for its secrets, the same for every server: make one with "
                    + "(umask 077; openssl rand -hex 32 > FILE) and say --secret-key-file FILE, or put it into the "
                    + "credential \(credential) of systemd or into the variable \(variable)")
        }
    }

    /// The keys that a text holds, in their order; nil when one of its lines is no key, or there is none.
    static func parse(_ text: [UInt8]) -> [SealingKey]? {
        var keys: [SealingKey] = []
        for line in String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let word = line.filter { !$0.isWhitespace }
            if word.isEmpty || word.hasPrefix("#") { continue }
            guard keys.count < largestCount, let bytes = [UInt8](hexadecimal: word) ?? Base64.bytes(word),
                let key = SealingKey(bytes: bytes)
            else { return nil }
            keys.append(key)
        }
        return keys.isEmpty ? nil : keys
    }

    /// A keyring of exactly these keys, the newest first; nil without any.
    static func keyring(of keys: [SealingKey]) -> Keyring? {
        keys.first.map { Keyring(SealingKeys($0, former: Array(keys.dropFirst()))) }
    }

    /// The text that holds these keys, the newest first.
    static func text(_ keys: [SealingKey]) -> [UInt8] {
        Array(keys.map { $0.bytes.hexadecimal + "\n" }.joined().utf8)
    }
}

/// One of the places in which a database's keys can be.
enum SecretKeyPlace: Equatable, Sendable {
    /// The file that somebody named.
    case named(String)
    /// The file that systemd made of a credential.
    case credential(String)
    /// The environment, with what is in it.
    case environment(String)
    /// The file beside an SQLite database, which is made with the first key.
    case beside(String)

    /// What is there; nil when it is the file beside a database and there is none.
    func read() throws -> SealingKeys? {
        guard let keys = try list(), let newest = keys.first else { return nil }
        return SealingKeys(newest, former: Array(keys.dropFirst()))
    }

    /// The keys that are there, the newest first; nil when it is the file beside a database and there is none.
    func list() throws -> [SealingKey]? {
        let bytes: [UInt8]
        switch self {
        case .named(let path):
            guard let found = try SecretFile.contents(path) else {
                throw CommandFailure(
                    "\(path) does not exist; make a key with (umask 077; openssl rand -hex 32 > \(path))")
            }
            bytes = found
        case .credential(let path):
            // The folder of credentials is its service's alone, and what guards the files shows as a right of the group.
            guard let found = try SecretFile.contents(path, isGuarded: true) else {
                throw CommandFailure("\(path) has gone")
            }
            bytes = found
        case .environment(let text):
            bytes = Array(text.utf8)
        case .beside(let path):
            guard let found = try SecretFile.contents(path) else { return nil }
            bytes = found
        }
        guard let keys = SecretKeys.parse(bytes) else {
            throw CommandFailure("\(name) does not hold keys: 64 hexadecimal digits or 44 of Base64, one key a line")
        }
        return keys
    }

    /// A new key beside the database, or what another process has put there meanwhile.
    @Sendable func make() throws -> SealingKeys {
        if case .beside(let path) = self {
            var random = SystemRandomNumberGenerator()
            try SecretFile.make(path, SecretKeys.text([SealingKey.make(using: &random)]))
        }
        guard let keys = try read() else { throw CommandFailure("\(name) has gone") }
        return keys
    }

    /// The file whose keys we may change; nil for what somebody else hands to the process.
    var file: String? {
        switch self {
        case .named(let path), .beside(let path): path
        case .credential, .environment: nil
        }
    }

    /// What people call it.
    var name: String {
        switch self {
        case .named(let path), .credential(let path), .beside(let path): path
        case .environment: SecretKeys.variable
        }
    }
}
