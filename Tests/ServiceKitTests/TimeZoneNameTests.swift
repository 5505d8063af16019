import Foundation
import Testing

@testable import ServiceKit

/// Names of time zones against the database of the machine that runs the tests.
@Suite("Names of time zones")
struct TimeZoneNameTests {
    private static let folder = URL(filePath: "/usr/share/zoneinfo")

    /// The names of all compiled zones in the folder, links included.
    private static func compiled() throws -> [String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return paths.filter { path in
            guard !path.hasPrefix("posix"), !path.hasPrefix("right"), path != "localtime", path != "Factory" else {
                return false
            }
            let start = try? FileHandle(forReadingFrom: folder.appending(path: path)).read(upToCount: 4)
            return start == Data("TZif".utf8)
        }
    }

    @Test("every zone of zone.tab is one")
    func zones() throws {
        let table = try String(contentsOf: Self.folder.appending(path: "zone.tab"), encoding: .utf8)
        let names = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t")[2] }
        #expect(names.count > 400)
        #expect(names.filter { !TimeZoneName.isTimeZone(String($0)) } == [])
    }

    @Test("every zone and link of the folder is one")
    func links() throws {
        let names = try Self.compiled()
        #expect(names.count > 550)
        #expect(names.filter { !TimeZoneName.isTimeZone($0) } == [])
    }

    @Test("every name in the database in one file has its compiled zone")
    func database() throws {
        let text = try String(contentsOf: Self.folder.appending(path: "tzdata.zi"), encoding: .utf8)
        let names = TimeZoneName.names(inDatabase: text)
        #expect(names.subtracting(try Self.compiled()) == [])
    }

    @Test(
        "names in use that differ from Foundation's list are zones",
        arguments: [
            "Asia/Kolkata", "Asia/Calcutta", "America/Buenos_Aires", "America/Argentina/Buenos_Aires", "UTC", "Etc/UTC",
            "Europe/Kyiv", "Europe/Kiev", "Asia/Saigon", "US/Pacific", "GMT", "Etc/GMT+2", "America/Coyhaique",
        ].filter { FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\($0)") })
    func used(name: String) {
        #expect(TimeZoneName.isTimeZone(name))
    }

    @Test(
        "abbreviations, offsets, paths and other spellings are none",
        arguments: [
            "", " ", "PST", "CEST", "GMT+2", "GMT+99", "UTC+1", "+02:00", "-3", "europe/madrid", "EUROPE/MADRID",
            "Europe/Madrid ", " Europe/Madrid", "Europe", "Europe/", "/Europe/Madrid", "Europe//Madrid", "./UTC",
            "../zoneinfo/UTC", "Europe/../UTC", "posix/Europe/Madrid", "right/Europe/Madrid", "/etc/localtime",
            "localtime",
            "posixrules", "Factory", "zone.tab", "tzdata.zi", "Mars/Olympus", "Asia/Kolkata\u{0}", "Asia/Kolkata\n",
            "Asia/Ko\u{200B}lkata", String(repeating: "A", count: 1_000_000),
        ])
    func refused(name: String) {
        #expect(!TimeZoneName.isTimeZone(name))
    }
}
