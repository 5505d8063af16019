import API
import ArgumentParser
import AuditService
import CommandOutput
import Encodings
import Exposure
import ExposureService
import Foundation
import Logging
import ServerFiles
import Storage
import Strings

/// `cerca exposure zones`: the areas of the map of cases, and their cases.
struct ZonesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "zones",
        abstract: "Import and list the areas of the map of cases and their cases, day by day.",
        subcommands: [ZoneAreasCommand.self, ZoneCasesCommand.self, ZoneListCommand.self])
}

extension ZoneLevel: ExpressibleByArgument {}
extension ZoneMeasure: ExpressibleByArgument {}

/// `cerca exposure zones import-areas`: puts the areas of a level into the database.
struct ZoneAreasCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-areas",
        abstract: "Replace the areas of a level by those of a file of GeoJSON.",
        discussion: """
            The file is a FeatureCollection of polygons whose features have a code (`code`, `cvegeo`, `cve_ent`…) and a \
            name (`name`, `nombre`, `nom_ent`…), in degrees of WGS 84. Borders are simplified, those of neighbours \
            alike. A file with any fault changes nothing; cases of areas that stay are kept.
            """)

    @Argument(help: "The file of GeoJSON.")
    var file: String

    @Option(help: "state or municipality.")
    var level: ZoneLevel

    @Option(help: "The database: sqlite:PATH or postgres://….")
    var database: String

    @OptionGroup
    var secrets: SecretKeyOptions

    @Flag(help: "Say on the page that country and cases are invented.")
    var fictional = false

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() async throws {
        let bytes = try ZoneFile.read(file)
        let count = try await ZoneDatabase.use(database, secretKeyFile: secrets.file, of: file) { zones in
            try await zones.importAreas(bytes, of: level, isFictional: fictional, by: .operatorOfTheMachine)
        }
        if json {
            ZoneFile.printLine([
                JSONValue.Member("level", .string(level.rawValue)), JSONValue.Member("areas", .count(count)),
            ])
        } else {
            ExposureStrings.zonesImported(count: count).say()
        }
    }
}

/// `cerca exposure zones import-cases`: puts the cases of a measure into the database.
struct ZoneCasesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-cases",
        abstract: "Replace the cases of a measure by those of a file of CSV.",
        discussion: """
            The file has a line for each area with code, population, name and a column for each day (dd-mm-yyyy), or a \
            line for each day and area with date, code and count; the code 000 is the whole country. A file with any \
            fault changes nothing.
            """)

    @Argument(help: "The file of CSV.")
    var file: String

    @Option(help: "confirmed, negative, suspected or deaths.")
    var measure: ZoneMeasure

    @Option(help: "state or municipality.")
    var level: ZoneLevel

    @Option(help: "The database: sqlite:PATH or postgres://….")
    var database: String

    @OptionGroup
    var secrets: SecretKeyOptions

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() async throws {
        let bytes = try ZoneFile.read(file)
        let table = try await ZoneDatabase.use(database, secretKeyFile: secrets.file, of: file) { zones in
            try await zones.importCases(bytes, of: measure, in: level, by: .operatorOfTheMachine)
        }
        let last = table.firstDay + table.dayCount - 1
        if json {
            ZoneFile.printLine([
                JSONValue.Member("level", .string(level.rawValue)),
                JSONValue.Member("measure", .string(measure.rawValue)),
                JSONValue.Member("areas", .count(table.rows.count)),
                JSONValue.Member("firstDay", .string(DayText.iso(table.firstDay))),
                JSONValue.Member("lastDay", .string(DayText.iso(last))),
            ])
        } else {
            ExposureStrings.zonesCasesImported(
                count: table.rows.count, first: DayText.iso(table.firstDay), last: DayText.iso(last)
            ).say()
        }
    }
}

/// `cerca exposure zones list`: says what has been imported.
struct ZoneListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Say which areas and cases there are.")

    @Option(help: "The database: sqlite:PATH or postgres://….")
    var database: String

    @OptionGroup
    var secrets: SecretKeyOptions

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() async throws {
        let levels = try await ZoneDatabase.use(database, secretKeyFile: secrets.file, mustExist: true, of: database) {
            zones in
            try await zones.overview().levels
        }
        for level in levels {
            if json {
                FileHandle.standardOutput.write(Data(try level.json() + [0x0A]))
                continue
            }
            let areas = ExposureStrings.zonesLevel(level: "\(level.level)", count: level.areas).text
            print(level.isFictional ? "\(areas) \(ExposureStrings.zonesFictional.text)" : areas)
            for measure in level.measures {
                let days = ExposureStrings.zonesMeasure(
                    measure: "\(measure.measure)", first: "\(measure.firstDay)", last: "\(measure.lastDay)")
                print("  \(days.text)")
            }
        }
        if levels.isEmpty, !json { ExposureStrings.zonesNone.say() }
    }
}

/// A file of areas or cases on disk.
private enum ZoneFile {
    /// Its bytes; one more than is allowed is enough to see that there are too many.
    static func read(_ path: String) throws -> [UInt8] {
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            return Array(try file.read(upToCount: ZoneFileLimits.bytes + 1) ?? Data())
        } catch {
            throw CommandFailure(ExposureStrings.zonesUnreadable(file: path, reason: error.localizedDescription).text)
        }
    }

    static func printLine(_ members: [JSONValue.Member]) {
        print(JSONValue.object(members).compactText)
    }
}

/// The database of a zones command, opened for one piece of work.
private enum ZoneDatabase {
    /// Opens the database that `text` names, lets `work` use its zones and closes it.
    ///
    /// Faults of a file are told as lines `FILE: line L, column C: message` on standard error.
    static func use<Value: Sendable>(
        _ text: String, secretKeyFile: String?, mustExist: Bool = false, of file: String,
        _ work: (ZoneService) async throws -> Value
    ) async throws -> Value {
        try await VenueDatabase.use(text, secretKeyFile: secretKeyFile, mustExist: mustExist) { loyalty in
            do {
                return try await work(ZoneService(loyalty: loyalty))
            } catch ZoneError.invalidFile(let faults) {
                for fault in faults.faults { StandardError.write("\(file): \(fault)") }
                throw ExitCode.failure
            } catch ZoneError.unknown {
                throw CommandFailure(ExposureStrings.zonesNoAreas.text)
            } catch ZoneError.service(let cause) {
                throw cause
            }
        }
    }
}
