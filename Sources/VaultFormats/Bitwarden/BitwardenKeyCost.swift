/// How the key of a protected Bitwarden export is derived from its password.
public enum BitwardenKeyCost: Equatable, Sendable {
    /// PBKDF2 with HMAC-SHA256 (RFC 8018).
    case pbkdf2(rounds: Int)
    /// Argon2id (RFC 9106).
    case argon2id(passes: Int, memoryMiB: Int, lanes: Int)

    /// Argon2id with Bitwarden's own defaults: 3 passes, 64 MiB, 4 lanes.
    public static let standard = BitwardenKeyCost.argon2id(passes: 3, memoryMiB: 64, lanes: 4)
    /// PBKDF2 with 600,000 rounds, for readers that do not know Argon2id.
    public static let widelyReadable = BitwardenKeyCost.pbkdf2(rounds: 600_000)

    /// Whether Bitwarden lets an account have this cost, so that it is written.
    var isWritten: Bool {
        switch self {
        case .pbkdf2(let rounds): (600_000...2_000_000).contains(rounds)
        case .argon2id(let passes, let memory, let lanes):
            (2...10).contains(passes) && (16...1024).contains(memory) && (1...16).contains(lanes)
        }
    }

    /// Whether a file may ask for this much: older exports are cheaper, none is dearer than Bitwarden allows.
    var isRead: Bool {
        switch self {
        case .pbkdf2(let rounds): (1...2_000_000).contains(rounds)
        case .argon2id(let passes, let memory, let lanes):
            (1...10).contains(passes) && (1...1024).contains(memory) && (1...16).contains(lanes)
        }
    }
}

extension BitwardenKeyCost: CustomStringConvertible {
    /// The cost in one line.
    public var description: String { imported.description }

    /// The cost as a fault of an import names it.
    var imported: ImportKeyCost {
        switch self {
        case .pbkdf2(let rounds): .rounds(function: "PBKDF2", rounds)
        case .argon2id(let passes, let memory, let lanes):
            .argon2("Argon2id", passes: passes, memoryMiB: memory, lanes: lanes)
        }
    }
}
