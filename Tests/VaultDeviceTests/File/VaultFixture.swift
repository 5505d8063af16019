import Basics
import Foundation
import GRDB
import Phone
import Synchronization
import Testing
import Vault

@testable import VaultDevice

/// Keys in memory: another one of these is another device.
final class MemoryKeys: DeviceKeyStore {
    private let keys = Mutex<[String: [UInt8]]>([:])

    func key(named name: String) throws(DeviceKeyStoreError) -> [UInt8]? {
        keys.withLock { $0[name] }
    }

    func keep(_ key: [UInt8], as name: String) throws(DeviceKeyStoreError) {
        let isFree = keys.withLock { keys in
            guard keys[name] == nil else { return false }
            keys[name] = key
            return true
        }
        guard isFree else { throw .inaccessible(path: name, reason: "there is one") }
    }

    func remove(named name: String) throws(DeviceKeyStoreError) {
        keys.withLock { $0[name] = nil }
    }

    var names: [String] { keys.withLock { $0.keys.sorted() } }
}

/// A device with a folder of vaults, and what is needed to make and open them.
struct VaultFixture {
    /// A Saturday at 08:00 UTC.
    static let start = Timestamp(milliseconds: 1_795_248_000_000)
    static let password = "correct horse battery staple"

    let root: URL
    let keys: MemoryKeys
    let folder: VaultFolder
    var random = SplitMix64(seed: 7)

    init(_ root: URL, keys: MemoryKeys = MemoryKeys(), vaults: String = "vaults", device: String = "device") {
        self.root = root
        self.keys = keys
        folder = VaultFolder(folder: root.appending(path: vaults), keys: keys, data: root.appending(path: device))
    }

    /// A folder that is not there yet.
    ///
    /// It is in memory where the system keeps a place for that: a vault waits for the disk with every change, and a
    /// disk that others keep busy makes minutes of seconds.
    static func freshFolder() -> URL {
        let memory = "/dev/shm"
        let place =
            FileManager.default.isWritableFile(atPath: memory)
            ? URL(filePath: memory) : FileManager.default.temporaryDirectory
        return place.appending(path: "cerca-\(UUID().uuidString)")
    }

    /// Calls `body` with a device whose folder is gone afterwards.
    static func with<Result>(_ body: (inout VaultFixture) throws -> Result) throws -> Result {
        let root = freshFolder()
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        var fixture = VaultFixture(root)
        return try body(&fixture)
    }

    // MARK: Vaults

    mutating func make(
        _ user: String = "Ana", cipher: CipherSuite = .aes256GCM, fixes: [Fix] = [], password: String? = password,
        rule: LockoutRule = .standard
    ) throws -> (vault: UnlockedVault, recovery: RecoveryCode) {
        let new = NewVault(
            user: try VaultName(user), fixes: fixes, password: password.flatMap { Password($0) }, cipher: cipher,
            allowsWeakCipher: cipher.isWeak, cost: .floor, lockoutRule: rule, language: "es")
        return try folder.create(new, now: Self.start, using: &random)
    }

    func locked(_ user: String = "Ana") throws -> LockedVault {
        try folder.open(user: try VaultName(user).folded)
    }

    func unlock(
        _ user: String = "Ana", password: String? = password, fix: Fix? = nil, recovery: RecoveryCode? = nil,
        at moment: LockoutMoment = moment(0), acceptsOlder: Bool = false
    ) throws -> UnlockedVault {
        try locked(user).unlock(
            with: UnlockSecrets(fix: fix, password: password.flatMap { Password($0) }, recovery: recovery),
            moment: moment, acceptsOlder: acceptsOlder)
    }

    func file(_ user: String = "Ana") throws -> URL { folder.path(of: try VaultName(user).folded) }

    // MARK: Values

    /// So many seconds after the start, by one and the same clock unless said otherwise.
    static func moment(_ seconds: Int64, clock: UInt8 = 1) -> LockoutMoment {
        LockoutMoment(clock: [UInt8](repeating: clock, count: 32), sinceBootMilliseconds: (100 + seconds) * 1000)
    }

    static func fix(_ latitude: Double = 40.4168, _ longitude: Double = -3.7038, accuracy: Double = 0) throws -> Fix {
        try #require(Fix(latitude: latitude, longitude: longitude, accuracy: accuracy))
    }

    /// The first of the default categories.
    static func web(_ vault: UnlockedVault) throws -> RecordID {
        try #require(try vault.categories().first { $0.category.name.text == "Web" }).id
    }

    static func draft(_ title: String, in category: RecordID, _ fields: [(FieldKind, String)]) throws -> ItemDraft {
        ItemDraft(
            category: category, title: try VaultName(title), fields: fields.map { Field(kind: $0.0, value: $0.1) })
    }

    /// Adds items with a password and an attachment here and there.
    mutating func fill(_ vault: UnlockedVault, count: Int) throws -> [Item] {
        let web = try Self.web(vault)
        return try (0..<count).map { index in
            var draft = try Self.draft(
                "Cuenta \(index)", in: web,
                [
                    (.user, "ana\(index)"), (.password, "s3creto-\(index)"),
                    (.note, String(repeating: "ñ", count: index)),
                ])
            if index % 4 == 0 {
                draft.attachments = [(try VaultName("a\(index).txt"), [UInt8](repeating: UInt8(index), count: 3000))]
            }
            return try vault.add(draft, now: Self.start, using: &random)
        }
    }

    /// Everything that a vault holds, for comparing.
    static func content(_ vault: UnlockedVault) throws -> [Item] {
        try (vault.summaries() + vault.summaries(deleted: true)).map { try vault.item($0.id) }
            .sorted { $0.id < $1.id }
    }

    // MARK: The file itself

    /// Works on the file behind the vault's back.
    static func raw<Result>(_ file: URL, _ body: (Database) throws -> Result) throws -> Result {
        let queue = try DatabaseQueue(path: file.path)
        defer { try? queue.close() }
        return try queue.inDatabase(body)
    }

    /// All sealed blobs, headers' included.
    static func blobs(_ file: URL) throws -> [Data] {
        try raw(file) { database in
            try Data.fetchAll(database, sql: "SELECT sealed FROM object")
                + Data.fetchAll(database, sql: "SELECT bytes FROM header")
        }
    }

    /// All files below the fixture's root, with what is in them.
    func files() throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
            let url = root.appending(path: name)
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else {
                continue
            }
            found[name] = try Data(contentsOf: url)
        }
        return found
    }
}

extension UnlockedVault {
    /// Makes an item be as `wanted` is, whatever it is by now.
    @discardableResult
    func update(_ wanted: Item, now: Timestamp) throws(VaultFault) -> Item {
        try change(wanted.id, now: now) { item throws(VaultFault) in item = wanted }.item
    }
}
