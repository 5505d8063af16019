import Basics
import Beacons
import Foundation
import Loyalty
import Presence
import Strings

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The file in which an import leaves keys for the installer: `{"MAJOR.MINOR": "HEX"}`, readable by its owner alone.
///
/// A beacon whose codes do not last the usual minute has `"MAJOR.MINOR.period": "0008"` as well, its period in seconds.
///
/// It is opened under another name before the import, so that a folder that cannot be written stops the import and not
/// the keys, and takes its own name when all of it is on the disk. No instant exists at which others could read it or
/// at which it holds less than before.
struct VenueKeyFile {
    /// A failure of the operating system.
    struct Failure: Error, CustomStringConvertible {
        let number: Int32

        var description: String { String(cString: strerror(number)) }
    }

    /// What a file holds.
    struct Keys {
        var keys: [BeaconRef: BeaconKey] = [:]
        /// The periods in seconds that are not the usual one.
        var periods: [BeaconRef: Int64] = [:]
    }

    /// Where the keys go.
    let path: String
    private let known: Keys
    private let temporary: String
    private var descriptor: Int32?

    /// Prepares to write to `path`; throws a `CommandFailure` when that is not possible.
    init(path: String) throws {
        self.path = path
        self.known = try Self.keys(in: path)
        let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
        let url = URL(filePath: path)
        temporary = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).\(suffix)")
            .path(percentEncoded: false)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure(ServerStrings.venueCannotWrite(file: path, reason: "\(Failure(number: errno))").text)
        }
        self.descriptor = descriptor
    }

    /// Whether the file holds a key of this beacon already.
    func contains(_ reference: BeaconRef) -> Bool {
        known.keys[reference] != nil
    }

    /// Adds the keys of beacons with these periods to those that the file holds, durably.
    mutating func write(_ added: [BeaconRef: BeaconKey], periods: [BeaconRef: Int64] = [:]) throws {
        guard let descriptor else { throw Failure(number: EBADF) }
        var all = known
        all.keys.merge(added) { _, new in new }
        for (beacon, period) in periods where all.keys[beacon] != nil {
            all.periods[beacon] = period == SecurityCode.standardPeriodSeconds ? nil : period
        }
        var bytes = Array(Self.document(all.keys, periods: all.periods, isPretty: true).utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                throw Failure(number: errno)
            }
        }
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw Failure(number: errno) }
        close(descriptor)
        self.descriptor = nil
        // The new name is durable when the folder is.
        let folder = open(
            URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }

    /// Removes what was prepared and not written.
    mutating func discard() {
        guard let descriptor else { return }
        close(descriptor)
        unlink(temporary)
        self.descriptor = nil
    }

    /// The keys as JSON, in the order of the references.
    static func document(
        _ keys: [BeaconRef: BeaconKey], periods: [BeaconRef: Int64] = [:], isPretty: Bool
    ) -> String {
        let members = keys.sorted { $0.key < $1.key }.flatMap { beacon, key in
            let period = periods[beacon].map { "\"\(beacon)\(periodSuffix)\": \"\(Self.fourDigits($0))\"" }
            return ["\"\(beacon)\": \"\(key.bytes.hexadecimal)\""] + [period].compactMap { $0 }
        }
        guard isPretty, !members.isEmpty else { return "{\(members.joined(separator: ", "))}\n" }
        return "{\n" + members.map { "  \($0)" }.joined(separator: ",\n") + "\n}\n"
    }

    private static let periodSuffix = ".period"

    private static func fourDigits(_ seconds: Int64) -> String {
        let digits = String(seconds)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// The keys that a file holds; none when it does not exist or is empty.
    private static func keys(in path: String) throws -> Keys {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return Keys() }
            throw CommandFailure(ServerStrings.venueCannotWrite(file: path, reason: "\(Failure(number: errno))").text)
        }
        // Taking the name of a device, a folder or a link would destroy more than a file of keys.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CommandFailure(ServerStrings.venueNotAFile(file: path).text)
        }
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw CommandFailure(ServerStrings.venueExistsUnreadable(file: path).text)
        }
        if data.isEmpty { return Keys() }
        guard let texts = try? JSONDecoder().decode([String: String].self, from: data) else {
            throw CommandFailure(ServerStrings.venueNotKeys(file: path).text)
        }
        var keys = Keys()
        for (name, text) in texts {
            if name.hasSuffix(periodSuffix), let beacon = BeaconRef(String(name.dropLast(periodSuffix.count))) {
                guard let period = Int64(text) else {
                    throw CommandFailure(ServerStrings.venueNotKeys(file: path).text)
                }
                keys.periods[beacon] = period
                continue
            }
            guard let reference = BeaconRef(name),
                let key = [UInt8](hexadecimal: text).flatMap({ BeaconKey(bytes: $0) })
            else { throw CommandFailure(ServerStrings.venueNotKeys(file: path).text) }
            keys.keys[reference] = key
        }
        return keys
    }
}
