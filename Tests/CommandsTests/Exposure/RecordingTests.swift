import Basics
import Exposure
import Foundation
import GRDB
import Testing

@testable import Commands

@Suite("A folder of recordings")
struct RecordingFileTests {
    /// A recording with these rows, as SQL wants them.
    private func recording(_ rows: [String], in folder: URL, columns: String? = nil, name: String = "a") throws {
        let queue = try DatabaseQueue(path: folder.appending(path: "\(name).sqlite").path)
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE results (
                        \(columns ?? "receiver_id, transmitter_id, transmitter_model, timestamp, rssi, tx_power, ground_truth_distance"))
                    """)
            for row in rows { try database.execute(sql: "INSERT INTO results VALUES (\(row))") }
        }
        try queue.close()
    }

    private func withFolder<Result>(_ work: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cerca-recordings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try work(folder)
    }

    private func readings(_ rows: [String], assumedPower: Int8? = nil) throws -> [RecordedReading] {
        try withFolder { folder in
            try recording(rows, in: folder)
            return try RecordingFile.readings(of: folder.appending(path: "a.sqlite").path, assumedPower: assumedPower)
        }
    }

    @Test("phones are numbers or names, times milliseconds or seconds, and rows without a distance are none")
    func read() throws {
        let milliseconds = try readings([
            "1, 'b', 'Pixel', 1600000000123, -60, -7, 1.5", "'b', 1, NULL, 1600000000999.9, -61, 127, 0",
            "1, 'b', 'Pixel', 1600000000123, -60, -7, NULL",
        ])
        #expect(milliseconds.count == 2)
        #expect(milliseconds[0].receiver == milliseconds[1].transmitter)
        #expect(milliseconds[0].reading.time.milliseconds == 1_600_000_000_123)
        #expect(milliseconds[1].reading.time.milliseconds == 1_600_000_000_999)
        #expect(milliseconds[0].reading.transmitPower == -7 && milliseconds[1].reading.transmitPower == nil)
        #expect(milliseconds[1].transmitterModel == "" && milliseconds[1].distance == 0)
        let seconds = try readings(["1, 2, 'x', 1600000000.5, -60, -7, 1.5"])
        #expect(seconds[0].reading.time.milliseconds == 1_600_000_000_500)
    }

    @Test("a power of 0 is not known where a recording states nothing else, and an assumed one takes its place")
    func power() throws {
        let row = "1, 2, 'x', 1600000000, -60, 0, 1"
        #expect(try readings([row])[0].reading.transmitPower == nil)
        #expect(try readings([row], assumedPower: -21)[0].reading.transmitPower == -21)
        let stated = try readings([row, "1, 2, 'x', 1600000001, -60, -7, 1"], assumedPower: -21)
        #expect(stated.map(\.reading.transmitPower) == [0, -7])
    }

    @Test(
        "what cannot be read is told by its row and column, without what stands there",
        arguments: [
            ("NULL, 2, 'x', 1600000000, -60, 0, 1", "receiver_id"),
            ("1, '', 'x', 1600000000, -60, 0, 1", "transmitter_id"),
            ("1, 2, 7, 1600000000, -60, 0, 1", "transmitter_model"), ("1, 2, 'x', 5, -60, 0, 1", "timestamp"),
            ("1, 2, 'x', 'secret', -60, 0, 1", "timestamp"), ("1, 2, 'x', 1600000000, -129, 0, 1", "rssi"),
            ("1, 2, 'x', 1600000000, -60.5, 0, 1", "rssi"), ("1, 2, 'x', 1600000000, -60, 'secret', 1", "tx_power"),
            ("1, 2, 'x', 1600000000, -60, 0, -1", "ground_truth_distance"),
            ("1, 2, 'x', 1600000000, -60, 0, 'secret'", "ground_truth_distance"),
            ("1, x'00', 'x', 1600000000, -60, 0, 1", "transmitter_id"),
        ])
    func refused(row: String, column: String) throws {
        let failure = #expect(throws: CommandFailure.self) {
            _ = try readings(["1, 2, 'x', 1600000000, -60, 0, 1", row])
        }
        #expect(failure?.reason.contains("row 2, column \(column)") == true, "\(failure?.reason ?? "")")
        #expect(failure?.reason.contains("secret") == false)
    }

    @Test("a recording does not change its unit of time on the way")
    func units() throws {
        let failure = #expect(throws: CommandFailure.self) {
            _ = try readings([
                "1, 2, 'x', 1600000000, -60, 0, 1", "1, 2, 'x', 1600000000000, -60, 0, 1",
            ])
        }
        #expect(failure?.reason.contains("timestamp") == true)
    }

    @Test("a folder without recordings, a table that lacks a column and a file that is no database are told")
    func folders() throws {
        #expect(throws: CommandFailure.self) {
            _ = try RecordingFile.recordings(in: "/no/such/folder", assumedPower: nil)
        }
        try withFolder { folder in
            func reason() -> String {
                let failure = #expect(throws: CommandFailure.self) {
                    _ = try RecordingFile.recordings(in: folder.path, assumedPower: nil)
                }
                return failure?.reason ?? ""
            }
            #expect(reason().contains(".sqlite"))
            try Data(repeating: 0x41, count: 4096).write(to: folder.appending(path: "a.sqlite"))
            #expect(reason().contains("a.sqlite"))
            try FileManager.default.removeItem(at: folder.appending(path: "a.sqlite"))
            try recording([], in: folder, columns: "receiver_id, rssi")
            #expect(reason().contains("transmitter_id") && reason().contains("timestamp"))
            try FileManager.default.removeItem(at: folder.appending(path: "a.sqlite"))
            try recording([], in: folder)
            #expect(reason().contains("distance"))
        }
    }

    @Test("recordings come in the order of their names")
    func order() throws {
        try withFolder { folder in
            for name in ["c", "a", "b"] {
                try recording(["1, 2, 'x', 1600000000, -60, 0, 1"], in: folder, name: name)
            }
            let names = try RecordingFile.recordings(in: folder.path, assumedPower: nil).map(\.name)
            #expect(names == ["a", "b", "c"])
        }
    }
}
