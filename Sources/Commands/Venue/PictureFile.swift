import Foundation
import Strings

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The file into which a picture goes: all of it, or nothing.
struct PictureFile {
    let path: String

    /// A file at `path`; throws a `CommandFailure` at once where none can be written, before anybody waits for the picture.
    init(path: String) throws {
        self.path = path
        let url = URL(filePath: path)
        if let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType,
            kind != .typeRegular
        {
            throw CommandFailure(ServerStrings.venueNotAFile(file: path).text)
        }
        let folder = url.deletingLastPathComponent().path(percentEncoded: false)
        guard FileManager.default.isWritableFile(atPath: folder) else {
            let reason = String(cString: strerror(FileManager.default.fileExists(atPath: folder) ? EACCES : ENOENT))
            throw CommandFailure(ServerStrings.venueCannotWrite(file: path, reason: reason).text)
        }
    }

    /// Writes the picture under another name and gives it its own when all of it is there.
    func write(_ picture: String) throws {
        do {
            try Data(picture.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw CommandFailure(
                ServerStrings.venueCannotWrite(file: path, reason: error.localizedDescription).text)
        }
    }
}
