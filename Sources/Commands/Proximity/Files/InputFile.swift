import Foundation
import Strings

/// A file that somebody named.
enum InputFile {
    /// Its bytes, one more than `limit` at most: enough to see that there are too many.
    static func bytes(of path: String, upTo limit: Int) throws(CommandFailure) -> Data {
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            return try file.read(upToCount: limit + 1) ?? Data()
        } catch {
            throw CommandFailure(
                ProximityStrings.fileCannotRead(file: path, reason: error.localizedDescription).text)
        }
    }
}
