import CommandOutput
import Strings
import Testing
import Time

@testable import ProximityCommands

@Suite("Recordings as CSV")
struct RecordingTableTests {
    private static let header = "location,date,b1,b2"

    private func scans(_ text: String, cellSide: Double = 3) throws(CommandFailure) -> [RecordedScan] {
        var names = BeaconNames()
        return try RecordingTable.scans(Array(text.utf8), file: "walk.csv", cellSide: cellSide, names: &names)
    }

    private func fault(_ bytes: [UInt8]) -> String {
        var names = BeaconNames()
        do throws(CommandFailure) {
            _ = try RecordingTable.scans(bytes, file: "walk.csv", cellSide: 3, names: &names)
            return "none"
        } catch {
            return error.reason
        }
    }

    @Test("a row is a scan: a cell, an instant, and strengths without what was not heard")
    func rows() throws {
        let scans = try scans("\(Self.header)\nO02,10-18-2016 11:15:21,-200,-78\nA1,2016-10-18T11:15:23Z,-199,127\n")
        #expect(scans.count == 2)
        #expect(scans[0].cell == Cell(column: 15, row: 2))
        #expect(Array(scans[0].strengths.values) == [-78])
        #expect(scans[1].strengths.isEmpty)
        #expect(scans[1].time.milliseconds - scans[0].time.milliseconds == 2000)
        #expect(scans[0].day == scans[1].day)
    }

    @Test("a row is a reading: two seconds at a place are a scan, whatever the order, and metres become cells")
    func readings() throws {
        let scans = try scans(
            """
            instant,beacon,strength,x,y
            2016-10-18T11:15:24Z,B1,-70,3.5,0
            2016-10-18T11:15:21.5Z,b1,-60,2.9,0
            2016-10-18T11:15:21Z,b1,-70,2.9,0
            2016-10-18T11:15:22Z,b2,127,2.9,0
            """)
        #expect(scans.count == 2)
        #expect(scans[0].cell == Cell(column: 1, row: 1) && scans[1].cell == Cell(column: 2, row: 1))
        #expect(Array(scans[0].strengths.values) == [-65])
        #expect(scans[0].strengths.keys == scans[1].strengths.keys)
    }

    @Test(
        "each fault is told with its row and column",
        arguments: [
            ("location,date,b1\nO2,10-18-2016 11:15:21,-200,-78\n", "row 2, column 3 (b1): "),
            ("location,date,b1\nO2,10-18-2016 11:15:21\n", "row 2, column 2 (date): "),
            ("location,date,b1\n\n2O,10-18-2016 11:15:21,-78\n", "row 3, column 1 (location): "),
            ("location,date,b1\nAAA1,10-18-2016 11:15:21,-78\n", "row 2, column 1 (location): "),
            ("location,date,b1\nA0,10-18-2016 11:15:21,-78\n", "row 2, column 1 (location): "),
            ("location,date,b1\nO2,18-10-2016 11:15:21,-78\n", "row 2, column 2 (date): "),
            ("location,date,b1\nO2,10-18-2016 24:15:21,-78\n", "row 2, column 2 (date): "),
            ("location,date,b1\nO2,,-78\n", "row 2, column 2 (date): "),
            ("location,date,b1\nO2,10-18-2016 11:15:21,-128\n", "row 2, column 3 (b1): "),
            ("location,date,b1\nO2,10-18-2016 11:15:21,21\n", "row 2, column 3 (b1): "),
            ("location,date,b1\nO2,10-18-2016 11:15:21,nan\n", "row 2, column 3 (b1): "),
            ("location,date,b1\nO2,10-18-2016 11:15:21,strong\n", "row 2, column 3 (b1): "),
            ("location,date,b1,B1\n", "row 1, column 4 (B1): "), ("location,date,\n", "row 1, column 3 (): "),
            ("where,date,b1\n", "row 1, column 1 (where): "), ("location,date\n", "row 1, column 1 (location): "),
            ("instant,beacon,strength,x\n", "row 1, column 1 (instant): "),
            ("instant,beacon,strength,x,y\n2016-10-18T11:15:24Z,,-70,1,1\n", "row 2, column 2 (beacon): "),
            ("instant,beacon,strength,x,y\n2016-10-18T11:15:24Z,b1,-70,-1,1\n", "row 2, column 4 (x): "),
            ("instant,beacon,strength,x,y\n2016-10-18T11:15:24Z,b1,-70,1,inf\n", "row 2, column 5 (y): "),
            ("location,date,b1\nO2,\"10-18-2016,-78\n", "row 2, byte 4: "),
            ("location,date,b1\nO2,10\"18-2016,-78\n", "row 2, byte 6: "),
        ])
    func faults(text: String, place: String) {
        #expect(fault(Array(text.utf8)).hasPrefix("walk.csv, \(place)"), "\(fault(Array(text.utf8)))")
    }

    @Test("bytes that are no text, too many columns, long fields and empty files are refused")
    func shape() {
        #expect(fault(Array("location,date,b1\nO2,".utf8) + [0xFF, 0x0A]).hasPrefix("walk.csv, row 2, byte 4: "))
        let wide = (0..<700).map { "b\($0)" }.joined(separator: ",")
        #expect(fault(Array(wide.utf8)).contains("600"))
        #expect(fault(Array("location,date,\(String(repeating: "b", count: 300))".utf8)).contains("200"))
        for text in ["", "\n\n", "location,date,b1\n"] { #expect(fault(Array(text.utf8)).hasPrefix("walk.csv")) }
        #expect(fault(Array("location,date,b1\n".utf8)) == ProximityStrings.fileEmpty(file: "walk.csv").text)
    }
}
