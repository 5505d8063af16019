import Basics
import Crypto
import Foundation

/// The tables of a tracing store; the published system has the same five beside its settings.
enum SealedTable: String, CaseIterable {
    /// State, keys, positions and notices, in one row.
    case settings
    /// The servers whose batches are trusted.
    case applications
    /// What was heard in epochs that are not over yet, some readings a row.
    case handshakes
    /// Encounters, known by day once a batch was compared.
    case contacts
    /// What came of each batch of published keys.
    case knownCases = "known_cases"
    /// Days of a possible infection.
    case exposureDays = "exposure_days"
}

/// Seals the rows of one store, each to its place: AES-256-GCM with a random nonce.
///
/// Table, row and store are authenticated with the content, so that a row cannot be taken for another one. Days stand
/// in the clear only as labels that cannot be made or read without the key.
struct Seal: Sendable {
    private let store: [UInt8]
    private let content: SymmetricKey
    private let labels: SymmetricKey

    /// The seal of the store `store` with the device's key for it.
    init(key: [UInt8], store: [UInt8]) {
        self.store = store
        let key = SymmetricKey(data: key)
        content = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, salt: store, info: Data("cerca tracing content".utf8), outputByteCount: 32)
        labels = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, salt: store, info: Data("cerca tracing labels".utf8), outputByteCount: 32)
    }

    /// What stands in the file for a day in a table.
    func label(_ day: UTCDay, in table: SealedTable) -> Data {
        let message = Data("\(table.rawValue) \(day.number)".utf8)
        return Data(HMAC<SHA256>.authenticationCode(for: message, using: labels).prefix(16))
    }

    /// Closes a row's content.
    func close(_ plain: Data, table: SealedTable, row: Int64, label: Data) throws(TracingStoreError) -> Data {
        guard
            let box = try? AES.GCM.seal(
                plain, using: content, authenticating: place(table, row, label)), let sealed = box.combined
        else { throw .damaged(reason: "a row cannot be sealed") }
        return sealed
    }

    /// Opens a row's content; what was sealed for another row, table or store does not open.
    func open(_ sealed: Data, table: SealedTable, row: Int64, label: Data) throws(TracingStoreError) -> Data {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let plain = try? AES.GCM.open(box, using: content, authenticating: place(table, row, label))
        else { throw .damaged(reason: "a row of \(table.rawValue) does not open") }
        return plain
    }

    private func place(_ table: SealedTable, _ row: Int64, _ label: Data) -> Data {
        var place = Data(store)
        place.append(Data(table.rawValue.utf8))
        place.append(0)
        withUnsafeBytes(of: row.bigEndian) { place.append(contentsOf: $0) }
        place.append(label)
        return place
    }
}

/// Why a tracing store cannot be used.
public enum TracingStoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no file of this name.
    case absent
    /// The file is something else.
    case notAStore
    /// It is damaged or was changed from outside; it was left as it is.
    case damaged(reason: String)
    /// The key that opens it is not on this device.
    case keyMissing
    /// The device's key is that of another store.
    case wrongKey
    /// It was written by a newer version.
    case newer(version: Int)
    /// Another process changed it meanwhile; what was to be written was not, and has to be worked out anew.
    case changedMeanwhile
    /// The key store does not work.
    case keyStore(DeviceKeyStoreError)
    /// The system cannot read or write it.
    case inaccessible(reason: String)

    /// The reason in words.
    public var description: String {
        switch self {
        case .absent: "there is no such file"
        case .notAStore: "the file is not a tracing store"
        case .damaged(let reason): "the file is damaged (\(reason)); it was left as it is"
        case .keyMissing: "its key is not on this device"
        case .wrongKey: "the key on this device does not open it"
        case .newer(let version): "a newer version wrote it (format \(version))"
        case .changedMeanwhile: "another process changes it at the same time"
        case .keyStore(let error): error.description
        case .inaccessible(let reason): reason
        }
    }
}
