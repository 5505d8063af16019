import Foundation
import VaultFormats

/// The files that the tests read.
enum Fixtures {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

    /// The bytes of a fixture, such as `csv/valid/generic.csv`.
    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: path)))
    }

    /// What a fixture holds.
    static func vault(_ format: ImportFormat, _ path: String) throws -> ImportedVault {
        try VaultImport.read(format, from: bytes(path))
    }

    /// The reason why a fixture is refused; nil when it is not.
    static func fault(_ format: ImportFormat, _ path: String) throws -> String? {
        let bytes = try bytes(path)
        do throws(ImportFault) {
            _ = try VaultImport.read(format, from: bytes)
            return nil
        } catch {
            return error.description
        }
    }
}
