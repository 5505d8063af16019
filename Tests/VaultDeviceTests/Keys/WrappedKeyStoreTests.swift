import Foundation
import Phone
import Synchronization
import Testing
import Vault

@testable import VaultDevice

/// A keeper of secrets that can be told to be away, locked, or to have lost everything.
private final class FakeKeeper: KeyWrapper {
    let protection = KeyProtection.secretService
    let fault = Mutex<KeyWrapFault?>(nil)
    private let kept = Mutex<[String: [UInt8]]>([:])

    func wrap(_ key: [UInt8], as name: String) throws(KeyWrapFault) -> [UInt8] {
        if let fault = fault.withLock({ $0 }) { throw fault }
        kept.withLock { $0[name] = key }
        return [7]
    }

    func unwrap(_ wrapped: [UInt8], as name: String) throws(KeyWrapFault) -> [UInt8] {
        if let fault = fault.withLock({ $0 }) { throw fault }
        guard let key = kept.withLock({ $0[name] }) else { throw .lost(protection) }
        return key
    }

    func forget(_ name: String) { kept.withLock { $0[name] = nil } }

    var names: [String] { kept.withLock { $0.keys.sorted() } }
}

@Suite("Keys in the state folder")
struct WrappedKeyStoreTests {
    private static let key = (0..<32).map { UInt8($0) + 100 }

    /// A home with a machine of its own.
    private final class Home {
        let root = VaultFixture.freshFolder()
        let keeper = FakeKeeper()
        var former: URL { root.appending(path: "data/keys") }
        var state: URL { root.appending(path: "state/keys") }

        init() throws {
            try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
            keeper.fault.withLock { $0 = .absent(.secretService) }
        }

        deinit { try? FileManager.default.removeItem(at: root) }

        func machine(_ digit: Character) throws -> MachineID {
            let file = root.appending(path: "machine-id-\(digit)")
            try Data((String(repeating: digit, count: 32) + "\n").utf8).write(to: file)
            return MachineID(file: file)
        }

        /// Another one is another process.
        func store(_ digit: Character = "a") throws -> WrappedKeyStore {
            let machine = try machine(digit)
            return WrappedKeyStore(
                folder: state, machine: machine, wrappers: [keeper, MachineKeyWrapper(machine)], former: former)
        }

        func files(_ folder: URL) -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        }
    }

    @Test func `a key comes back as it went in, and stands nowhere as it is`() throws {
        let home = try Home()
        #expect(try home.store().key(named: "k") == nil)
        try home.store().keep(Self.key, as: "k")
        #expect(try home.store().key(named: "k") == Self.key)
        #expect(try home.store().protection(ofKeyNamed: "k") == .machine)
        #expect(throws: DeviceKeyStoreError.self) { try home.store().keep(Self.key, as: "k") }
        let names = home.files(home.state)
        #expect(names.count == 2 && names.first == "CACHEDIR.TAG")
        for name in names {
            let data = try Data(contentsOf: home.state.appending(path: name))
            #expect(data.range(of: Data(Self.key)) == nil)
            if name == "CACHEDIR.TAG" {
                #expect(data.starts(with: Data("Signature: 8a477f597d28d172789f06886806bc55".utf8)))
            }
        }
        try home.store().remove(named: "k")
        #expect(try home.store().key(named: "k") == nil)
        #expect(home.files(home.state) == ["CACHEDIR.TAG"])
    }

    @Test func `on another machine a copy of the home has no keys, and makes its own beside`() throws {
        let home = try Home()
        try home.store("a").keep(Self.key, as: "k")
        #expect(try home.store("b").key(named: "k") == nil)
        let other = [UInt8](repeating: 1, count: 32)
        try home.store("b").keep(other, as: "k")
        #expect(try home.store("b").key(named: "k") == other)
        #expect(try home.store("a").key(named: "k") == Self.key)
        // Nor does a file that is given the other machine's name open there.
        let names = home.files(home.state)
        let files = try (["a", "b"] as [Character]).map { "k.\(try home.machine($0).tag)" }
        #expect(Set(names).isSuperset(of: files))
        let first = try Data(contentsOf: home.state.appending(path: files[0]))
        try first.write(to: home.state.appending(path: files[1]))
        chmod(home.state.appending(path: files[1]).path, 0o600)
        #expect(throws: DeviceKeyStoreError.self) { _ = try home.store("b").key(named: "k") }
    }

    @Test func `keys of before move when they are used, and are erased once they were read back`() throws {
        let home = try Home()
        let former = FileKeyStore(folder: home.former)
        try former.keep(Self.key, as: "k")
        let handle = try FileHandle(forReadingFrom: home.former.appending(path: "k"))
        #expect(try home.store().protection(ofKeyNamed: "k") == KeyProtection.none)
        #expect(try home.store().key(named: "k") == Self.key)
        #expect(home.files(home.former) == [])
        #expect(try handle.readToEnd() == Data(count: 32))
        #expect(try home.store().protection(ofKeyNamed: "k") == .machine)
        #expect(try home.store().key(named: "k") == Self.key)
    }

    @Test func `a move that ends halfway loses nothing and goes on`() throws {
        let home = try Home()
        let former = FileKeyStore(folder: home.former)
        // Nothing can be written: the key serves where it is.
        try former.keep(Self.key, as: "k")
        try FileManager.default.createDirectory(
            at: home.state.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: home.state)
        #expect(try home.store().key(named: "k") == Self.key)
        #expect(home.files(home.former) == ["k"])
        try FileManager.default.removeItem(at: home.state)
        // Written, but the former file not erased yet.
        #expect(try home.store().key(named: "k") == Self.key)
        try former.keep(Self.key, as: "k")
        #expect(try home.store().key(named: "k") == Self.key)
        #expect(home.files(home.former) == [])
        // One that differs is nobody's to erase.
        try former.keep([UInt8](repeating: 9, count: 32), as: "k")
        #expect(try home.store().key(named: "k") == Self.key)
        #expect(home.files(home.former) == ["k"])
    }

    @Test func `the best that works wraps, and when it is away nothing else is made in its place`() throws {
        let home = try Home()
        home.keeper.fault.withLock { $0 = nil }
        try home.store().keep(Self.key, as: "k")
        #expect(try home.store().protection(ofKeyNamed: "k") == .secretService)
        #expect(try home.store().key(named: "k") == Self.key)
        let before = try home.files(home.state).map { try Data(contentsOf: home.state.appending(path: $0)) }
        for fault in [KeyWrapFault.locked(.secretService), .absent(.secretService), .lost(.secretService)] {
            home.keeper.fault.withLock { $0 = fault }
            let refusal = #expect(throws: DeviceKeyStoreError.self) { _ = try home.store().key(named: "k") }
            #expect(refusal?.description.contains("Secret Service") == true)
            #expect(throws: DeviceKeyStoreError.self) { try home.store().keep(Self.key, as: "k") }
        }
        #expect(try home.files(home.state).map { try Data(contentsOf: home.state.appending(path: $0)) } == before)
        home.keeper.fault.withLock { $0 = nil }
        try home.store().remove(named: "k")
        #expect(home.keeper.names == [])
    }

    @Test func `a better keeper that is locked is named, one that is not there is not`() throws {
        let home = try Home()
        #expect(try home.store().betterFaults(than: .machine) == [])
        home.keeper.fault.withLock { $0 = .locked(.secretService) }
        #expect(try home.store().betterFaults(than: .machine) == [.locked(.secretService)])
        #expect(try home.store().betterFaults(than: .secretService) == [])
        home.keeper.fault.withLock { $0 = nil }
        #expect(try home.store().betterFaults(than: .machine) == [])
        #expect(home.keeper.names == [])
    }

    @Test func `a file that others can read, or that was changed, is no key`() throws {
        let home = try Home()
        try home.store().keep(Self.key, as: "k")
        let file = home.state.appending(path: "k.\(try home.machine("a").tag)")
        chmod(file.path, 0o640)
        #expect(throws: DeviceKeyStoreError.notPrivate(path: file.path)) { _ = try home.store().key(named: "k") }
        chmod(file.path, 0o600)
        let whole = try Data(contentsOf: file)
        for place in whole.indices {
            var changed = whole
            changed[place] ^= 1
            try changed.write(to: file)
            #expect(throws: DeviceKeyStoreError.self, "byte \(place)") { _ = try home.store().key(named: "k") }
        }
        for count in 0..<whole.count {
            try whole.prefix(count).write(to: file)
            #expect(throws: DeviceKeyStoreError.self, "\(count) bytes") { _ = try home.store().key(named: "k") }
        }
    }

    @Test func `the recovery code opens a vault whose keys cannot be unwrapped now, and makes none`() throws {
        let home = try Home()
        home.keeper.fault.withLock { $0 = nil }
        var random = SystemRandomNumberGenerator()
        func folder() throws -> VaultFolder {
            VaultFolder(folder: home.root.appending(path: "vaults"), keys: try home.store(), data: home.root)
        }
        let user = try VaultName("Ana")
        let new = NewVault(user: user, password: Password("clave"), cost: .floor)
        let (vault, code) = try folder().create(new, now: VaultFixture.start, using: &random)
        #expect(try folder().keyProtection(of: vault.header.vault) == .secretService)
        vault.lock()
        let names = home.files(home.state)
        home.keeper.fault.withLock { $0 = .locked(.secretService) }
        let moment = VaultFixture.moment(0)
        #expect(throws: VaultFault.self) {
            _ = try folder().open(user: user.folded).unlock(
                with: UnlockSecrets(password: Password("clave")), moment: moment)
        }
        let opened = try folder().open(user: user.folded).unlock(
            with: UnlockSecrets(recovery: code), moment: moment)
        #expect(try opened.summaries().isEmpty)
        #expect(home.files(home.state) == names)
    }
}
