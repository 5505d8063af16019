import Crypto

/// The keys of a database: what is written is sealed under the newest, what is read may be sealed under an older one.
///
/// Sealed bytes are a version (1), the key's name (4), a nonce (12), the ciphertext and a tag (16), by AES-256-GCM. What a
/// secret is for and whose it is are authenticated with it, so that bytes copied from one row or column into another do
/// not open there.
package struct SealingKeys: Sendable {
    /// Bytes by which a key is named.
    package static let idByteCount = 4
    /// Bytes that sealing adds.
    package static let overhead = 1 + idByteCount + 12 + 16
    private static let version: UInt8 = 1

    /// The key that seals.
    package let newest: SealingKey
    private let byID: [[UInt8]: SealingKey]

    /// `newest` seals; it and `former` open.
    package init(_ newest: SealingKey, former: [SealingKey] = []) {
        self.newest = newest
        byID = Dictionary((former + [newest]).map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
    }

    /// The same keys, of which the one called `id` seals; nil when it is none of them.
    package func preferring(_ id: [UInt8]) -> SealingKeys? {
        byID[id].map { SealingKeys($0, former: Array(byID.values)) }
    }

    /// These keys and others that open as well.
    package func including(_ others: SealingKeys) -> SealingKeys {
        SealingKeys(newest, former: Array(others.byID.values) + Array(byID.values))
    }

    /// The name of the key that sealed these bytes; nil when they were never sealed.
    package static func keyID(of sealed: [UInt8]) -> [UInt8]? {
        guard sealed.count >= overhead, sealed[0] == version else { return nil }
        return Array(sealed[1..<(1 + idByteCount)])
    }

    /// Seals a secret under the newest key; the nonce comes from the system's generator.
    ///
    /// - Parameters:
    ///   - purpose: Table and column, as `second_factors.secret`.
    ///   - row: What names the row for as long as it exists.
    package func seal(_ secret: [UInt8], for purpose: String, row: [UInt8]) throws(SealingFault) -> [UInt8] {
        let header = [Self.version] + newest.id
        let box = try? AES.GCM.seal(
            secret, using: newest.symmetric, authenticating: Self.place(header, purpose, row))
        guard let combined = box?.combined else { throw .notSealed }
        return header + combined
    }

    /// Opens what was sealed for this purpose and row.
    package func open(_ sealed: [UInt8], for purpose: String, row: [UInt8]) throws(SealingFault) -> [UInt8] {
        guard sealed.count >= Self.overhead, sealed[0] == Self.version else { throw .notSealed }
        let header = Array(sealed.prefix(1 + Self.idByteCount))
        guard let key = byID[Array(header.dropFirst())] else { throw .unknownKey }
        guard let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst(header.count)),
            let secret = try? AES.GCM.open(box, using: key.symmetric, authenticating: Self.place(header, purpose, row))
        else { throw .altered }
        return Array(secret)
    }

    /// Whether sealed bytes are under an older key than the newest, and to be sealed anew.
    package func isOutdated(_ sealed: [UInt8]) -> Bool {
        sealed.count < Self.overhead || Array(sealed[1..<(1 + Self.idByteCount)]) != newest.id
    }

    private static func place(_ header: [UInt8], _ purpose: String, _ row: [UInt8]) -> [UInt8] {
        header + Array(purpose.utf8) + [0] + row
    }
}

/// Why sealed bytes do not open; nothing in it comes from them.
package enum SealingFault: Error, Equatable, Sendable {
    /// These bytes were never sealed, or sealing failed.
    case notSealed
    /// They are sealed under a key that is not here.
    case unknownKey
    /// They were altered, or sealed for another purpose or row.
    case altered
}
