import Basics
import Crypto
import CryptoExtras
import Foundation
import Vault

/// The envelope of Bitwarden's password-protected export: a password's key, a text that checks it, and the sealed JSON.
///
/// The salt is used as the UTF-8 bytes of its base64 text. AES-256-CBC and HMAC-SHA256 have keys of their own, expanded
/// (HKDF, RFC 5869 section 2.3) from the password's under the words `enc` and `mac`.
struct BitwardenProtection {
    private let salt: String
    private let cost: BitwardenKeyCost
    private let validation: BitwardenSealedText
    private let data: BitwardenSealedText

    /// The envelope that `file` is; nil when it is not one.
    init?(_ file: JSONObject) throws(ImportFault) {
        guard file["encrypted"]?.truth == true, file["passwordProtected"]?.truth == true else { return nil }
        guard let salt = file["salt"]?.text, (1...1024).contains(salt.utf8.count) else {
            throw .foreign(.plain(.missingSalt))
        }
        self.salt = salt
        cost = try Self.cost(file)
        validation = try BitwardenSealedText(file["encKeyValidation_DO_NOT_EDIT"]?.text, as: .keyCheck)
        data = try BitwardenSealedText(file["data"]?.text, as: .sealedData)
    }

    /// What `password` opens.
    func open(_ password: Password) throws(ImportFault) -> [UInt8] {
        let keys: BitwardenKeys
        do throws(ExportFault) {
            keys = try BitwardenKeys(password, salt: salt, cost: cost)
        } catch {
            throw .noMemory(cost.imported)
        }
        guard validation.isAuthentic(under: keys) else { throw .wrongPassword }
        guard data.isAuthentic(under: keys), let opened = data.opened(by: keys) else { throw .altered }
        return opened
    }

    /// The protected export that holds `json`.
    ///
    /// Throws ``ExportFault/invalidCost`` for a cost that Bitwarden would not accept.
    static func seal(
        _ json: [UInt8], password: Password, cost: BitwardenKeyCost, using random: inout some RandomNumberGenerator
    ) throws(ExportFault) -> [UInt8] {
        guard cost.isWritten else { throw .invalidCost }
        let salt = Data((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }).base64EncodedString()
        let keys = try BitwardenKeys(password, salt: salt, cost: cost)
        let check = Array(UUIDText.random(using: &random).utf8)
        let parameters = parameters(of: cost)
        let file: JSONObject = [
            "encrypted": .bool(true),
            "passwordProtected": .bool(true),
            "salt": .string(salt),
            "kdfType": parameters.type,
            "kdfIterations": parameters.iterations,
            "kdfMemory": parameters.memory,
            "kdfParallelism": parameters.lanes,
            "encKeyValidation_DO_NOT_EDIT": .string(try BitwardenSealedText(check, keys: keys, using: &random).text),
            "data": .string(try BitwardenSealedText(json, keys: keys, using: &random).text),
        ]
        return JSONWriter.bytes(.object(file), isIndented: true)
    }

    private static func cost(_ file: JSONObject) throws(ImportFault) -> BitwardenKeyCost {
        func number(_ name: String) -> Int { file[name]?.integer.flatMap { Int(exactly: $0) } ?? 0 }
        let cost: BitwardenKeyCost
        switch file["kdfType"]?.integer {
        case 0: cost = .pbkdf2(rounds: number("kdfIterations"))
        case 1:
            cost = .argon2id(
                passes: number("kdfIterations"), memoryMiB: number("kdfMemory"), lanes: number("kdfParallelism"))
        default: throw .foreign(.plain(.unknownDerivation))
        }
        guard cost.isRead else { throw .tooCostly(cost.imported) }
        return cost
    }

    private static func parameters(
        of cost: BitwardenKeyCost
    ) -> (type: JSONValue, iterations: JSONValue, memory: JSONValue, lanes: JSONValue) {
        switch cost {
        case .pbkdf2(let rounds):
            (.number("0"), .number(String(rounds)), .null, .null)
        case .argon2id(let passes, let memory, let lanes):
            (.number("1"), .number(String(passes)), .number(String(memory)), .number(String(lanes)))
        }
    }
}
