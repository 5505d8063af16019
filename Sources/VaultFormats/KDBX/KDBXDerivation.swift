import CArgon2
import CLibCrypto
import CSodium
import Crypto
import Foundation

/// How a database's key is derived from its password and key file.
struct KDBXDerivation: Equatable {
    /// A function and its costs.
    enum Function: Equatable {
        case aes(rounds: UInt64)
        case argon2(isHybrid: Bool, passes: UInt64, kibibytes: UInt64, lanes: UInt64, version: UInt32)
    }

    let function: Function
    let salt: [UInt8]

    /// The most rounds of AES-KDF: some seconds.
    private static let roundLimit: UInt64 = 100_000_000
    /// The most memory of Argon2, and the most that all passes together go over: a minute.
    private static let memoryLimit: UInt64 = 1 << 20
    private static let workLimit: UInt64 = 64 << 20
    private static let laneLimit: UInt64 = 64

    private static let aesOf3: [UInt8] = [
        0xC9, 0xD9, 0xF3, 0x9A, 0x62, 0x8A, 0x44, 0x60, 0xBF, 0x74, 0x0D, 0x08, 0xC1, 0x8A, 0x4F, 0xEA,
    ]
    private static let aesOf4: [UInt8] = [
        0x7C, 0x02, 0xBB, 0x82, 0x79, 0xA7, 0x4A, 0xC0, 0x92, 0x7D, 0x11, 0x4A, 0x00, 0x64, 0x82, 0x38,
    ]
    private static let argon2d: [UInt8] = [
        0xEF, 0x63, 0x6D, 0xDF, 0x8C, 0x29, 0x44, 0x4B, 0x91, 0xF7, 0xA9, 0xA4, 0x03, 0xE3, 0x0A, 0x0C,
    ]
    private static let argon2id: [UInt8] = [
        0x9E, 0x29, 0x8B, 0x19, 0x56, 0xDB, 0x47, 0x73, 0xB2, 0x3D, 0xFC, 0x3E, 0xC6, 0xF0, 0xA1, 0xE6,
    ]

    init(_ function: Function, salt: [UInt8]) {
        self.function = function
        self.salt = salt
    }

    /// AES-KDF, as a database of version 3 has it.
    init(rounds: UInt64, seed: [UInt8]) throws(ImportFault) {
        guard seed.count == 32 else { throw .malformed(.plain(.seedLength)) }
        self.init(.aes(rounds: rounds), salt: seed)
        try checkCost()
    }

    /// The function that the header of a database of version 4 says.
    init(_ variants: KDBXVariants) throws(ImportFault) {
        guard let identifier = variants.bytes("$UUID") else {
            throw .malformed(.plain(.noDerivation))
        }
        switch identifier {
        case Self.aesOf3, Self.aesOf4:
            guard let rounds = variants.number("R"), let seed = variants.bytes("S") else {
                throw .malformed(.plain(.missingParameter))
            }
            try self.init(rounds: rounds, seed: seed)
        case Self.argon2d, Self.argon2id:
            guard let passes = variants.number("I"), let memory = variants.number("M"),
                let lanes = variants.number("P"), let version = variants.number("V"), let salt = variants.bytes("S")
            else { throw .malformed(.plain(.missingParameter)) }
            guard [0x10, 0x13].contains(version), (variants.bytes("K") ?? []).isEmpty,
                (variants.bytes("A") ?? []).isEmpty
            else { throw .foreign(.plain(.unsupportedArgon2)) }
            guard (8...1024).contains(salt.count) else { throw .malformed(.plain(.saltLength)) }
            self.init(
                .argon2(
                    isHybrid: identifier == Self.argon2id, passes: passes, kibibytes: memory / 1024, lanes: lanes,
                    version: UInt32(version)),
                salt: salt)
            try checkCost()
        default: throw .foreign(.plain(.unknownDerivation))
        }
    }

    private func checkCost() throws(ImportFault) {
        switch function {
        case .aes(let rounds):
            guard rounds <= Self.roundLimit else { throw .tooCostly(cost) }
        case .argon2(_, let passes, let kibibytes, let lanes, _):
            guard passes > 0, lanes > 0, kibibytes / 8 >= lanes else {
                throw .malformed(.plain(.argon2Range))
            }
            guard kibibytes <= Self.memoryLimit, lanes <= Self.laneLimit, passes <= Self.workLimit / kibibytes else {
                throw .tooCostly(cost)
            }
        }
    }

    /// The parameters as the header of version 4 has them.
    var variants: [UInt8] {
        switch function {
        case .aes(let rounds):
            KDBXVariants([("$UUID", .bytes(Self.aesOf4)), ("R", .number(rounds)), ("S", .bytes(salt))])
                .written(short: [])
        case .argon2(let isHybrid, let passes, let kibibytes, let lanes, let version):
            KDBXVariants([
                ("$UUID", .bytes(isHybrid ? Self.argon2id : Self.argon2d)), ("I", .number(passes)),
                ("M", .number(kibibytes * 1024)), ("P", .number(lanes)), ("S", .bytes(salt)),
                ("V", .number(UInt64(version))),
            ]).written(short: ["P", "V"])
        }
    }

    /// The derived key, which takes as long as the costs say; nil when there is not enough memory.
    func key(_ composite: SymmetricKey) -> SymmetricKey? {
        switch function {
        case .aes(let rounds): return aes(composite, rounds: rounds)
        case .argon2(let isHybrid, let passes, let kibibytes, let lanes, let version):
            var key = [UInt8](repeating: 0, count: 32)
            // The array would leave the key in freed memory.
            defer { sodium_memzero(&key, key.count) }
            let code = composite.withUnsafeBytes { composite in
                argon2_hash(
                    UInt32(passes), UInt32(kibibytes), UInt32(lanes), composite.baseAddress, composite.count, salt,
                    salt.count, &key, key.count, nil, 0, isHybrid ? Argon2_id : Argon2_d, version)
            }
            return code == ARGON2_OK.rawValue ? SymmetricKey(data: key) : nil
        }
    }

    /// Both halves encrypted over and over with AES-256, then hashed.
    private func aes(_ composite: SymmetricKey, rounds: UInt64) -> SymmetricKey? {
        guard let context = EVP_CIPHER_CTX_new() else { return nil }
        // Freeing overwrites the key schedule.
        defer { EVP_CIPHER_CTX_free(context) }
        guard EVP_EncryptInit_ex(context, EVP_aes_256_ecb(), nil, salt, nil) == 1,
            EVP_CIPHER_CTX_set_padding(context, 0) == 1
        else { return nil }
        var block = composite.withUnsafeBytes { Array($0) }
        defer { sodium_memzero(&block, block.count) }
        let isDone = block.withUnsafeMutableBufferPointer { block -> Bool in
            guard let start = block.baseAddress, block.count == 32 else { return false }
            var count: Int32 = 0
            for _ in 0..<rounds {
                guard EVP_EncryptUpdate(context, start, &count, start, 32) == 1, count == 32 else { return false }
            }
            return true
        }
        return isDone ? SymmetricKey(data: SHA256.hash(data: block)) : nil
    }
}

extension KDBXDerivation {
    /// The cost as a fault names it.
    var cost: ImportKeyCost {
        switch function {
        case .aes(let rounds): .rounds(function: "AES-KDF", Int(clamping: rounds))
        case .argon2(let isHybrid, let passes, let kibibytes, let lanes, _):
            .argon2(
                isHybrid ? "Argon2id" : "Argon2d", passes: Int(clamping: passes),
                memoryMiB: Int(clamping: kibibytes / 1024), lanes: Int(clamping: lanes))
        }
    }
}
