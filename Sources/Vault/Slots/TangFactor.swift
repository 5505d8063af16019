import Basics

/// The parameters of a Tang server: where it is, its key, and the client's point.
///
/// The server keeps nothing of the vault and learns nothing from being asked. Source: N. McCallum, R. Relyea,
/// "Network-Bound Encryption in the data center".
public struct TangFactor: Equatable, Sendable {
    /// The most bytes that the address may have.
    public static let urlLimit = 500
    /// The most bytes that the thumbprint may have: SHA-512 in base64url has 86.
    public static let thumbprintLimit = 100

    /// The server's address.
    public let url: String
    /// The thumbprint of its key (RFC 7638), which is in the path that recovers.
    public let thumbprint: String
    /// C, the client's public point.
    public let clientPoint: ECPoint521
    /// S, the server's public key.
    public let serverKey: ECPoint521

    /// The parameters of a server.
    ///
    /// Throws ``VaultFault/tooLarge(_:)`` for an address that is empty or too long, and ``VaultFault/damaged(_:)`` for a
    /// thumbprint that is not in base64url.
    public init(url: String, thumbprint: String, clientPoint: ECPoint521, serverKey: ECPoint521) throws(VaultFault) {
        guard (1...Self.urlLimit).contains(url.utf8.count) else { throw .tooLarge("server address") }
        // It goes into a path as it is.
        guard (1...Self.thumbprintLimit).contains(thumbprint.utf8.count),
            thumbprint.utf8.allSatisfy({ Base64.isDigit($0, .url) })
        else { throw .damaged("thumbprint") }
        self.url = url
        self.thumbprint = thumbprint
        self.clientPoint = clientPoint
        self.serverKey = serverKey
    }
}
