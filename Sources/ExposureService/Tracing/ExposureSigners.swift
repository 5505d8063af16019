import ExposureWire
import Storage

/// The key that signs batches, sealed in the database, so that all of its servers sign with the same.
package struct ExposureSigners: Sendable {
    private let database: any Database
    private static let row: [SQLValue] = [.integer(1)]

    package init(_ database: any Database) {
        self.database = database
    }

    /// The signer; nil in a database that has none yet.
    ///
    /// Throws ``StorageError/corrupt`` when what is kept is no key.
    package func signer() async throws -> BatchSigner? {
        let text = try await database.read { connection in
            try connection.first("SELECT private_key FROM exposure_signers WHERE number = 1")
                .flatMap { try connection.sealing.secret(in: ExposureSecrets.signer, $0, of: Self.row) }
        }
        return try text.map(Self.signer)
    }

    /// Keeps `signer`, unless there is one that is not to be replaced, and returns the one that is kept.
    package func keep(_ signer: BatchSigner, replacing: Bool) async throws -> BatchSigner {
        let text = Array(signer.privateKeyPEM.utf8)
        try await database.write { connection in
            let sealed = try connection.sealing.value(text, in: ExposureSecrets.signer, of: Self.row)
            try connection.execute(
                """
                INSERT INTO exposure_signers (number, private_key) VALUES (1, ?1) ON CONFLICT (number) DO \
                \(replacing ? "UPDATE SET private_key = excluded.private_key" : "NOTHING")
                """, [sealed])
        }
        // Of two servers that begin at once one was first.
        guard let kept = try await self.signer() else { throw StorageError.corrupt }
        return kept
    }

    private static func signer(_ text: [UInt8]) throws -> BatchSigner {
        guard let signer = try? BatchSigner(pem: String(decoding: text, as: UTF8.self)) else {
            throw StorageError.corrupt
        }
        return signer
    }
}
