/// What a proxy sends before the first byte of a connection: the PROXY protocol, version 2 (HAProxy, proxy-protocol.txt).
///
/// Version 1, a line of text, is not read.
public struct ProxyHeader: Hashable, Sendable {
    /// Where the connection comes from; nil when it is the proxy's own, or comes from no IP address.
    public let source: IPAddress?
    /// How many bytes it takes.
    public let byteCount: Int

    /// How reading went.
    public enum Reading: Hashable, Sendable {
        /// All of it has come.
        case whole(ProxyHeader)
        /// More bytes are needed.
        case incomplete
        /// It is none.
        case malformed
    }

    /// The bytes that it begins with, which no request and no TLS begins with.
    public static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
    /// The most bytes that may follow the first 16; proxies send some hundred.
    public static let mostBytesThatFollow = 4096

    /// Reads the header at the beginning of `bytes`; what follows it is not looked at.
    public static func read(_ bytes: some Collection<UInt8>) -> Reading {
        let head = Array(bytes.prefix(16))
        guard signature.starts(with: head.prefix(12)) else { return .malformed }
        if head.count < 16 { return .incomplete }
        let (version, command) = (head[12] >> 4, head[12] & 15)
        let (family, transport) = (head[13] >> 4, head[13] & 15)
        let length = Int(head[14]) << 8 | Int(head[15])
        guard version == 2, command <= 1, family <= 3, transport <= 2, length <= mostBytesThatFollow else {
            return .malformed
        }
        // Two addresses of the family, and for IP two ports; for UNIX paths of 108 bytes each.
        let needed = [0, 12, 36, 216][Int(family)]
        guard length >= needed || command == 0 else { return .malformed }
        guard bytes.count >= 16 + length else { return .incomplete }
        let addressBytes = family == 1 ? 4 : family == 2 ? 16 : 0
        // The proxy's own connections, such as its checks, come from the proxy whatever the addresses say.
        let source = command == 1 ? IPAddress(bytes: bytes.dropFirst(16).prefix(addressBytes)) : nil
        return .whole(ProxyHeader(source: source, byteCount: 16 + length))
    }
}
