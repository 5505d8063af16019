import Basics
import Crypto
import Foundation
import Vault

/// A public key on P-521 as JOSE writes it (RFC 7517; RFC 7518 section 6.2).
struct JSONWebKey: Codable, Equatable {
    var kty: String
    var crv: String?
    var x: String?
    var y: String?
    var alg: String?
    var use: String?
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var key_ops: [String]?

    /// What Tang calls the exchange of McCallum and Relyea.
    static let exchangeAlgorithm = "ECMR"
    /// ECDSA on P-521 with SHA-512 (RFC 7518 section 3.4).
    static let signatureAlgorithm = "ES512"

    /// The point to send to a Tang server.
    init(exchanging point: ECPoint521) {
        kty = "EC"
        crv = "P-521"
        x = Base64.text(point.x, .url)
        y = Base64.text(point.y, .url)
        alg = Self.exchangeAlgorithm
        key_ops = ["deriveKey"]
    }

    /// The point, when the key is one on P-521 and its point is on the curve.
    var point: ECPoint521? {
        guard kty == "EC", crv == "P-521", let x = x.flatMap({ Base64.bytes($0, .url) }),
            let y = y.flatMap({ Base64.bytes($0, .url) })
        else {
            return nil
        }
        return try? ECPoint521(x: x, y: y)
    }

    /// Whether the key may be used so; a key that does not say may be used for anything (RFC 7517 section 4.3).
    func allows(_ operation: String, algorithm: String) -> Bool {
        (alg == nil || alg == algorithm) && (key_ops?.contains(operation) ?? true)
            && (use == nil || use == (operation == "deriveKey" ? "enc" : "sig"))
    }

    /// The key to verify signatures with, when that is what this one is for.
    var verifyingKey: P521.Signing.PublicKey? {
        guard allows("verify", algorithm: Self.signatureAlgorithm), let point else { return nil }
        return try? P521.Signing.PublicKey(rawRepresentation: point.x + point.y)
    }

    /// SHA-256 of the members that make the key, in base64url (RFC 7638); nil when it is no key on P-521.
    var thumbprint: String? {
        // What these members hold is base64url by now, so that nothing in them needs an escape.
        guard point != nil, let crv, let x, let y else { return nil }
        let canonical = #"{"crv":"\#(crv)","kty":"\#(kty)","x":"\#(x)","y":"\#(y)"}"#
        return Base64.text(Array(SHA256.hash(data: Data(canonical.utf8))), .url)
    }
}

/// Several keys (RFC 7517 section 5).
struct JSONWebKeySet: Decodable {
    let keys: [JSONWebKey]

    /// The most keys that are looked at: a server that renews its keys keeps some old ones.
    static let mostKeys = 64
}
