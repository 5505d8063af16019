import Foundation
import MarketClient
import Phone
import Strings

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The file with an API key, readable by its owner alone.
enum MarketKeyFile {
    /// The most that is read, in bytes.
    private static let limit = 4096

    /// Where the key is when nobody says otherwise.
    static var usualPath: String {
        UserData.folder.appending(path: "market-key.json").path(percentEncoded: false)
    }

    /// The key in the file at `path`; nil when there is no such file.
    ///
    /// - Throws: A `CommandFailure`, which holds nothing of the key.
    static func read(_ path: String) throws -> MarketKey? {
        let name = TerminalText.harmless(path)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw CommandFailure(
                MarketStrings.keyUnreadable(file: name, reason: String(cString: strerror(errno))).text)
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw CommandFailure(MarketStrings.keyNotAFile(file: name).text)
        }
        guard status.st_mode & 0o077 == 0 else {
            throw CommandFailure(MarketStrings.keyExposed(file: name).text)
        }
        guard let data = try? file.read(upToCount: limit), let key = MarketKey(json: Array(data)) else {
            throw CommandFailure(MarketStrings.keyNone(file: name).text)
        }
        return key
    }
}
