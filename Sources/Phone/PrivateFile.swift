import Foundation

/// A file that its owner alone can read, replaced in one step so that it is never half-written.
struct PrivateFile: Sendable {
    /// Where it is.
    let url: URL

    /// What is in it; nil when it is not there or cannot be read.
    var contents: Data? { try? Data(contentsOf: url) }

    /// Replaces what is in it, and is done once that would outlive a power failure.
    func replace(with data: Data) throws {
        let next = url.appendingPathExtension("next")
        try? FileManager.default.removeItem(at: next)
        guard FileManager.default.createFile(atPath: next.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
        let handle = try FileHandle(forWritingTo: next)
        try handle.write(contentsOf: data)
        try handle.synchronize()
        try handle.close()
        guard rename(next.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
