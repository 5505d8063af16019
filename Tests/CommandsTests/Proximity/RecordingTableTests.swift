import Basics
import Foundation
import Strings
import Testing

@testable import Commands

@Suite("Recordings as CSV")
struct RecordingTableTests {
    private static let header = "location,date,b1,b2"

    private func recording(
        _ bytes: [UInt8], _ choice: RecordingColumns.Choice = .init()
    ) throws(CommandFailure) -> Recording {
        var names = BeaconNames()
        return try RecordingTable.read(bytes, file: "walk.csv", cellSide: 3, choice: choice, names: &names)
    }

    private func recording(
        _ text: String, _ choice: RecordingColumns.Choice = .init()
    ) throws(CommandFailure) -> Recording {
        try recording(Array(text.utf8), choice)
    }

    private func scans(_ text: String) throws(CommandFailure) -> [RecordedScan] { try recording(text).scans }

    private func fault(_ bytes: [UInt8]) -> String {
        do throws(CommandFailure) {
            return try recording(bytes).leftOut.lines.dropFirst().first?.text ?? "none"
        } catch {
            return error.reason
        }
    }

    @Test("a row is a scan: a cell, an instant, and strengths without what was not heard")
    func rows() throws {
        let scans = try scans("\(Self.header)\nO02,10-18-2016 11:15:21,-200,-78\nA1,2016-10-18T11:15:23Z,-199,127\n")
        #expect(scans.count == 2)
        #expect(scans[0].cell == PlanCell(column: 15, row: 2))
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
        #expect(scans[0].cell == PlanCell(column: 1, row: 1) && scans[1].cell == PlanCell(column: 2, row: 1))
        #expect(Array(scans[0].strengths.values) == [-65])
        #expect(scans[0].strengths.keys == scans[1].strengths.keys)
    }

    @Test(
        "each fault is told with its row and column",
        arguments: [
            ("location,date,b1\nO2,10-18-2016 11:15:21,-200,-78\n", "row 2: "),
            ("location,date,b1\nO2,10-18-2016 11:15:21\n", "row 2: "),
            ("location,date,b1\n\n2O,10-18-2016 11:15:21,-78\n", "row 3, column 1 (location): "),
            ("location,date,b1\nAAA1,10-18-2016 11:15:21,-78\n", "row 2, column 1 (location): "),
            ("location,date,b1\nA0,10-18-2016 11:15:21,-78\n", "row 2, column 1 (location): "),
            ("location,date,b1\nO2,18-18-2016 11:15:21,-78\n", "row 2, column 2 (date): "),
            ("location,date,b1\nO2,10-18-2016 24:15:21,-78\n", "row 2, column 2 (date): "),
            ("location,date,b1\nO2,,-78\n", "row 2, column 2 (date): "),
            ("location,date,b1\nO2,1816-01-01 10:00:00,-78\n", "row 2, column 2 (date): "),
            ("\(header)\nO2,10-18-2016 11:15:21,-128,-70\nO2,10-18-2016 11:15:22,-70,-70", "row 2, column 3 (b1): "),
            ("\(header)\nO2,10-18-2016 11:15:21,21,-70\nO2,10-18-2016 11:15:22,-70,-70", "row 2, column 3 (b1): "),
            ("\(header)\nO2,10-18-2016 11:15:21,loud,-70\nO2,10-18-2016 11:15:22,-70,-70", "row 2, column 3 (b1): "),
            ("location,date,b1\nO2,10-18-2016 11:15:21,loud\n", "row 1, column 1 (location): "),
            ("location,date,b1,B1\n", "row 1, column 4 (B1): "), ("location,date,\n", "row 1, column 1 (location): "),
            ("where,date,b1\n", "row 1, column 1 (where): "), ("location,date\n", "row 1, column 1 (location): "),
            ("instant,beacon,strength,x\n", "row 1, column 1 (instant): "),
            ("instant,beacon,strength,x,y\n2016-10-18T11:15:24Z,,-70,1,1\n", "row 2, column 2 (beacon): "),
            ("instant,beacon,strength,x,y\n2016-10-18T11:15:24Z,b1,-70,-1e8,1\n", "row 2, column 4 (x): "),
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
        let long = fault(Array("location,date,\(String(repeating: "b", count: 3000))".utf8))
        #expect(
            long
                == ProximityStrings.faultByte(
                    file: "walk.csv", row: "1", byte: "15",
                    reason: ProximityStrings.reasonLong(limit: GroupedNumber(2000))
                ).text)
        for text in ["", "\n\n", "location,date,b1\n"] { #expect(fault(Array(text.utf8)).hasPrefix("walk.csv")) }
        #expect(fault(Array("location,date,b1\n".utf8)) == ProximityStrings.fileEmpty(file: "walk.csv").text)
    }

    private static let walk = [("2016-10-18T11:15:21Z", -70, -80), ("2016-10-18T11:15:24Z", -71, -81)]

    @Test(
        "marks of unheard are no strengths, in any case and with any unit",
        arguments: [
            "", "100", "100.0", "127", "-200", "0", "NaN", "nan", "NAN", "N/A", "null", "None", "-", "-inf", "\" \"",
        ])
    func unheard(mark: String) throws {
        let recording = try recording(
            "\(Self.header)\nA1,2016-10-18T11:15:21Z,\(mark),-80\nA1,2016-10-18T11:15:24Z,-70 dBm,\u{2212}80\n")
        #expect(recording.scans.map { $0.strengths.values.sorted() } == [[-80], [-80, -70]])
        #expect(recording.leftOut.isEmpty)
    }

    @Test(
        "instants of spreadsheets, loggers and data frames are the same instant",
        arguments: [
            "2016-10-18T11:15:21Z", "2016-10-18 11:15:21", "2016-10-18T11:15:21", "2016-10-18 11:15:21.000",
            "2016/10/18 11:15:21", "2016-10-18T13:15:21+0200", "2016-10-18 06:15:21-05", "2016-10-18 11:15:21 UTC",
            "10-18-2016 11:15:21", "18-10-2016 11:15:21", "18/10/2016 11:15:21", "18.10.2016 11:15:21",
            "10/18/2016 11:15:21 AM", "20161018111521", "1476789321", "1476789321.0", "1476789321000",
            "1476789321000000", "1476789321000000000", "1.476789321e+18", "\"1476789321,0\"",
        ])
    func instants(text: String) throws {
        let scans = try scans("\(Self.header)\nA1,\(text),-70,-80\n")
        #expect(scans.map(\.time) == [Timestamp(seconds: 1_476_789_321)])
    }

    @Test("one date whose order is certain decides for the others of its file")
    func order() throws {
        let days = try scans("\(Self.header)\nA1,02/03/2016 10:00:00,-70,-80\nA1,20/03/2016 10:00:00,-70,-80\n").map(
            \.day)
        #expect(days.map(\.month) == [3, 3] && days.map(\.day) == [2, 20])
        let relative = try scans("location,time_ms,b1\nA1,0,-70\nA1,2500,-70\n")
        #expect(relative.map(\.time.milliseconds) == [0, 2500])
    }

    @Test(
        "the same walk is read however a program or a spreadsheet has written it",
        arguments: [
            ",", ";", "\t", "|",
        ])
    func separators(separator: String) throws {
        func row(_ fields: [String]) -> String { fields.joined(separator: separator) }
        let isComma = separator == ","
        var lines = [row(["X", "Y", "INSTANT", "B1", "\"b2\""])]
        for (instant, one, two) in Self.walk {
            lines.append(
                row([isComma ? "-3.5" : "-3,5", "1", "\"\(instant)\"", isComma ? "\(one).5" : "\(one),5", "\(two)"]))
        }
        let plain = lines.joined(separator: "\n")
        let windows = lines.joined(separator: "\r\n") + "\r\n"
        let utf16 = windows.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let files: [[UInt8]] = [
            Array(plain.utf8), [0xEF, 0xBB, 0xBF] + Array(windows.utf8), [0xFF, 0xFE] + utf16,
            Array("sep=\(separator)\r\n\(windows)".utf8),
            Array(lines.map { $0 + separator }.joined(separator: "\r").utf8),
        ]
        for file in files {
            let recording = try recording(file)
            #expect(recording.scans.map(\.cell) == [PlanCell(column: -1, row: 1), PlanCell(column: -1, row: 1)])
            #expect(recording.scans.map { $0.strengths.values.sorted() } == [[-80, -70.5], [-81, -71.5]])
            #expect(recording.leftOut.rows == 0 && recording.leftOut.readings == 0)
        }
    }

    @Test("columns that are not strengths are left out and named, and a choice of columns decides")
    func columns() throws {
        let text = """
            ,ts,x,y,heading,floor,user,z,b1,near door,phone
            0,1476789321,1,1,-1.5,-1,7,-20,-70,-60,Pixel
            1,1476789324,1,1,-120,-1,7,-20,-71,-61,Pixel
            """
        let found = try recording(text)
        #expect(found.leftOut.ignoredColumns == ["#1", "heading", "floor", "user", "z", "phone"])
        #expect(found.scans.allSatisfy { $0.strengths.count == 2 })
        let chosen = try recording(text, RecordingColumns.Choice(beacons: ["B*", "z"], ignored: ["b2"]))
        #expect(chosen.scans[0].strengths.values.sorted() == [-70, -20])
        #expect(try recording(text, RecordingColumns.Choice(ignored: ["near*"])).scans[0].strengths.count == 1)
    }

    @Test("a weakest strength that a quarter of all fields have stands for unheard, and is reported")
    func frequent() throws {
        let rows = (0..<40).map { "A1,2016-10-18T11:15:\(10 + $0)Z,\($0 % 2 == 0 ? -110 : -70),-80" }
        let found = try recording(([Self.header] + rows).joined(separator: "\n"))
        #expect(found.leftOut.marks == [-110] && found.scans[0].strengths.count == 1)
    }

    @Test(
        "rows of a clock that jumped are used and reported, in both forms; a recording of several years is none",
        arguments: ["1970-01-01T00:00:05Z", "2066-10-18T11:15:24Z", "2018-01-01T00:00:00Z"])
    func jumps(instant: String) throws {
        var lines = (0..<8).map { "A1,2016-10-18T11:15:1\($0)Z,-70,-80" }
        lines[5] = "A1,\(instant),-70,-80"
        let rows = try recording(([Self.header] + lines).joined(separator: "\n"))
        #expect(rows.scans.count == 8 && rows.leftOut.jumps == 1 && rows.leftOut.rows == 0)
        let text = rows.leftOut.lines.map(\.text).joined(separator: "\n")
        #expect(text.contains("walk.csv, row 7, column 2") && text.contains(instant.prefix(10)), "\(text)")
        var readings = (0..<8).map { "2016-10-18T11:15:1\($0)Z,b1,-70,1,1" }
        readings[2] = "\(instant),b1,-70,1,1"
        let found = try recording((["instant,beacon,strength,x,y"] + readings).joined(separator: "\n"))
        #expect(found.leftOut.jumps == 1)
        #expect(found.leftOut.lines.map(\.text).joined().contains("row 4, column 1"))
        let years = lines.enumerated().map { index, line in
            index % 2 == 0 ? line : line.replacingOccurrences(of: "2016", with: "2019")
        }
        #expect(try recording(([Self.header] + years).joined(separator: "\n")).leftOut.jumps == 0)
    }

    @Test("two bad rows cost two rows, and the list of them is bounded")
    func leavingOut() throws {
        var lines = (0..<100).map { "A1,2016-10-18T11:\(10 + $0 / 60):\(10 + $0 % 50)Z,-70,-80" }
        lines[3] = "A1,yesterday,-70,-80"
        lines[7] = "A1,\"2016-10-18T11:15:21Z,-70,-80"
        lines[9] = "A1,2016-10-18T11:15:21Z,42,-80"
        let found = try recording(([Self.header] + lines).joined(separator: "\n"))
        #expect(found.scans.count == 98 && found.leftOut.rows == 2 && found.leftOut.readings == 1)
        #expect(found.leftOut.first.map(\.row) == [5, 9, 11])
        let bad = (0..<100).map { _ in "A1,yesterday,-70,-80" }
        let many = try recording(([Self.header] + bad + lines).joined(separator: "\n"))
        #expect(many.leftOut.rows == 102 && many.leftOut.first.count == LeftOut.mostListed)
        #expect(many.leftOut.lines.count == LeftOut.mostListed + 2)
    }
}
