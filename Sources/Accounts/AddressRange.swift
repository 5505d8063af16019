#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A range of IP addresses, `192.0.2.0/24` or `2001:db8::/32` (RFC 4632, RFC 4291); one address is a range as well.
public struct AddressRange: Hashable, Sendable {
    /// The bytes of the first address, 4 or 16.
    private let first: [UInt8]
    /// How many bits all its addresses begin with.
    private let prefix: Int

    /// The range that `text` is; nil when it is not one, or when bits beyond the prefix are set.
    public init?(_ text: String) {
        guard text.utf8.count <= 50 else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let bytes = Self.bytes(of: String(parts[0])) else { return nil }
        let longest = bytes.count * 8
        var prefix = longest
        if parts.count == 2 {
            let digits = parts[1]
            guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                digits == "0" || digits.first != "0", let number = Int(digits), number <= longest
            else { return nil }
            prefix = number
        }
        self.first = bytes
        self.prefix = prefix
        // `192.0.2.1/24` is more likely a slip than a way to write `192.0.2.0/24`.
        for index in 0..<longest where index >= prefix && Self.bit(index, of: bytes) { return nil }
    }

    /// Whether an address of 4 or 16 bytes lies in the range; an IPv4 address within IPv6 counts as IPv4.
    public func contains(_ address: [UInt8]) -> Bool {
        let address = Self.unmapped(address)
        guard address.count == first.count else { return false }
        return (0..<prefix).allSatisfy { Self.bit($0, of: address) == Self.bit($0, of: first) }
    }

    /// The bytes of an address in its text form, 4 or 16, or nil when it is not one.
    public static func bytes(of text: String) -> [UInt8]? {
        // `inet_pton` knows neither names nor the old forms with fewer than four numbers.
        var four = [UInt8](repeating: 0, count: 4)
        if inet_pton(AF_INET, text, &four) == 1 { return four }
        var sixteen = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET6, text, &sixteen) == 1 { return unmapped(sixteen) }
        return nil
    }

    private static func unmapped(_ address: [UInt8]) -> [UInt8] {
        let isMapped =
            address.count == 16 && address[..<10].allSatisfy { $0 == 0 } && address[10] == 0xFF && address[11] == 0xFF
        return isMapped ? Array(address[12...]) : address
    }

    private static func bit(_ index: Int, of bytes: [UInt8]) -> Bool {
        bytes[index / 8] & (0x80 >> UInt8(index % 8)) != 0
    }
}

extension AddressRange: CustomStringConvertible {
    /// The text form, which reads as the same range.
    public var description: String {
        var text = [CChar](repeating: 0, count: 64)
        let family = first.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, first, &text, socklen_t(text.count)) != nil else { return "" }
        let address = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return prefix == first.count * 8 ? address : "\(address)/\(prefix)"
    }
}
