import Crypto
import Foundation
import Vault

/// Which key a record is sealed under.
enum SyncKeyClass: Sendable {
    /// Every device of the person has it.
    case data
    /// A travelling device has not.
    case travel
}

/// The keys of synchronizing, which follow from the vault's, and what is done with them.
///
/// It is always AES-256-GCM, whatever the vault's own cipher is. A record is bound to vault, identifier and version, so
/// that the server can neither exchange two nor give an old one as new.
struct SyncKeys: Sendable {
    let vault: RecordID
    private let names: SymmetricKey
    private let marks: SymmetricKey
    private let data: SymmetricKey
    private let travel: SymmetricKey?

    /// The keys of a vault; without the travel key, records of removable categories stay closed.
    init(vault: RecordID, data: DataKey, travel: TravelKey?) {
        self.vault = vault
        func key(_ secret: SymmetricKey, _ use: String) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: secret, salt: vault.bytes, info: Array("cerca.vault/sync/\(use)".utf8),
                outputByteCount: 32)
        }
        names = key(data.secret, "names")
        marks = key(data.secret, "marks")
        self.data = key(data.secret, "records")
        self.travel = travel.map { key($0.secret, "records") }
    }

    /// Whether records of this class can be sealed and opened.
    func has(_ keyClass: SyncKeyClass) -> Bool { keyClass == .data || travel != nil }

    /// The identifier under which the server knows something: it cannot tell what, nor of which kind.
    func name(of kind: SyncKind, _ id: RecordID) -> RecordID {
        let code = HMAC<SHA256>.authenticationCode(for: [kind.rawValue] + id.bytes, using: names)
        return RecordID(bytes: Array(code.prefix(RecordID.byteCount))) ?? .zero
    }

    /// What a record adds to the mark of all of them; only who has the data key can make one that fits.
    func mark(of record: SealedRecord) -> SyncMark {
        var code = HMAC<SHA256>(key: marks)
        code.update(data: record.id.bytes)
        code.update(data: Self.bytes(record.version))
        code.update(data: Array(SHA256.hash(data: record.sealed)))
        return SyncMark(code.finalize())
    }

    /// Seals a record that will have this version.
    func seal(
        _ payload: SyncPayload, version: UInt64, under keyClass: SyncKeyClass
    ) throws(SyncFault) -> SealedRecord {
        let id = name(of: payload.kind, payload.id)
        guard let key = keyClass == .data ? data : travel else { throw .vault(.travelling) }
        do {
            let box = try AES.GCM.seal(payload.encoded(), using: key, authenticating: bound(id, version))
            guard let sealed = box.combined else { throw VaultFault.derivationFailed }
            return SealedRecord(id: id, version: version, sealed: Array(sealed))
        } catch {
            throw .vault(.derivationFailed)
        }
    }

    /// What a record says and under which key, or nil when none at hand opens it.
    func open(_ record: SealedRecord) -> (payload: SyncPayload, keyClass: SyncKeyClass)? {
        guard let box = try? AES.GCM.SealedBox(combined: record.sealed) else { return nil }
        let bound = bound(record.id, record.version)
        for (key, keyClass) in [(data, SyncKeyClass.data), (travel, .travel)] {
            guard let key, let plain = try? AES.GCM.open(box, using: key, authenticating: bound) else { continue }
            guard let payload = SyncPayload(bytes: Array(plain)), name(of: payload.kind, payload.id) == record.id
            else { return nil }
            return (payload, keyClass)
        }
        return nil
    }

    private func bound(_ id: RecordID, _ version: UInt64) -> [UInt8] {
        Array("cerca.vault/record".utf8) + vault.bytes + id.bytes + Self.bytes(version)
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
