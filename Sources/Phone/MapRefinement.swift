import API
import Basics
import Beacons
import Foundation
import RadioMaps

/// What a phone gathers to have radio maps refined, and what of it is on its way.
///
/// Of a day it has in memory, for each beacon, how many strengths there were and the sum of what they differ by; when the day
/// (UTC) is over one beacon is chosen by chance and everything else is forgotten. Presentations of the month's credential,
/// one for each day, and the report that is on its way lie in a file.
package struct MapRefinement: Sendable {
    /// With fewer strengths of a beacon on a day than this nothing is told of it.
    package static let leastStrengths = 30

    /// A report as it is sent.
    struct Outgoing: Codable, Hashable, Sendable {
        /// On which day it was heard (UTC).
        let day: Int
        /// The body; all are of one length.
        let text: String
        /// In milliseconds since 1970: when it is sent.
        var notBefore: Int64

        /// When it is sent.
        var at: Timestamp { Timestamp(milliseconds: notBefore) }
    }

    private struct Kept: Codable {
        let day: Int
        let presentation: String
    }

    private struct Contents: Codable {
        static let format = 1

        var format = Self.format
        var kept: [Kept] = []
        var outgoing: [Outgoing] = []
    }

    /// What a sum is of.
    private struct Subject: Hashable {
        let beacon: BeaconIdentity
        let number: Int64
    }

    private struct Sum {
        var strengths = 0
        var decibels = 0.0
    }

    /// Whether the owner agrees.
    let isAgreed: Bool
    private let file: PrivateFile?
    private var presentations: [Int: String] = [:]
    /// The reports that are on their way.
    private(set) var outgoing: [Outgoing] = []
    private var day: Int?
    private var sums: [Subject: Sum] = [:]

    /// A refinement with what an earlier process left in `file`, nothing where that cannot be read; nil keeps it in memory.
    ///
    /// Without the owner's agreement nothing is gathered or sent, not even what an earlier process prepared.
    package init(isAgreed: Bool, file: URL?) {
        self.isAgreed = isAgreed
        self.file = file.map { PrivateFile(url: $0) }
        guard let data = self.file?.contents, let contents = try? JSONDecoder().decode(Contents.self, from: data),
            contents.format == Contents.format
        else { return }
        presentations = Dictionary(
            contents.kept.map { ($0.day, $0.presentation) }, uniquingKeysWith: { first, _ in first })
        if isAgreed { outgoing = contents.outgoing }
    }

    /// Takes in what a second says.
    mutating func hear(_ residuals: [MapResidual], at now: Timestamp) {
        guard isAgreed else { return }
        if day == nil { day = Self.day(of: now) }
        for residual in residuals where residual.number > 0 && residual.decibels.isFinite {
            let subject = Subject(beacon: residual.beacon, number: residual.number)
            sums[subject, default: Sum()].strengths += 1
            sums[subject, default: Sum()].decibels += residual.decibels
        }
    }

    /// Ends the day when it is over: prepares a report of one beacon by chance, of those of which there is enough and whose
    /// map `isInForce`, to be sent at any instant of the day that begins; throws when the file cannot be written.
    mutating func close(
        at now: Timestamp, isInForce: (UUID128, Int64) -> Bool, using random: inout some RandomNumberGenerator
    ) throws {
        let today = Self.day(of: now)
        guard let day, day != today else { return }
        defer { (self.day, sums) = (today, [:]) }
        // A dictionary has no order of its own, and the same phone must do the same.
        let told = sums.filter {
            $0.value.strengths >= Self.leastStrengths && isInForce($0.key.beacon.uuid, $0.key.number)
        }.sorted {
            ($0.key.beacon.uuid.description, $0.key.beacon.major, $0.key.beacon.minor)
                < ($1.key.beacon.uuid.description, $1.key.beacon.major, $1.key.beacon.minor)
        }
        // The day before is told of, and no other: the phone or its clock was elsewhere for longer.
        guard day == today - 1, let (subject, sum) = told.randomElement(using: &random),
            let presentation = presentations.removeValue(forKey: day)
        else { return }
        let most = Double(ResidualHistogram.largest)
        let mean = min(max((sum.decibels / Double(sum.strengths)).rounded(), -most), most)
        let residual = BeaconResidual(
            beacon: subject.beacon, number: subject.number, decibels: Int(mean), day: day)
        let end = Timestamp(seconds: Int64(today + 1) * 86_400)
        let wait = Int64.random(in: 0..<max(1, end.milliseconds(since: now)), using: &random)
        guard let body = RadioResidualBody(residual, presentation: presentation), let json = try? body.json() else {
            return
        }
        outgoing.append(
            Outgoing(
                day: day, text: String(decoding: json, as: UTF8.self),
                notBefore: now.advanced(byMilliseconds: wait).milliseconds))
        try save()
    }

    /// Keeps presentations that were made, each for a day; throws as `close`.
    mutating func keep(_ made: [(day: Int, presentation: [UInt8])]) throws {
        guard !made.isEmpty else { return }
        for (day, presentation) in made { presentations[day] = presentation.hexadecimal }
        try save()
    }

    /// Forgets the presentations of days before `day`; throws as `close`.
    mutating func forget(before day: Int) throws {
        guard presentations.keys.contains(where: { $0 < day }) else { return }
        presentations = presentations.filter { $0.key >= day }
        try save()
    }

    /// Takes out a report that has arrived or is worth nothing any more; throws as `close`.
    mutating func remove(_ report: Outgoing) throws {
        outgoing.removeAll { $0.text == report.text }
        try save()
    }

    /// Puts off a report; throws as `close`.
    mutating func postpone(_ report: Outgoing, until later: Timestamp) throws {
        for index in outgoing.indices where outgoing[index].text == report.text {
            outgoing[index].notBefore = later.milliseconds
        }
        try save()
    }

    private func save() throws {
        guard let file else { return }
        let kept = presentations.sorted { $0.key < $1.key }.map { Kept(day: $0.key, presentation: $0.value) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try file.replace(with: try encoder.encode(Contents(kept: kept, outgoing: outgoing)))
    }

    /// The day of UTC, in days since 1970-01-01.
    static func day(of now: Timestamp) -> Int { Int(now.seconds.flooredQuotient(by: 86_400)) }
}

extension RadioResidualBody {
    /// The most characters that the parts of changing length have together: the numbers.
    private static let longest = 32

    /// A residual as it is sent, each as long as any other; nil when its numbers are out of range.
    init?(_ residual: BeaconResidual, presentation: String) {
        let (beacon, decibels) = (residual.beacon, residual.decibels)
        let length = "\(residual.number)\(beacon.major)\(beacon.minor)\(decibels)".utf8.count
        guard residual.number > 0, length <= Self.longest else { return nil }
        let day = Timestamp(seconds: Int64(residual.day) * 86_400).rfc3339.prefix(10)
        self.init(
            venue: beacon.uuid.description, number: Int(residual.number), major: Int(beacon.major),
            minor: Int(beacon.minor), decibels: decibels, day: String(day), presentation: presentation,
            padding: String(repeating: " ", count: Self.longest - length))
    }
}
