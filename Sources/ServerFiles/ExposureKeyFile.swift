import CommandOutput
import ExposureWire
import Storage

/// The file with the private key that signs batches, readable by its owner alone.
///
/// It belongs to a database: the digests of codes that are kept there are made with a key that is derived from it.
package enum ExposureKeyFile {
    /// Where the key of a database is when nobody says otherwise: beside an SQLite file, or in the working directory.
    package static func defaultPath(for database: DatabaseURL) -> String {
        switch database {
        case .sqlite(let path): "\(path).exposure-key.pem"
        case .postgres: "cerca-exposure-key.pem"
        }
    }

    /// The signer whose key is in the file at `path`; a file that does not exist is made with a new key.
    ///
    /// - Throws: A `CommandFailure`, which holds nothing of the key.
    package static func signer(at path: String) throws -> BatchSigner {
        if let signer = try read(path) { return signer }
        try SecretFile.make(path, Array(BatchSigner.generate().privateKeyPEM.utf8) + [0x0A])
        // Of two processes that begin at once one has made the file, and both use what is in it.
        guard let kept = try read(path) else { throw CommandFailure("\(path) has gone") }
        return kept
    }

    private static func read(_ path: String) throws -> BatchSigner? {
        guard let bytes = try SecretFile.contents(path) else { return nil }
        guard let signer = try? BatchSigner(pem: String(decoding: bytes, as: UTF8.self)) else {
            throw CommandFailure("\(path) does not hold an ES256 private key in PEM form")
        }
        return signer
    }
}
