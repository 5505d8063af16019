import GRDB
import Vault

extension UnlockedVault {
    /// Seals every object anew with another cipher, under the next generation, in one transaction.
    ///
    /// The objects move into a table of their own, and the former table is dropped: its pages are overwritten as a
    /// whole, so that no ciphertext of the former generation is left between the rows of the new one. Slots stay as
    /// they are. When the cipher is the same, nothing is written.
    ///
    /// - Throws: `weakCipher` for one that is weak by today's measure, unless that is allowed.
    package func changeCipher(to suite: CipherSuite, allowsWeak: Bool = false) throws(VaultFault) {
        guard allowsWeak || !suite.isWeak else { throw .weakCipher(suite) }
        try write { database, state, key in
            guard suite != state.header.cipher else { return ((), nil) }
            var header = state.header
            header.cipher = suite
            header.generation += 1
            var change = CipherChange(database, state, header, key)
            return ((), try change.run())
        }
    }
}

/// The sealing anew of all objects of a vault.
private struct CipherChange {
    private let former: ObjectTable
    private let new: ObjectTable
    private let state: VaultState
    private let header: VaultHeader
    private let key: DataKey
    private let sealer: ObjectSealer
    private var random = BufferedRandom()

    init(_ database: Database, _ state: VaultState, _ header: VaultHeader, _ key: DataKey) {
        former = ObjectTable(database: database)
        new = ObjectTable(database: database, name: "resealed")
        self.state = state
        self.header = header
        self.key = key
        sealer = ObjectSealer(
            key: key, suite: header.cipher, generation: header.generation, vault: header.vault)
    }

    mutating func run() throws -> VaultState {
        try new.database.execute(sql: VaultFile.objectTable(named: new.name))
        var root = state.root
        root.headerDigest = header.digest
        let sequence = state.sequence + 1
        let sealed = try sealer.seal(root, sequence: sequence, using: &random)
        try new.put(ObjectAddress(kind: .root, id: .zero, revision: sequence), sealed)
        for kind in ObjectKind.allCases where kind != .root { try reseal(kind) }
        try new.database.execute(sql: "DROP TABLE object; ALTER TABLE resealed RENAME TO object;")
        try new.database.execute(
            sql: "UPDATE header SET bytes = ?, mac = ? WHERE id = 1",
            arguments: try VaultState.headerRow(header, key: key))
        return VaultState(header: header, sealer: sealer, root: root, sequence: sequence)
    }

    private mutating func reseal(_ kind: ObjectKind) throws {
        try former.forEach(kind) { id, revision, sealed in
            let address = ObjectAddress(kind: kind, id: id, revision: revision)
            // The bytes of every object pass through here: none of them may stay behind in memory.
            var plain = try state.sealer.withOpened(sealed, as: address) { bytes throws(VaultFault) in Array(bytes) }
            defer { plain.withUnsafeMutableBufferPointer { $0.update(repeating: 0) } }
            try new.put(address, try sealer.seal(plain, as: address, using: &random))
        }
    }
}
