import Basics
import Crypto
import Foundation

/// Signed content in the JSON forms of RFC 7515 section 7.2: with one signature, or with several.
struct JSONWebSignature: Decodable {
    private let payload: String
    private let signatures: [Signature]?
    private let protected: String?
    private let signature: String?

    /// The most signatures that are looked at.
    private static let mostSignatures = 64

    private struct Signature: Decodable {
        let protected: String
        let signature: String
    }

    private struct Header: Decodable {
        let alg: String
        let crit: [String]?
    }

    /// What was signed, not yet verified.
    var content: [UInt8]? { Base64.bytes(payload, .url) }

    /// Whether one of the signatures is by this key.
    func isSigned(by key: P521.Signing.PublicKey) -> Bool {
        all.contains { one in
            guard let header = Base64.bytes(one.protected, .url),
                let said = try? JSONDecoder().decode(Header.self, from: Data(header)),
                // An extension that must be understood is not understood here (RFC 7515 section 4.1.11).
                said.alg == JSONWebKey.signatureAlgorithm, said.crit == nil,
                let bytes = Base64.bytes(one.signature, .url),
                let signature = try? P521.Signing.ECDSASignature(rawRepresentation: Data(bytes))
            else { return false }
            return key.isValidSignature(signature, for: Data("\(one.protected).\(payload)".utf8))
        }
    }

    private var all: [Signature] {
        if let signatures { return Array(signatures.prefix(Self.mostSignatures)) }
        guard let protected, let signature else { return [] }
        return [Signature(protected: protected, signature: signature)]
    }
}
