import CommandOutput
import ExposureWire
import Foundation
import Storage

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

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
        let signer = BatchSigner.generate()
        try make(path, Array(signer.privateKeyPEM.utf8) + [0x0A])
        // Of two processes that begin at once one has made the file, and both use what is in it.
        guard let kept = try read(path) else { throw CommandFailure("\(path) has gone") }
        return kept
    }

    private static func read(_ path: String) throws -> BatchSigner? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw failure(path, "cannot be read")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw CommandFailure("\(path) holds a private key and can be read by others; chmod 600 it")
        }
        guard let data = FileManager.default.contents(atPath: path) else { throw failure(path, "cannot be read") }
        guard let signer = try? BatchSigner(pem: String(decoding: data, as: UTF8.self)) else {
            throw CommandFailure("\(path) does not hold an ES256 private key in PEM form")
        }
        return signer
    }

    /// Writes a new file under another name and gives it its own, unless there is one by then: no instant exists at
    /// which the file is there and not whole.
    private static func make(_ path: String, _ bytes: [UInt8]) throws {
        let temporary = "\(path).\(UInt64.random(in: .min ... .max))"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path, "cannot be made") }
        defer { unlink(temporary) }
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        let isDurable = written == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        guard isDurable, link(temporary, path) == 0 || errno == EEXIST else { throw failure(path, "cannot be made") }
    }

    private static func failure(_ path: String, _ what: String) -> CommandFailure {
        CommandFailure("\(path) \(what): \(String(cString: strerror(errno)))")
    }
}
