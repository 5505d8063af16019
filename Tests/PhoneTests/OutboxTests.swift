import Basics
import Beacons
import Foundation
import Phone
import Presence
import Testing

@Suite("The outbox")
struct OutboxTests {
    private func sighting(_ minor: UInt16) throws -> PresenceSighting {
        PresenceSighting(
            identity: BeaconIdentity(uuid: UUID128(high: 1, low: 2), major: 100, minor: minor),
            code: try #require(
                SecurityCode(bytes: Array(repeating: UInt8(minor % 250), count: SecurityCode.byteCount))),
            heardAt: Timestamp(milliseconds: 1_795_253_400_250))
    }

    private func withFile(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appending(path: "outbox.jsonl"))
    }

    @Test("what waits is there again in the next process, in order, and for its owner alone")
    func survives() throws {
        try withFile { file in
            var outbox = Outbox(file: file)
            for minor in 1...3 as ClosedRange<UInt16> { try outbox.append(sighting(minor)) }
            try outbox.remove(sighting(2))
            #expect(Outbox(file: file).waiting == [try sighting(1), try sighting(3)])
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("a half-written line stops nothing")
    func toleratesDamage() throws {
        try withFile { file in
            var outbox = Outbox(file: file)
            try outbox.append(sighting(1))
            let handle = try FileHandle(forWritingTo: file)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data("{\"uuid\":\"7b44".utf8))
            try handle.close()
            #expect(Outbox(file: file).waiting == [try sighting(1)])
        }
    }

    @Test("the same sighting waits once")
    func holdsNoDoubles() throws {
        var outbox = Outbox(file: nil)
        try outbox.append(sighting(1))
        try outbox.append(sighting(1))
        #expect(outbox.waiting.count == 1)
    }

    @Test("when it is full the oldest goes")
    func isBounded() throws {
        var outbox = Outbox(file: nil)
        for minor in 0...UInt16(Outbox.capacity) { try outbox.append(sighting(minor)) }
        #expect(outbox.waiting.count == Outbox.capacity)
        #expect(outbox.waiting.first == (try sighting(1)))
    }
}
