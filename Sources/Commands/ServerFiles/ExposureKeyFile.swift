import ExposureService
import ExposureWire
import Storage
import Strings

/// The private key that signs batches: it is kept sealed in the database, and comes from a file or goes into one.
///
/// It belongs to a database: the digests of codes that are kept there are made with a key that is derived from it.
package enum ExposureKeyFile {
    /// Where versions that did not keep it in the database had it: beside an SQLite file, or in the working directory.
    package static func formerPath(for database: DatabaseURL) -> String {
        switch database {
        case .sqlite(let path): "\(path).exposure-key.pem"
        case .postgres: "cerca-exposure-key.pem"
        }
    }

    /// The signer of `database`, which is at `url`.
    ///
    /// A database keeps the first it has: two servers that signed with different keys would each refuse the other's codes,
    /// and phones one of them. A file that is named must hold that key; when it does not exist it is made with it. A
    /// database that has none takes that of the file that is named, else that of ``formerPath(for:)``, else a new one.
    ///
    /// - Parameter replacing: Whether the key of the file takes the place of another one.
    /// - Throws: A `CommandFailure`, which holds nothing of the key, for another key as well; and failures of the database.
    package static func signer(
        in database: any Database, at url: DatabaseURL, file: String?, replacing: Bool = false
    ) async throws -> BatchSigner {
        let signers = ExposureSigners(database)
        let kept = try await signers.signer()
        if let file {
            let named = try signer(at: file, orMaking: kept ?? .generate())
            guard named.fingerprint != kept?.fingerprint else { return named }
            // Of two servers that begin at once with different files one was first.
            let signing = try await signers.keep(named, replacing: replacing)
            guard signing.fingerprint == named.fingerprint else {
                throw CommandFailure(
                    ServerStrings.serveOtherExposureKey(
                        database: "\(url)", own: signing.fingerprint, file: file, other: named.fingerprint
                    ).text)
            }
            return named
        }
        if let kept { return kept }
        return try await signers.keep(try read(formerPath(for: url)) ?? .generate(), replacing: false)
    }

    /// The signer whose key is in the file at `path`; a file that does not exist is made with the key of `new`.
    static func signer(at path: String, orMaking new: BatchSigner) throws -> BatchSigner {
        if let signer = try read(path) { return signer }
        try SecretFile.make(path, Array(new.privateKeyPEM.utf8) + [0x0A])
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
