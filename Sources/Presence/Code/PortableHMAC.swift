/// HMAC-SHA256 in plain Swift, for machines that swift-crypto does not reach.
///
/// Source: RFC 2104, section 2, with the SHA-256 beside this file.
package enum PortableHMAC {
    /// The 32 bytes of the authentication code of `message`.
    package static func authenticationCode(for message: [UInt8], key: [UInt8]) -> [UInt8] {
        var block = key.count > 64 ? PortableSHA256.hash(key) : key
        for _ in block.count..<64 { block.append(0) }
        var inner = PortableSHA256()
        inner.update(block.lazy.map { $0 ^ 0x36 })
        inner.update(message)
        var outer = PortableSHA256()
        outer.update(block.lazy.map { $0 ^ 0x5c })
        outer.update(inner.finalized())
        return outer.finalized()
    }
}
