import Crypto
import CryptoExtras
import Foundation

/// Bitwarden's form of encrypted text, type 2: `2.iv|ciphertext|mac` in base64, AES-256-CBC with HMAC-SHA256 over
/// initialisation vector and ciphertext.
struct BitwardenSealedText {
    private let vector: [UInt8]
    private let sealed: Data
    private let code: Data

    /// The parts of `text`; `part` is what a fault calls it.
    init(_ text: String?, as part: ImportReason.Part) throws(ImportFault) {
        guard let text else { throw .foreign(.missing(part)) }
        guard text.utf8.starts(with: "2.".utf8) else { throw .foreign(.unknownSealing(part)) }
        let parts = text.utf8.dropFirst(2).split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
        guard parts.count == 3, let vector = Data(base64Encoded: Data(parts[0])), vector.count == 16,
            let sealed = Data(base64Encoded: Data(parts[1])), !sealed.isEmpty, sealed.count % 16 == 0,
            let code = Data(base64Encoded: Data(parts[2])), code.count == 32
        else { throw .malformed(.malformedSealing(part)) }
        self.vector = Array(vector)
        self.sealed = sealed
        self.code = code
    }

    /// Encrypts and authenticates `plain` under a random vector.
    init(
        _ plain: [UInt8], keys: BitwardenKeys, using random: inout some RandomNumberGenerator
    ) throws(ExportFault) {
        vector = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        do {
            sealed = try AES._CBC.encrypt(plain, using: keys.encryption, iv: AES._CBC.IV(ivBytes: vector))
        } catch {
            throw .derivationFailed
        }
        code = Data(HMAC<SHA256>.authenticationCode(for: Data(vector) + sealed, using: keys.authentication))
    }

    /// The text that stands in the file.
    var text: String {
        let parts = [Data(vector), sealed, code].map { $0.base64EncodedString() }
        return "2." + parts.joined(separator: "|")
    }

    /// Whether it was made under these keys and is unchanged; the comparison takes the same time wherever it differs.
    func isAuthentic(under keys: BitwardenKeys) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            code, authenticating: Data(vector) + sealed, using: keys.authentication)
    }

    /// What was encrypted; nil when its padding is none.
    func opened(by keys: BitwardenKeys) -> [UInt8]? {
        guard let vector = try? AES._CBC.IV(ivBytes: vector) else { return nil }
        return (try? AES._CBC.decrypt(sealed, using: keys.encryption, iv: vector)).map { Array($0) }
    }
}
