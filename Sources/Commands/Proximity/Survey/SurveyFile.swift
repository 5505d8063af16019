import Foundation
import RadioMaps
import Strings

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The file of a survey on disk, replaced in one step after each place, so that whatever ends the command leaves a whole
/// file.
struct SurveyFile {
    let path: String
    /// What this command read or wrote there last; nil where there was nothing.
    private var last: Data?

    /// The file at `path`, and the map that it holds already, if any.
    ///
    /// - Throws: A `CommandFailure` for a file that is no map of this plan; nothing of it is touched.
    static func opened(at path: String, on plan: SurveyedPlan) throws -> (file: SurveyFile, map: RadioMapFile?) {
        var file = SurveyFile(path: path)
        file.last = try file.content()
        guard let content = file.last, !content.isEmpty else { return (file, nil) }
        let map: RadioMapFile
        do throws(RadioMapFault) {
            map = try RadioMapFile(content)
        } catch {
            throw CommandFailure(ProximityStrings.mapFaulty(file: path, fault: error.description).text)
        }
        switch map.fit(plan) {
        case .fits: return (file, map)
        case .otherVenue: throw CommandFailure(ProximityStrings.mapOtherVenue(file: path).text)
        case .changed(let beacons):
            throw CommandFailure(
                ProximityStrings.mapOtherPlan(file: path, beacons: RadioMapWords.beacons(beacons)).text)
        }
    }

    private init(path: String) {
        self.path = path
    }

    /// Puts a map in the place of what is there, durably.
    mutating func write(_ map: RadioMapFile) throws {
        let data = Data(map.text.utf8)
        guard data.count <= RadioMapFile.sizeLimit else { throw CommandFailure(ProximityStrings.surveyFull.text) }
        // Two surveys that write to one file would take places from one another.
        guard try content() == last else { throw CommandFailure(ProximityStrings.surveyFileChanged(file: path).text) }
        let url = URL(filePath: path)
        let next = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).next")
            .path(percentEncoded: false)
        unlink(next)
        let descriptor = open(next, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw cannotWrite() }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
            try handle.synchronize()
            try handle.close()
        } catch {
            unlink(next)
            throw cannotWrite()
        }
        guard rename(next, path) == 0 else { throw cannotWrite() }
        last = data
    }

    private func cannotWrite() -> CommandFailure {
        CommandFailure(
            ProximityStrings.surveyCannotWrite(file: path, reason: String(cString: strerror(errno))).text)
    }

    /// What is there; nil where there is nothing.
    private func content() throws -> Data? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw cannotWrite()
        }
        // Taking the name of a device, a folder or a link would destroy more than a map.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CommandFailure(ProximityStrings.surveyNotAFile(file: path).text)
        }
        return try InputFile.bytes(of: path, upTo: RadioMapFile.sizeLimit)
    }
}
