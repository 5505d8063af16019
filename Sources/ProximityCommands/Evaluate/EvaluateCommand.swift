import ArgumentParser
import CommandOutput
import Encodings
import Foundation
import Strings

/// `cerca proximity evaluate`: how often positions are right on recordings whose truth is known.
struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Measure how well positions are told, on recordings with known places.",
        discussion: """
            Reads recordings as CSV. Either a row is a scan: a cell as O02 (a column A, B, … and a row 1, 2, …), an \
            instant as 10-18-2016 11:15:21 or 2016-10-18T11:15:21Z, and a column for each beacon with its strength in \
            dBm, or -200, -199, -198 or 127 where it was not heard (the BLE RSSI data set of UCI). Or a row is a \
            reading, under the names instant, beacon, strength, and cell or x and y in metres.

            Prints for each method the share of exact cells, the mean error and the error that nine of ten rows do not \
            exceed, both in cells: for nearest neighbours (1, 3, 5), for path loss when --plan says where the beacons \
            are, and for the estimator, a radio map with a filter that knows only the past of each row. The distance \
            of two cells is Euclidean.

            Each day is judged by a map that the other days teach; with --train, all rows are judged by the rows of \
            that file.
            """)

    @Argument(help: "Recordings, as CSV.", completion: .file())
    var files: [String]

    @Option(help: "Where the beacons are: a venue file, or rows of beacon,x,y in cells.", completion: .file())
    var plan: String?

    @Option(help: "A recording to learn from, instead of the other days.", completion: .file())
    var train: String?

    @Option(help: "The side of a cell in metres, for x and y in metres and for path loss.")
    var cell = 3.0

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (0.1...100).contains(cell) else {
            throw ValidationError("--cell must be from 0.1 to 100 metres")
        }
    }

    func run() throws {
        var names = BeaconNames()
        var scans: [RecordedScan] = []
        for file in files {
            scans += try RecordingTable.scans(
                Self.bytes(of: file), file: file, cellSide: cell, names: &names)
        }
        let training = try train.map {
            try RecordingTable.scans(Self.bytes(of: $0), file: $0, cellSide: cell, names: &names)
        }
        let beacons = try plan.map {
            try BeaconPlan(Self.bytes(of: $0), file: $0, cellSide: cell, names: &names)
        }
        let report = try Self.report(scans, training: training, plan: beacons, cellSide: cell)
        if json {
            print(report.json.compactText)
        } else {
            for line in report.lines { print(line.text) }
        }
    }

    /// What all methods come to on these scans.
    static func report(
        _ scans: [RecordedScan], training: [RecordedScan]?, plan: BeaconPlan?, cellSide: Double
    ) throws(CommandFailure) -> EvaluationReport {
        var evaluation = PositionEvaluation(plan: plan, cellSide: cellSide)
        if let training {
            evaluation.judge(scans, taughtBy: training)
        } else {
            guard Set(scans.map(\.day)).count > 1 else { throw CommandFailure(ProximityStrings.daysSingle.text) }
            evaluation.leaveOneDayOut(scans)
        }
        return EvaluationReport(evaluation: evaluation, trainingRows: training?.count)
    }

    /// The bytes of a file that somebody named, as many as a recording may have.
    private static func bytes(of path: String) throws -> [UInt8] {
        let data = try InputFile.bytes(of: path, upTo: RecordingTable.sizeLimit)
        guard data.count <= RecordingTable.sizeLimit else {
            throw CommandFailure(
                ProximityStrings.fileTooLarge(file: path, limit: GroupedNumber(RecordingTable.sizeLimit >> 20)).text)
        }
        return [UInt8](data)
    }
}
