import API
import Basics
import Foundation
import Loyalty

/// The presentations of reports that a phone made ahead, and the reports that are on their way, kept in a file.
///
/// A presentation leaves the file before its report leaves the phone, so that no restart makes two reports of it; the
/// report's bytes stay until they have arrived, so that another try is the very same.
package struct PresentationStore: Sendable {
    /// A report as it is sent.
    package struct Outgoing: Codable, Hashable, Sendable {
        /// The venue of its shop.
        let venue: String
        /// The major of its shop.
        let major: UInt16
        /// Of which day of the venue it tells.
        package let day: Int
        /// The body, UTF-8; all are of one length.
        let text: String
        /// In milliseconds since 1970: when it is sent.
        var notBefore: Int64

        /// The body, as it is sent each time.
        package var body: [UInt8] { Array(text.utf8) }
        /// The shop of which it tells; nil when the file says none.
        package var shop: ShopKey? { UUID128(venue).map { ShopKey(venue: $0, major: major) } }
        /// When it is sent.
        package var at: Timestamp { Timestamp(milliseconds: notBefore) }
    }

    /// For what a presentation is.
    private struct Key: Codable, Hashable {
        let venue: String
        let major: UInt16
        let day: Int
        let cube: String

        init(_ place: ShopDay, _ cube: Cube) {
            venue = place.shop.venue.description
            major = place.shop.major
            day = place.day
            self.cube = cube.rawValue
        }
    }

    private struct Kept: Codable {
        let key: Key
        let presentation: String
    }

    private struct Contents: Codable {
        static let format = 1

        var format = Self.format
        var had: Set<String> = []
        var asked: [String: Int64] = [:]
        var kept: [Kept] = []
        var outgoing: [Outgoing] = []
    }

    private var had: Set<String> = []
    private var asked: [String: Int64] = [:]
    private var kept: [Key: String] = [:]
    /// The reports that are on their way.
    package private(set) var outgoing: [Outgoing] = []
    private let file: PrivateFile?

    /// The store in `file`, empty where that cannot be read; nil keeps it in memory alone.
    package init(file: URL?) {
        self.file = file.map { PrivateFile(url: $0) }
        guard let data = self.file?.contents, let contents = try? JSONDecoder().decode(Contents.self, from: data),
            contents.format == Contents.format
        else { return }
        had = contents.had
        asked = contents.asked
        kept = Dictionary(contents.kept.map { ($0.key, $0.presentation) }, uniquingKeysWith: { first, _ in first })
        outgoing = contents.outgoing
    }

    /// How many presentations are left.
    package var count: Int { kept.count }

    /// Whether the credential of a period was issued to this account, to this process or to another one.
    package func isHad(_ period: ReportPeriod) -> Bool { had.contains(period.text) }

    /// When the credential of a period is asked for; nil while that is not decided.
    package func asksAt(_ period: ReportPeriod) -> Timestamp? {
        asked[period.text].map { Timestamp(milliseconds: $0) }
    }

    /// Decides when the credential of a period is asked for; throws when the file cannot be written.
    package mutating func ask(_ period: ReportPeriod, at instant: Timestamp) throws {
        asked[period.text] = instant.milliseconds
        try save()
    }

    /// Keeps what was made with the credential of a period, which is had from now on; throws as `ask`.
    package mutating func keep(_ made: [(place: ShopDay, cube: Cube, presentation: [UInt8])], of period: ReportPeriod)
        throws
    {
        had.insert(period.text)
        asked[period.text] = nil
        for (place, cube, presentation) in made { kept[Key(place, cube)] = presentation.hexadecimal }
        try save()
    }

    /// Makes a report of the presentation for it, which is taken out, and gives whether there was one; throws as `ask`.
    package mutating func prepare(_ report: PlannedReport) throws -> Bool {
        guard let presentation = kept.removeValue(forKey: Key(report.place, report.cell.cube)),
            let body = ReportBody(report, presentation: presentation), let json = try? body.json()
        else { return false }
        let shop = report.place.shop
        outgoing.append(
            Outgoing(
                venue: shop.venue.description, major: shop.major, day: report.place.day,
                text: String(decoding: json, as: UTF8.self), notBefore: report.at.milliseconds))
        try save()
        return true
    }

    /// Takes out a report that has arrived or is worth nothing any more; throws as `ask`.
    package mutating func remove(_ report: Outgoing) throws {
        outgoing.removeAll { $0.text == report.text }
        try save()
    }

    /// Puts off a report; throws as `ask`.
    package mutating func postpone(_ report: Outgoing, until later: Timestamp) throws {
        for index in outgoing.indices where outgoing[index].text == report.text {
            outgoing[index].notBefore = later.milliseconds
        }
        try save()
    }

    /// Forgets the presentations of days before `day`; throws as `ask`.
    package mutating func forget(before day: Int) throws {
        guard kept.keys.contains(where: { $0.day < day }) else { return }
        kept = kept.filter { $0.key.day >= day }
        try save()
    }

    private func save() throws {
        guard let file else { return }
        let sorted = kept.sorted { one, other in
            (one.key.venue, one.key.major, one.key.day, one.key.cube)
                < (other.key.venue, other.key.major, other.key.day, other.key.cube)
        }
        let contents = Contents(
            had: had, asked: asked, kept: sorted.map { Kept(key: $0.key, presentation: $0.value) }, outgoing: outgoing)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try file.replace(with: try encoder.encode(contents))
    }
}

extension ReportBody {
    /// The most characters that the parts of changing length have together: the major, the cube and the cell.
    private static let longest = 40

    /// A report as it is sent, each as long as any other; nil when its day or its cube is none of the table's.
    init?(_ report: PlannedReport, presentation: String) {
        guard let cube = ReportCube(rawValue: report.cell.cube.rawValue) else { return nil }
        let (major, cell) = (Int(report.place.shop.major), report.cell.rawValue)
        let length = String(major).utf8.count + cube.rawValue.utf8.count + cell.utf8.count
        guard length <= Self.longest else { return nil }
        let day = Timestamp(seconds: Int64(report.place.day) * 86_400).rfc3339.prefix(10)
        self.init(
            venue: report.place.shop.venue.description, major: major, day: String(day), cube: cube, cell: cell,
            period: ReportPeriod(containing: report.place.day).text, presentation: presentation,
            padding: String(repeating: " ", count: Self.longest - length))
    }
}
