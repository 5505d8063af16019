import Basics
import Beacons
import Foundation
import Loyalty
import LoyaltyService
import Presence
import Testing

@testable import Commands

/// The venue file of the demo's centre.
private let centre = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/Simulation/Resources/centre.json").standardized.path

/// A folder that is gone with the test.
private func withFolder(_ work: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cerca-venue-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await work(folder)
}

private func key(_ byte: UInt8) throws -> BeaconKey {
    try #require(BeaconKey(bytes: [UInt8](repeating: byte, count: 32)))
}

@Suite("A venue file")
struct VenueDocumentTests {
    @Test("what a venue holds is told in a line and as an object")
    func summary() throws {
        let venue = try VenueDocument.read(centre, json: false)
        #expect(
            VenueDocument.summary(venue)
                == "\(venue.shops.count) shops, \(venue.beacons.count) beacons, \(venue.offers.count) offers")
        let object = JSONValue.object(VenueDocument.summaryMembers(venue))
        #expect(object["name"] == .string(venue.name) && object["shops"] == .count(venue.shops.count))
        #expect(object["uuid"] == .string(venue.uuid.description) && object["offers"] == .count(venue.offers.count))
    }

    @Test("a file that is not there, or is a folder, is told", arguments: ["/no/such/file.json", "/tmp"])
    func unreadable(path: String) {
        #expect(throws: (any Error).self) { _ = try VenueDocument.read(path, json: false) }
    }

    @Test("a venue that went through the database comes out as the file that describes it, on one line or on many")
    func export() async throws {
        let venue = try VenueDocument.read(centre, json: false)
        try await withFolder { folder in
            let database = "sqlite:\(folder.appending(path: "a.sqlite").path)"
            let keys = try await VenueDatabase.use(database) { try await $0.importVenue(venue) }
            #expect(keys.count == venue.beacons.count && Set(keys.values.map(\.bytes)).count == keys.count)
            // The same venue again keeps the keys that are handed out.
            #expect(try await VenueDatabase.use(database) { try await $0.importVenue(venue) }.isEmpty)
            let kept = try #require(
                try await VenueDatabase.use(database, mustExist: true) { try await $0.venues() }.first)
            let laidOut = try VenueExportCommand.document(kept, onOneLine: false)
            let oneLine = try VenueExportCommand.document(kept, onOneLine: true)
            #expect(oneLine.filter { $0 == "\n" }.count == 1 && oneLine.hasSuffix("\n"))
            #expect(laidOut.split(separator: "\n").count > 100)
            for (name, text) in [("long.json", laidOut), ("short.json", oneLine)] {
                let path = folder.appending(path: name).path
                try Data(text.utf8).write(to: URL(filePath: path))
                #expect(try VenueDocument.read(path, json: false) == kept)
            }
            for bytes in keys.values.map(\.bytes) {
                #expect(!laidOut.contains(bytes.map { String($0, radix: 16) }.joined()))
            }
        }
    }
}

@Suite("The file with the keys for the installer")
struct KeyFileTests {
    private let first = BeaconRef("100.1")
    private let second = BeaconRef("100.2")

    @Test("keys are added to those that are there, for the owner alone")
    func added() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "keys.json").path
            let (first, second) = (try #require(first), try #require(second))
            var file = try VenueKeyFile(path: path)
            #expect(!file.contains(first))
            // Until it is written nobody sees that there will be one.
            #expect(!FileManager.default.fileExists(atPath: path))
            try file.write([first: try key(1)])
            var again = try VenueKeyFile(path: path)
            #expect(again.contains(first) && !again.contains(second))
            try again.write([second: try key(0xAB)])
            let content = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: URL(filePath: path)))
            #expect(content.keys.sorted() == ["100.1", "100.2"])
            #expect(content["100.2"]?.uppercased() == String(repeating: "AB", count: 32))
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["keys.json"])
        }
    }

    @Test("periods that are not the usual minute are kept beside the keys, and change with the venue")
    func periods() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "keys.json").path
            let (first, second) = (try #require(first), try #require(second))
            var file = try VenueKeyFile(path: path)
            try file.write([first: try key(1), second: try key(2)], periods: [first: 8, second: 60])
            func content() throws -> [String: String] {
                try JSONDecoder().decode([String: String].self, from: Data(contentsOf: URL(filePath: path)))
            }
            #expect(try content()["100.1.period"] == "0008")
            #expect(try content().keys.sorted() == ["100.1", "100.1.period", "100.2"])
            file = try VenueKeyFile(path: path)
            try file.write([:], periods: [second: 3600])
            #expect(try content()["100.1.period"] == "0008" && content()["100.2.period"] == "3600")
            file = try VenueKeyFile(path: path)
            try file.write([:], periods: [first: 60, second: 60])
            #expect(try content().keys.sorted() == ["100.1", "100.2"])
        }
    }

    @Test("what was prepared and not written leaves nothing behind")
    func discarded() async throws {
        try await withFolder { folder in
            var file = try VenueKeyFile(path: folder.appending(path: "keys.json").path)
            file.discard()
            file.discard()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test(
        "what is no file of keys is not written over",
        arguments: ["{\"100.1\": \"00\"}", "{\"one\": \"\(String(repeating: "0", count: 64))\"}", "[]", "5ec4et"])
    func otherFiles(content: String) async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "keys.json").path
            try Data(content.utf8).write(to: URL(filePath: path))
            let failure = #expect(throws: CommandFailure.self) { _ = try VenueKeyFile(path: path) }
            #expect(failure?.reason.contains("5ec4et") == false)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
        }
    }

    @Test("a link, a folder and a folder that is not there are refused")
    func places() async throws {
        try await withFolder { folder in
            let link = folder.appending(path: "link").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/tmp/elsewhere")
            for path in [link, folder.path, folder.appending(path: "none/keys.json").path] {
                #expect(throws: CommandFailure.self, "\(path)") { _ = try VenueKeyFile(path: path) }
            }
        }
    }

    @Test("the document is in the order of the beacons, and one line for programs")
    func document() throws {
        let keys = [try #require(BeaconRef("100.10")): try key(1), try #require(BeaconRef("100.9")): try key(2)]
        let pretty = VenueKeyFile.document(keys, isPretty: true)
        let short = VenueKeyFile.document(keys, isPretty: false)
        #expect(short.hasPrefix("{\"100.9\": \"02") && short.filter { $0 == "\n" }.count == 1)
        #expect(pretty.split(separator: "\n").count == 4)
        #expect(
            VenueKeyFile.document([:], isPretty: true) == "{}\n"
                && VenueKeyFile.document([:], isPretty: false) == "{}\n")
    }
}
