import ArgumentParser
import Basics
import Foundation
import Loyalty
import LoyaltyService
import Proximity
import Strings
import Testing

@testable import Commands

/// A hall of 20 by 12 m with a shop and beacons in its left half alone.
private func hall(name: String = "Hall", beacons: Int = 4, width: Double = 20) throws -> Venue {
    let places = (0..<beacons).map { number in
        """
        {"major": 1, "minor": \(number + 1), "x": \(1 + Double(number % 3) * 3), "y": \(1 + number / 3 % 3 * 4),
         "zone": "aisle", "measuredPower": -59, "period": 60, "neighbours": []}
        """
    }
    let quoted = JSONValue.string(name).compactText
    return try VenueFile.read(
        Data(
            """
            {"name": \(quoted), "uuid": "6f3c9c1e-52d4-4a7b-9b0e-3d9e7c41a8f2", "timeZone": "Europe/Madrid",
             "location": {"latitude": 40, "longitude": -3},
             "plan": {"width": \(width), "height": 12, "walls": [[0, 6, 4, 6]], "image": null},
             "shops": [{"major": 100, "name": "Almendra", "category": "fashion",
                        "area": [[12, 0], [20, 0], [20, 12], [12, 12]]}],
             "beacons": [\(places.joined(separator: ","))], "offers": []}
            """.utf8))
}

@Suite("The accuracy of a venue before its beacons are bought")
struct AccuracyTests {
    private static let air = ExpectedAir(packetsPerSecond: 2)

    private func report(_ venue: Venue) async throws -> AccuracyReport {
        AccuracyReport(venue: venue, trial: await AccuracyTrial(of: venue, air: Self.air) { _ in })
    }

    @Test("the words and the object say the same, the worst place has its shop, and one more beacon helps there")
    func report() async throws {
        let report = try await report(hall())
        let accuracy = try #require(report.object["accuracy"])
        guard case .number(let mean) = accuracy["meanMetres"], case .array(let cells) = accuracy["cells"] else {
            Issue.record("\(accuracy)")
            return
        }
        #expect(cells.count == report.trial.accuracy.places.count && (180...240).contains(cells.count))
        #expect(abs(mean.double - report.trial.accuracy.mean) < 0.001)
        #expect(accuracy["worst"]?["shop"] == .count(100))
        let improvement = try #require(report.trial.improvement)
        #expect(improvement.point.x > 10 && improvement.accuracy.mean < report.trial.accuracy.mean)
        #expect(accuracy["proposal"]?["x"] != nil)
        for language in Language.allCases {
            let lines = report.lines.map { $0.said(in: language) }
            #expect(lines.count == 6 && lines.allSatisfy { !$0.contains("{") }, "\(lines)")
            #expect(lines[4].contains("Almendra"), "\(lines)")
        }
    }

    @Test("progress goes up from nothing to all, and the trial is the same on any number of cores")
    func progress() async throws {
        let venue = try hall()
        var told: [Double] = []
        let trial = await AccuracyTrial(of: venue, air: Self.air) { told.append($0) }
        #expect(told == told.sorted() && told.first! > 0 && abs(told.last! - 1) < 1e-9)
        let plain = PlanTrial(venue, air: Self.air)
        #expect(ExpectedAccuracy(plain.samples(of: 0..<plain.count), of: plain).places == trial.accuracy.places)
    }

    @Test("a picture has every beacon, all colours of the scale, and no name that could be taken for XML")
    func picture() async throws {
        let name = #"<script>alert("&")</script> 'A'"#
        let venue = try hall(name: name)
        let trial = await AccuracyTrial(of: venue, air: Self.air) { _ in }
        let picture = AccuracyPicture(venue: venue, trial: trial).svg
        #expect(!picture.contains("<script") && picture.contains("&lt;script&gt;alert(&quot;&amp;&quot;)"))
        // Four beacons and the legend's; the beacon to add and the legend's.
        #expect(picture.components(separatedBy: "<circle").count - 1 == 5)
        #expect(picture.components(separatedBy: "crimson").count - 1 == 2)
        for colour in ["#fee838", "#d2c060", "#a59c74", "#7c7b78", "#575d6d", "#2a3f6d", "#00224e"] {
            #expect(picture.contains(colour))
        }
        #expect(picture.hasPrefix("<svg ") && picture.hasSuffix("</svg>\n"))
    }

    @Test("a plan of any shape fits the picture", arguments: [20.0, 2000])
    func shape(width: Double) async throws {
        let venue = try hall(beacons: 1, width: width)
        let picture = AccuracyPicture(
            venue: venue, trial: await AccuracyTrial(of: venue, air: Self.air) { _ in }
        ).svg
        #expect(picture.contains("viewBox=\"0 0 1000 "))
    }

    @Test("a picture goes to an ordinary file in a folder that can be written, or nowhere")
    func file() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cerca-picture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for path in [folder.path, folder.appending(path: "none/a.svg").path, "/dev/null"] {
            #expect(throws: CommandFailure.self, "\(path)") { _ = try PictureFile(path: path) }
        }
        let path = folder.appending(path: "a.svg").path
        let file = try PictureFile(path: path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        try file.write("one")
        try file.write("two")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "two")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.svg"])
        try FileManager.default.removeItem(at: folder)
        #expect(throws: CommandFailure.self) { try file.write("three") }
    }

    @Test(
        "options that make no sense are refused",
        arguments: [
            "check a.json --picture a.svg", "check a.json --accuracy --bodies 21",
            "check a.json --accuracy --bodies -1",
            "check a.json --accuracy --position 10",
        ])
    func refused(arguments: String) {
        #expect(throws: (any Error).self) {
            _ = try VenueCommand.parseAsRoot(arguments.split(separator: " ").map(String.init))
        }
    }
}
