import Crypto
import Vault

/// What a joining device needs beside the recovery code: the vault's parameters and its recovery slots, with their code.
///
/// Nothing in it is secret, and nothing in it is believed before the code is checked under the key that a slot gave.
struct JoinHeader {
    private static let codeCount = 32

    let bytes: [UInt8]

    init(_ header: VaultHeader, key: DataKey) {
        var common = header
        common.slots = header.slots.filter(\.opensAnywhere)
        // Each device has a cipher and changes of its own.
        common.cipher = .aes256GCM
        common.generation = 1
        bytes = common.code(under: key) + common.encoded()
    }

    var mark: SyncMark { SyncMark(SHA256.hash(data: bytes)) }

    /// The header and its code that bytes say, not believed yet.
    static func read(_ bytes: [UInt8]) throws(VaultFault) -> (header: VaultHeader, code: [UInt8]) {
        guard bytes.count > codeCount else { throw .truncated }
        return (try VaultHeader(bytes: Array(bytes[codeCount...])), Array(bytes[..<codeCount]))
    }
}
