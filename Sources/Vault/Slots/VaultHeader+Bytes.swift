import Crypto

extension VaultHeader {
    /// What a header begins with, so that anything else is told at once.
    private static let magic = Array("CVLT".utf8)

    /// How many bytes of SHA-256 stand at the end, so that damage is told from a wrong factor, and costs no attempt.
    ///
    /// They do not stop a change that is made on purpose; the header's code does.
    static let checksumCount = 8

    /// The header's bytes; the same header always gives the same.
    public func encoded() -> [UInt8] {
        let content = content()
        return content + Self.checksum(content)
    }

    static func checksum(_ content: some Collection<UInt8>) -> [UInt8] {
        Array(SHA256.hash(data: Array(content)).prefix(checksumCount))
    }

    private func content() -> [UInt8] {
        var writer = HeaderWriter()
        writer.append(fixed: Self.magic)
        writer.append(UInt16(format))
        writer.append(fixed: vault.bytes)
        writer.append(cipher.rawValue)
        writer.append(generation)
        writer.append(cell.metres)
        writer.append(cost)
        writer.append(lockoutRule.rawValue)
        writer.append(UInt8(slots.count))
        for slot in slots { slot.append(to: &writer) }
        return writer.bytes
    }

    /// The header that these bytes are.
    ///
    /// Throws ``VaultFault/foreign`` when they begin like no vault, ``VaultFault/newer(format:)`` for a format that is
    /// not known yet, ``VaultFault/truncated`` when they end early, ``VaultFault/invalidCost`` and
    /// ``VaultFault/invalidPoint`` for parameters that would weaken a slot, and ``VaultFault/damaged(_:)`` for whatever
    /// else is not as it was written.
    public init(bytes: [UInt8]) throws(VaultFault) {
        guard bytes.count <= Self.byteLimit else { throw .damaged("header") }
        var reader = HeaderReader(bytes)
        guard bytes.starts(with: Self.magic) else {
            throw Self.magic.starts(with: bytes) ? .truncated : .foreign
        }
        _ = try reader.fixed(Self.magic.count)
        let format = Int(try reader.uint16())
        guard format <= Self.currentFormat else { throw .newer(format: format) }
        guard format >= 1, let vault = RecordID(bytes: try reader.fixed(RecordID.byteCount)) else {
            throw .damaged("header")
        }
        self.vault = vault
        guard let cipher = CipherSuite(rawValue: try reader.uint8()) else { throw .damaged("cipher") }
        self.cipher = cipher
        generation = try reader.uint32()
        cell = try reader.side()
        cost = try reader.cost()
        guard let rule = LockoutRule(rawValue: try reader.uint8()) else { throw .damaged("lock-out rule") }
        lockoutRule = rule
        let count = Int(try reader.uint8())
        guard count <= Self.slotLimit else { throw .damaged("slots") }
        slots = []
        for _ in 0..<count { slots.append(try Slot(from: &reader)) }
        guard Set(slots.map(\.id)).count == count else { throw .damaged("slots") }
        guard format == self.format else { throw .damaged("header") }
        let checksum = try reader.fixed(Self.checksumCount)
        guard reader.isAtEnd, checksum == Self.checksum(bytes.dropLast(Self.checksumCount)) else {
            throw .damaged("header")
        }
    }

    /// SHA-256 of the bytes; the sealed root holds it, so that the header cannot be exchanged.
    public var digest: [UInt8] { Array(SHA256.hash(data: encoded())) }

    /// The code that stands beside the header: HMAC-SHA256 of the bytes under a key from the data key.
    public func code(under key: DataKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: encoded(), using: Self.codeKey(key)))
    }

    /// Whether this header is the one that `code` was made for; the comparison takes the same time wherever they differ.
    public func isAuthentic(code: [UInt8], under key: DataKey) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: encoded(), using: Self.codeKey(key))
    }

    private static func codeKey(_ key: DataKey) -> SymmetricKey {
        var extract = KeyExtract(salt: [])
        extract.add(key.secret)
        return extract.key(info: Array("cerca.vault/header".utf8))
    }
}
