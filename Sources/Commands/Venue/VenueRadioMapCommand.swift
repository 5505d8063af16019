import ArgumentParser
import Basics
import Beacons
import Foundation
import HTTPKit
import Loyalty
import LoyaltyService
import RadioMaps
import Strings

/// `cerca venue radio-map`: the radio maps of the venues of a database.
struct VenueRadioMapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "radio-map",
        abstract: "Import and export a venue's radio map, as `cerca proximity survey` makes it.",
        subcommands: [VenueRadioMapImportCommand.self, VenueRadioMapExportCommand.self])
}

/// `cerca venue radio-map import`: puts a radio map in force, or adds a survey up with it.
struct VenueRadioMapImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Put a radio map in force at its venue, or add it up with the one there.",
        discussion: """
            A map that was surveyed on another plan than the one in force is refused, and it says which beacons hang \
            elsewhere now. With --anyway it is taken without those: do that only where nothing else has changed around \
            the others.
            """)

    @Argument(help: "The radio map.", completion: .file())
    var file: String

    @Option(help: "The database: sqlite:PATH or postgres://….")
    var database: String

    @OptionGroup
    var secrets: SecretKeyOptions

    @Flag(help: "Add the survey up with the map in force instead of replacing it.")
    var add = false

    @Flag(help: "Take a map of another plan without the beacons that hang elsewhere now.")
    var anyway = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let map = try Self.read(file)
        let taken = try await VenueDatabase.use(database, secretKeyFile: secrets.file, mustExist: true) { loyalty in
            let venues = try await loyalty.venues()
            guard let venue = venues.first(where: { $0.uuid == map.venue }) else {
                throw CommandFailure(ServerStrings.venueUnknown(venue: "\(map.venue)").text)
            }
            let taken = try fitting(map, SurveyedPlan(venue))
            do throws(ServiceError) {
                try await RadioMapService(loyalty: loyalty).takeIn(taken, adding: add)
            } catch {
                throw CommandFailure(ServerStrings.radioMapRefused(file: file, code: error.code).text)
            }
            return taken
        }
        if json {
            print(
                JSONValue.object([
                    .init("venue", .string(taken.venue.description)), .init("places", .count(taken.placeCount)),
                    .init("scans", .count(taken.scanCount)), .init("beacons", .count(taken.beacons.count)),
                ]).compactText)
        } else {
            ServerStrings.radioMapImported(
                places: "\(taken.placeCount)", scans: "\(taken.scanCount)", beacons: "\(taken.beacons.count)"
            ).say()
        }
    }

    private func fitting(_ map: RadioMapFile, _ plan: SurveyedPlan) throws -> RadioMapFile {
        guard case .changed(let beacons) = map.fit(plan) else { return map }
        let names = beacons.prefix(20).map { "\($0.major).\($0.minor)" }.joined(separator: ", ")
        let what = names.isEmpty ? ServerStrings.radioMapWalls.text : ServerStrings.radioMapMoved(beacons: names).text
        guard anyway else { throw CommandFailure(ServerStrings.radioMapOtherPlan(file: file, what: what).text) }
        guard let carried = map.carried(to: plan), !carried.beacons.isEmpty else {
            throw CommandFailure(ServerStrings.radioMapNothingLeft(file: file).text)
        }
        ServerStrings.radioMapCarried(what: what).say()
        return carried
    }

    private static func read(_ path: String) throws -> RadioMapFile {
        let data: Data
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            // One byte more than is allowed is enough to see that there are too many.
            data = try file.read(upToCount: RadioMapFile.sizeLimit + 1) ?? Data()
        } catch {
            throw CommandFailure(ServerStrings.venueCannotRead(file: path, reason: error.localizedDescription).text)
        }
        do throws(RadioMapFault) {
            return try RadioMapFile(data)
        } catch {
            throw CommandFailure(ServerStrings.radioMapFaulty(file: path, fault: error.description).text)
        }
    }
}

/// `cerca venue radio-map export`: prints the radio map in force.
struct VenueRadioMapExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print the radio map that is in force at a venue.")

    @Option(help: "The database: sqlite:PATH or postgres://….")
    var database: String

    @OptionGroup
    var secrets: SecretKeyOptions

    @Option(help: ArgumentHelp("Which venue, when there are several.", valueName: "uuid"))
    var venue: String?

    @Flag(help: "Print the document as one JSON object on one line.")
    var json = false

    func validate() throws {
        if let venue, UUID128(venue) == nil { throw ValidationError("--venue takes a UUID") }
    }

    func run() async throws {
        let document = try await VenueDatabase.use(database, secretKeyFile: secrets.file, mustExist: true) { loyalty in
            let chosen = try VenueChoice.choose(venue, among: try await loyalty.venues())
            do throws(ServiceError) {
                return try await RadioMapService(loyalty: loyalty).surveyed(of: chosen.uuid)
            } catch {
                throw CommandFailure(ServerStrings.radioMapNone(venue: chosen.name).text)
            }
        }
        print(json ? try JSONValue(parsing: Array(document.utf8)).compactText + "\n" : document, terminator: "")
    }
}
