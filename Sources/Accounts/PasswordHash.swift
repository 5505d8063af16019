import Basics
import CArgon2

/// What is stored of a password: Argon2id (RFC 9106) with a salt of its own.
///
/// Making and checking a hash take tens of milliseconds of a processor on purpose; do them where blocking is allowed.
public struct PasswordHash: Sendable {
    /// How much work a hash is.
    public struct Cost: Sendable, Equatable {
        /// Memory in KiB.
        public let memory: UInt32
        /// Passes over the memory.
        public let passes: UInt32
        /// Lanes, each of which may run on a thread of its own.
        public let lanes: UInt32

        /// 19 MiB, 2 passes, 1 lane: what OWASP's Password Storage Cheat Sheet asks for at least.
        public static let standard = Cost(memory: 19 * 1024, passes: 2, lanes: 1)
        /// The least that Argon2 allows, for simulations and tests; it protects nothing.
        public static let simulation = Cost(memory: 8, passes: 1, lanes: 1)

        /// The most that a stored hash may ask for: writing into the database must not be enough to make the
        /// server allocate as it pleases.
        static let limit = Cost(memory: 64 * 1024, passes: 8, lanes: 4)

        /// Whether Argon2 allows this (RFC 9106 section 3.1), and we do.
        var isAllowed: Bool {
            (1...Self.limit.lanes).contains(lanes) && (1...Self.limit.passes).contains(passes)
                && memory >= 8 * lanes && memory <= Self.limit.memory
        }
    }

    private static let saltCount = 16
    private static let tagCount = 32

    /// The hash as a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`.
    public let encoded: String
    /// How much work checking a password against it is.
    public let cost: Cost

    /// Hashes `password` with a new salt.
    ///
    /// Throws ``AccountError/hashingFailed`` when there is not enough memory.
    public static func make(
        _ password: Password, cost: Cost = .standard, using random: inout some RandomNumberGenerator
    ) throws(AccountError) -> PasswordHash {
        let salt = random.bytes(saltCount)
        let length = argon2_encodedlen(
            cost.passes, cost.memory, cost.lanes, UInt32(saltCount), UInt32(tagCount), Argon2_id)
        var encoded = [CChar](repeating: 0, count: length)
        let code = password.secret.withBytes { password in
            argon2id_hash_encoded(
                cost.passes, cost.memory, cost.lanes, password.baseAddress, password.count, salt, salt.count, tagCount,
                &encoded, encoded.count)
        }
        guard code == ARGON2_OK.rawValue else { throw .hashingFailed }
        let text = String(decoding: encoded.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return try PasswordHash(encoded: text)
    }

    /// A hash that was stored.
    ///
    /// Throws ``AccountError/invalidPasswordHash`` for anything but an Argon2id string of version 19 within bounds.
    public init(encoded: String) throws(AccountError) {
        guard encoded.utf8.count <= 256, let cost = Self.cost(of: encoded), cost.isAllowed else {
            throw .invalidPasswordHash
        }
        self.encoded = encoded
        self.cost = cost
    }

    /// A hash that no password has, and that is as much work to check as a true one.
    ///
    /// Checking it when there is no account makes an unknown e-mail take as long as a wrong password.
    public static func decoy(cost: Cost = .standard) -> PasswordHash {
        // A salt and a hash of zeros: finding a password for it means inverting Argon2.
        let salt = String(repeating: "A", count: 22)
        let tag = String(repeating: "A", count: 43)
        let parameters = "m=\(cost.memory),t=\(cost.passes),p=\(cost.lanes)"
        return PasswordHash(unchecked: "$argon2id$v=19$\(parameters)$\(salt)$\(tag)", cost: cost)
    }

    /// Whether `password` is the one that was hashed; the comparison takes the same time wherever they differ.
    public func matches(_ password: Password) -> Bool {
        password.secret.withBytes { argon2id_verify(encoded, $0.baseAddress, $0.count) } == ARGON2_OK.rawValue
    }

    /// Whether the hash was made with less work than `cost` and should be made anew at the next sign-in.
    public func needsRehash(for cost: Cost = .standard) -> Bool {
        self.cost.memory < cost.memory || self.cost.passes < cost.passes
    }

    private init(unchecked encoded: String, cost: Cost) {
        self.encoded = encoded
        self.cost = cost
    }

    /// The parameters of a PHC string, or nil when its shape is not exactly ours.
    private static func cost(of encoded: String) -> Cost? {
        let fields = encoded.split(separator: "$", omittingEmptySubsequences: false)
        guard fields.count == 6, fields[0].isEmpty, fields[1] == "argon2id", fields[2] == "v=19" else { return nil }
        // The salt 8 to 48 bytes and the hash 16 to 64, by the length of their base64 without padding.
        guard isBase64(fields[4], lengths: 11...64), isBase64(fields[5], lengths: 22...86) else { return nil }
        let parameters = fields[3].split(separator: ",", omittingEmptySubsequences: false)
        guard parameters.count == 3, let memory = number(parameters[0], named: "m="),
            let passes = number(parameters[1], named: "t="), let lanes = number(parameters[2], named: "p=")
        else { return nil }
        return Cost(memory: memory, passes: passes, lanes: lanes)
    }

    private static func number(_ text: Substring, named name: String) -> UInt32? {
        guard text.hasPrefix(name) else { return nil }
        let digits = text.dropFirst(name.count)
        guard digits.utf8.count <= 9, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), digits.first != "0" else {
            return nil
        }
        return UInt32(digits)
    }

    private static func isBase64(_ text: Substring, lengths: ClosedRange<Int>) -> Bool {
        lengths.contains(text.utf8.count)
            && text.utf8.allSatisfy { Base64.isDigit($0, .standard) }
    }
}

extension PasswordHash: CustomStringConvertible, CustomDebugStringConvertible {
    /// A mark without the hash, which an attacker could try passwords against.
    public var description: String { "[password hash]" }

    /// A mark without the hash.
    public var debugDescription: String { description }
}
