import Basics
import Foundation
import Proximity
import Strings
import Testing

@testable import Commands

@Suite("Positions judged on recordings")
struct PositionEvaluationTests {
    /// Two days of a corridor of four cells with a beacon at either end, walked there and back.
    private func corridor(days: Int = 2) -> String {
        var text = "location,date,b1,b2\n"
        for day in 1...days {
            for step in 0..<80 {
                let place = step / 10
                let cell = place < 4 ? place : 7 - place
                let noise = (step * 7 + day * 3) % 5 - 2
                text += "\(["A", "B", "C", "D"][cell])1,10-0\(day)-2016 11:\(10 + step / 30):\(10 + step % 30),"
                text += "\(-60 - 8 * cell + noise),\(-84 + 8 * cell - noise)\n"
            }
        }
        return text
    }

    private func report(
        _ text: String, training: String? = nil, plan: String? = nil
    ) throws(CommandFailure) -> EvaluationReport {
        var names = BeaconNames()
        let scans = try RecordingTable.read(Array(text.utf8), file: "a.csv", cellSide: 3, names: &names).scans
        var taught: [RecordedScan]?
        if let training {
            taught = try RecordingTable.read(Array(training.utf8), file: "b.csv", cellSide: 3, names: &names).scans
        }
        var beacons: BeaconPlan?
        if let plan { beacons = try BeaconPlan(Array(plan.utf8), file: "plan.csv", cellSide: 3, names: &names) }
        return try EvaluateCommand.report(scans, training: taught, plan: beacons, cellSide: 3)
    }

    @Test("every method is judged on the same rows, each day by the other days")
    func leaveOneDayOut() throws {
        let report = try report(corridor(), plan: "beacon,x,y\nb1,1,1\nb2,4,1\n")
        let results = report.evaluation.results
        #expect(report.evaluation.rows == 160 && report.evaluation.days.count == 2)
        #expect(Set(results.keys) == Set(PositionEvaluation.Method.allCases))
        #expect(results.values.allSatisfy { $0.errors.count == 160 })
        let estimator = try #require(results[.estimator])
        #expect(estimator.exactShare > 0.7 && estimator.mean < 0.4, "\(estimator.exactShare) \(estimator.mean)")
        #expect(try #require(estimator.shareWithinDoubt) > 0.6)
    }

    @Test("one object has the figures of each method, with rows and days")
    func json() throws {
        let text = try report(corridor()).json.compactText
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object["rows"] as? Int == 160 && object["days"] as? Int == 2)
        for method in ["nearest1", "nearest3", "nearest5", "estimator"] {
            let figures = try #require(object[method] as? [String: Any])
            for name in ["exactCell", "meanCells", "p90Cells"] {
                #expect(figures[name] is Double || figures[name] is Int)
            }
            #expect(figures["rows"] as? Int == 160 && figures["days"] as? Int == 2)
        }
        #expect(object["pathLoss"] == nil)
    }

    @Test("with another recording to learn from one day is enough, and without it is not")
    func training() throws {
        let report = try report(corridor(days: 1), training: corridor())
        #expect(report.evaluation.rows == 80 && report.trainingRows == 160)
        do throws(CommandFailure) {
            _ = try self.report(corridor(days: 1))
            Issue.record("one day was judged by itself")
        } catch {
            #expect(error.reason == ProximityStrings.daysSingle.text)
        }
    }

    @Test("beacons that the survey never heard, and rows in disorder, change nothing")
    func disorder() throws {
        let plain = try report(corridor()).json.compactText
        let lines = corridor().split(separator: "\n")
        let reversed = ([lines[0]] + lines.dropFirst().reversed()).joined(separator: "\n")
        let other = try report(reversed)
        // Of scans alike the earlier in the file is nearer, so that neighbours may differ.
        #expect(
            other.evaluation.results[.estimator]?.exactShare
                == (try report(corridor())).evaluation.results[.estimator]?.exactShare)
        #expect(try report(corridor()).json.compactText == plain)
        let strangers = lines.enumerated().map { "\($1),\($0 == 0 ? "b9" : "-70")" }.joined(separator: "\n")
        #expect(try report(strangers, training: corridor()).evaluation.rows == 160)
    }

    @Test("the error that nine of ten do not exceed is the one of that rank")
    func ninetieth() {
        var result = MethodResult()
        for column in 1...10 { result.add(PlanCell(column: column, row: 1), truth: PlanCell(column: 1, row: 1)) }
        #expect(result.ninetieth == 8 && result.exact == 1 && result.mean == 4.5)
    }

    @Test("a circle that holds clearly too little is reported as a thin survey, by enough rows")
    func thinSurvey() throws {
        func result(held: Int, of rows: Int) -> MethodResult {
            var result = MethodResult()
            for row in 0..<rows {
                result.add(PlanCell(column: row < held ? 1 : 9, row: 1), truth: PlanCell(column: 1, row: 1), doubt: 1)
            }
            return result
        }
        #expect(result(held: 89, of: 150).isTooSure == true && result(held: 90, of: 150).isTooSure == false)
        #expect(result(held: 0, of: 149).isTooSure == nil)
        var report = try report(corridor())
        #expect(report.evaluation.results[.estimator]?.isTooSure == false)
        #expect(!report.lines.contains { $0.text == ProximityStrings.reportThinSurvey.text })
        // Far ends of the corridor change places, which the survey cannot know.
        let swapped = corridor().replacingOccurrences(of: "A1,", with: "Z1,").replacingOccurrences(
            of: "D1,", with: "A1,"
        )
        .replacingOccurrences(of: "Z1,", with: "D1,")
        report = try self.report(swapped, training: corridor())
        #expect(report.evaluation.results[.estimator]?.isTooSure == true)
        #expect(report.lines.contains { $0.text == ProximityStrings.reportThinSurvey.text })
    }

    @Test("a plan's faults are told with row and column, and what is no venue with its first fault")
    func plan() {
        func fault(_ plan: String) -> String {
            do throws(CommandFailure) {
                _ = try report(corridor(), plan: plan)
                return "none"
            } catch { return error.reason }
        }
        #expect(fault("beacon,x\n").hasPrefix("plan.csv, row 1, column 1 (beacon): "))
        #expect(fault("beacon,x,y\nb1,1,1\nB1,2,2\n").hasPrefix("plan.csv, row 3, column 1 (beacon): "))
        #expect(fault("beacon,x,y\nb1,1,two\n").hasPrefix("plan.csv, row 2, column 3 (y): "))
        #expect(fault("{}").hasPrefix("plan.csv"))
    }

    private static let recording = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../shared/data/uci-ibeacon/train.csv").standardizedFileURL.path

    @Test(
        "on a real building it is right more often than neighbours, and less far off",
        .enabled(if: FileManager.default.fileExists(atPath: recording)))
    func building() throws {
        let text = try String(contentsOfFile: Self.recording, encoding: .utf8)
        let results = try report(text).evaluation.results
        let (estimator, neighbour) = (try #require(results[.estimator]), try #require(results[.nearest1]))
        #expect(estimator.exactShare > 0.47 && estimator.mean < 1.1, "\(estimator.exactShare) \(estimator.mean)")
        #expect(estimator.exactShare > neighbour.exactShare + 0.1 && estimator.mean < neighbour.mean - 0.5)
        let share = try #require(estimator.shareWithinDoubt)
        #expect(share > 0.63 && share < 0.77, "\(share)")
    }
}
