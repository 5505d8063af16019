import ArgumentParser
import Basics
import Foundation
import Logging
import Loyalty
import LoyaltyService
import Phone
import Proximity
import Radio
import RadioMaps
import Strings

/// `cerca proximity survey`: walks through a venue and writes down how its beacons are heard where.
struct SurveyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "survey",
        abstract: "Make a venue's radio map: say where you stand, listen there, go on.",
        discussion: """
            Each line of standard input says where you stand now: `X Y` in metres from the plan's left and upper edge, a \
            beacon as `100.1`, or a shop and its spot as `Nimbo till`. It listens there for --seconds, and asks for the \
            next place. `undo` takes the last place back, `done` or the end of the input ends the survey.

            After each place the file is whole on the disk: whatever ends the command, all finished places are kept, and \
            the same command goes on with them. The file has counts and sums, no scan and no instant. A file of another \
            venue, or of another plan of this one, is refused and stays as it is.
            """)

    @Option(help: "The venue file.", completion: .file())
    var venue: String?

    @Option(help: "The server that has the venue, instead of a file, for example http://127.0.0.1:8080.")
    var server: String?

    @Option(help: ArgumentHelp("Which venue of the server, when there are several.", valueName: "uuid"))
    var uuid: String?

    @Option(help: "The controller: tcp:HOST:PORT, serial:/dev/tty…,BAUD or hci0.")
    var controller: String

    @Option(help: "The file of the map; one that exists is gone on with.", completion: .file())
    var out: String

    @Option(help: "How many seconds to listen at each place.")
    var seconds = 10.0

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func validate() throws {
        guard (venue == nil) != (server == nil) else { throw ValidationError("one of --venue and --server is needed") }
        if let server, URL(string: server)?.host == nil { throw ValidationError("--server must be a URL") }
        if let uuid, UUID128(uuid) == nil { throw ValidationError("--uuid must be a UUID") }
        guard (2...600).contains(seconds) else { throw ValidationError("--seconds must be from 2 to 600") }
        _ = try RadioRun.transport(controller)
    }

    func run() async throws {
        let venue = try await surveyed()
        let (file, map) = try SurveyFile.opened(at: out, on: venue.plan)
        let walk = SurveyWalk(
            session: SurveySession(venue: venue, survey: map?.survey ?? RadioSurvey(), secondsPerPlace: seconds),
            file: file, number: map?.number ?? 0, json: json)
        if !json {
            ProximityStrings.surveyOpening(
                venue: venue.name, places: ProximityStrings.surveyPlaces(count: map?.placeCount ?? 0).text
            ).say()
        }
        let radio = Controller(
            transport: try RadioRun.transport(controller), role: HCIHost.Role(scan: true),
            logger: Logger(label: "cerca.radio", factory: { _ in SwiftLogNoOpLogHandler() }))
        let (lines, typed) = AsyncStream<String>.makeStream()
        StandardInput.read(upTo: 1000, { typed.yield($0) }, ended: { typed.finish() })
        try await RadioRun.run(seconds: nil) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await radio.run { try walk.take($0) } }
                group.addTask { try await walk.answer(lines) }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
        try walk.tellSummary()
    }

    /// The venue of the file or the server.
    private func surveyed() async throws -> SurveyVenue {
        if let file = venue {
            let bytes = try InputFile.bytes(of: file, upTo: VenueFile.sizeLimit)
            do throws(VenueFaults) {
                return SurveyVenue(try VenueFile.read(bytes))
            } catch {
                let first = error.faults.first.map(\.description) ?? ""
                throw CommandFailure(ProximityStrings.fileNoVenue(file: file, reason: first).text)
            }
        }
        guard let base = server.flatMap({ URL(string: $0) }) else {
            throw CommandFailure(ProximityStrings.surveyNoVenue.text)
        }
        let venues: [PhoneVenue]
        do throws(PhoneServerError) {
            venues = try await HTTPPhoneServer(base: base).venues()
        } catch {
            throw CommandFailure(ProximityStrings.surveyServer(reason: error.words).text)
        }
        let wanted = uuid.flatMap { UUID128($0) }
        let found = venues.filter { wanted == nil || $0.uuid == wanted }
        guard let only = found.first else { throw CommandFailure(ProximityStrings.surveyNoVenue.text) }
        guard found.count == 1 else {
            let choice = found.map { "\($0.uuid) (\($0.name))" }.joined(separator: ", ")
            throw CommandFailure(ProximityStrings.surveySeveralVenues(choice: choice).text)
        }
        return SurveyVenue(only)
    }
}

extension PhoneServerError {
    /// The reason in one line.
    fileprivate var words: String {
        switch self {
        case .unreachable(let reason): reason
        case .refused(let code): code
        }
    }
}
