import Foundation
import GRDB
import Vault

/// The header and the root of a vault as one transaction saw them: what everything else is checked against.
struct VaultState {
    let header: VaultHeader
    let sealer: ObjectSealer
    let root: Root
    /// The root's own revision.
    let sequence: UInt64

    init(header: VaultHeader, sealer: ObjectSealer, root: Root, sequence: UInt64) {
        self.header = header
        self.sealer = sealer
        self.root = root
        self.sequence = sequence
    }

    /// Reads header and root, and makes sure that they belong to the key and to each other.
    init(_ database: Database, key: DataKey) throws {
        guard let row = try Row.fetchOne(database, sql: "SELECT bytes, mac FROM header WHERE id = 1"),
            let bytes = row["bytes"] as Data?, let mac = row["mac"] as Data?
        else { throw VaultFault.damaged("header") }
        let header = try VaultHeader(bytes: Array(bytes))
        guard bytes.elementsEqual(header.encoded()), header.isAuthentic(code: Array(mac), under: key) else {
            throw VaultFault.damaged("header")
        }
        let sealer = ObjectSealer(
            key: key, suite: header.cipher, generation: header.generation, vault: header.vault)
        let opened = try ObjectTable(database: database).withObject(.root, .zero) { sequence, sealed in
            (sequence, try sealer.openRoot(Array(sealed), sequence: sequence))
        }
        guard let (sequence, root) = opened else { throw VaultFault.damaged("root") }
        // The code alone would let an older header of the same vault pass.
        guard root.headerDigest == header.digest else { throw VaultFault.damaged("header") }
        self.init(header: header, sealer: sealer, root: root, sequence: sequence)
    }

    /// The state as the file has it now; read anew only when somebody has changed it meanwhile.
    func refreshed(_ database: Database, key: DataKey) throws -> VaultState {
        guard let sequence = try ObjectTable(database: database).revision(.root, .zero) else {
            throw VaultFault.damaged("root")
        }
        guard sequence != self.sequence else { return self }
        guard sequence > self.sequence else { throw VaultFault.older(sequence: sequence, seen: self.sequence) }
        let state = try VaultState(database, key: key)
        guard state.header.vault == header.vault else { throw VaultFault.damaged("header") }
        return state
    }

    /// What stands in the file for a header.
    static func headerRow(_ header: VaultHeader, key: DataKey) throws(VaultFault) -> StatementArguments {
        [Data(header.encoded()), Data(header.code(under: key))]
    }

    /// The vault as the transaction of `database` sees it.
    func reading(_ database: Database) -> VaultReading {
        VaultReading(objects: ObjectTable(database: database), sealer: sealer, root: root)
    }
}
