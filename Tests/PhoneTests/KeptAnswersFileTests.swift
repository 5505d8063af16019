import API
import Basics
import Foundation
import Loyalty
import Testing

@testable import Phone

@Suite("What a phone keeps of its server")
struct KeptAnswersFileTests {
    private static let at = Timestamp(milliseconds: 1_795_253_400_250)
    private static let uuid = "7b44b47b-52a1-5381-90c2-f09b6838c5d4"

    private static func body(name: String = "Little centre", width: Double = 20, major: Int = 100) throws -> VenueBody {
        let json = """
            {"uuid": "\(uuid)", "name": "\(name)", "timeZone": "Europe/Madrid",
             "location": {"latitude": 40, "longitude": -3},
             "plan": {"width": \(width), "height": 15, "walls": [[0, 5, 20, 5]]},
             "shops": [{"major": \(major), "name": "Almendra", "category": "books",
                        "area": [[0, 0], [4, 0], [4, 4]]}],
             "beacons": [{"major": \(major), "minor": 1, "x": 2, "y": 2, "zone": "window",
                          "measuredPower": -59, "period": 60, "neighbours": []}],
             "pointsForTime": 30}
            """
        return try JSONDecoder().decode(VenueBody.self, from: Data(json.utf8))
    }

    private static func answers(
        _ bodies: [VenueBody]? = nil, token: String = "secret-of-a-session"
    ) throws -> ServerAnswers {
        try #require(
            ServerAnswers(
                at: at, token: token, bodies: bodies ?? [try body()],
                choicesBody: ChoicesBody(shops: [ShopChoiceBody(venue: uuid, major: 100, term: .coupons)])))
    }

    private func withFile(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appending(path: "kept.json"))
    }

    private func kept(_ file: URL, email: String = "ana@example.org") -> KeptAnswersFile {
        KeptAnswersFile(file: file, email: email, server: "https://cerca.example")
    }

    private func fault(_ finding: KeptAnswersFile.Finding) -> KeptAnswersFile.Fault? {
        guard case .unusable(let fault) = finding else { return nil }
        return fault
    }

    @Test("what was kept is there again, whole, for its owner alone, and names neither address nor server")
    func survives() throws {
        try withFile { file in
            guard case .nothing = kept(file).read() else { return #expect(Bool(false), "there is no file yet") }
            try kept(file).keep(try Self.answers())
            guard case .kept(let read) = kept(file).read() else { return #expect(Bool(false), "it is not read") }
            let written = try Self.answers()
            #expect(read.at == written.at && read.token == written.token && read.bodies == written.bodies)
            #expect(read.choices == written.choices && read.terms == written.terms)
            #expect(read.terms.values.map(\.rawValue) == ["coupons"])
            let venue = try #require(read.venues.first)
            #expect(venue.timeZone == "Europe/Madrid" && venue.pointsForTime == 30 && venue.beacons.count == 1)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(!text.contains("ana") && !text.contains("cerca.example"))
        }
    }

    @Test("a file that is cut or has one other bit is told and not used, wherever that is")
    func damaged() throws {
        try withFile { file in
            try kept(file).keep(try Self.answers())
            let whole = try Data(contentsOf: file)
            for length in [0, 1, 40, whole.count / 2, whole.count - 1] {
                try whole.prefix(length).write(to: file)
                #expect(fault(kept(file).read()) == .damaged, "cut to \(length)")
            }
            for place in stride(from: 0, to: whole.count, by: 7) {
                var other = whole
                other[place] ^= 0x04
                try other.write(to: file)
                #expect(fault(kept(file).read()) != nil, "byte \(place)")
            }
            try (whole + Data("x".utf8)).write(to: file)
            #expect(fault(kept(file).read()) == .damaged)
        }
    }

    @Test("a file of another account, of another server or of another version is told as that")
    func others() throws {
        try withFile { file in
            try kept(file).keep(try Self.answers())
            #expect(fault(kept(file, email: "eva@example.org").read()) == .account)
            let elsewhere = KeptAnswersFile(file: file, email: "ana@example.org", server: "https://other.example")
            #expect(fault(elsewhere.read()) == .account)
            let text = try String(contentsOf: file, encoding: .utf8)
            try text.replacing("\"format\":1", with: "\"format\":2").write(to: file, atomically: true, encoding: .utf8)
            #expect(fault(kept(file).read()) == .version)
        }
    }

    @Test("numbers that no venue has are not used, although the file is what was written")
    func nonsense() throws {
        let impossible = try Self.body(major: 70_000)
        #expect(
            ServerAnswers(at: Self.at, token: "t", bodies: [impossible], choicesBody: ChoicesBody(shops: [])) == nil)
    }

    @Test("too much is not read, and what would be too much is not kept")
    func bounded() throws {
        try withFile { file in
            try kept(file).keep(try Self.answers())
            let long = try Self.answers([Self.body(name: String(repeating: "x", count: KeptAnswersFile.mostBytes))])
            try kept(file).keep(long)
            guard case .nothing = kept(file).read() else { return #expect(Bool(false), "something was kept") }
            try Data(repeating: 0x20, count: KeptAnswersFile.mostBytes + 1).write(to: file)
            #expect(fault(kept(file).read()) == .damaged)
        }
    }

    @Test("what is new is told: a venue that changed, one that came, one that went, and nothing where nothing is new")
    func news() throws {
        let (old, same) = (try Self.answers(), try Self.answers(token: "another"))
        #expect(same.news(since: old).venues == nil && same.venueEvents(since: old) == [])
        let renamed = try Self.answers([Self.body(name: "Large centre")])
        #expect(renamed.news(since: old).venues?.map(\.name) == ["Large centre"])
        #expect(renamed.venueEvents(since: old) == [.venueChanged(name: "Large centre")])
        let none = try Self.answers([])
        #expect(none.news(since: old).venues?.isEmpty == true)
        #expect(none.venueEvents(since: old) == [.venueGone(name: "Little centre")])
        #expect(old.venueEvents(since: none) == [.venueChanged(name: "Little centre")])
    }
}
