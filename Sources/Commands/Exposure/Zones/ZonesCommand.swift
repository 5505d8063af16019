import API
import AccountService
import ArgumentParser
import Basics
import Exposure
import ExposureService
import Foundation
import Logging
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
        abstract: "Add or update areas of a level from files of GeoJSON.",
        discussion: """
            Each file is a FeatureCollection of polygons whose features have a code (`code`, `cvegeo`, `cve_ent`…, or the \
            feature's `id`) and a name (`name`, `nombre`, `nom_agem`…), in degrees of WGS 84. INEGI's files work as \
            downloaded; name the properties of other files. Borders are simplified, those of neighbours in the same \
            import alike: import a country's files together. Areas that the files don't have stay as they are, unless \
            you use --replace. A file with any fault changes nothing; an area whose name alone can't be shown is left \
            out and listed.

            Example: cerca exposure zones import-areas mun_*.geojson --level municipality --database sqlite:cerca.sqlite
            """)

    @Argument(help: "The files of GeoJSON, each of at most 128 MiB.")
    var files: [String]

    @Option(help: "state or municipality.")
    var level: ZoneLevel

    @Option(help: ArgumentHelp("The property with an area's code.", valueName: "property"))
    var codeProperty: String?

    @Option(help: ArgumentHelp("The property with an area's name.", valueName: "property"))
    var nameProperty: String?

    @Flag(help: "Remove all other areas of the level, with their cases.")
    var replace = false

    @Option(help: "The database: sqlite:PATH or postgres://….")
    var database: String

    @OptionGroup
    var secrets: SecretKeyOptions

    @Flag(help: "Say on the page that country and cases are invented.")
    var fictional = false

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() async throws {
        let file = try readAreas()
        let result = try await ZoneDatabase.use(database, secretKeyFile: secrets.file, of: files[0]) { zones in
            try await zones.put(
                file, of: level, replacing: replace, isFictional: fictional, by: .operatorOfTheMachine)
        }
        let uncut = file.areas.filter(\.shape.crossesAntimeridian)
        for area in uncut { StandardError.write(ExposureStrings.zonesUncut(area: "\(area.name) (\(area.code))").text) }
        if json {
            ZoneFile.printLine([
                JSONValue.Member("level", .string(level.rawValue)), JSONValue.Member("areas", .count(result.imported)),
                JSONValue.Member("total", .count(result.total)), JSONValue.Member("removed", .count(result.removed)),
                JSONValue.Member("uncut", .array(uncut.map { .string($0.code) })),
                JSONValue.Member("leftOut", .array(file.refusedCodes.map { .string($0) })),
            ])
        } else {
            ExposureStrings.zonesImported(
                count: result.imported, total: GroupedNumber(result.total), removed: GroupedNumber(result.removed)
            ).say()
            if !file.refusedCodes.isEmpty { ExposureStrings.zonesLeftOut(count: file.refusedCodes.count).say() }
        }
    }

    /// The areas of all files; faults are lines `FILE: line L, column C: message` on standard error, as is what was left
    /// out.
    private func readAreas() throws -> AreaFile {
        let form = AreaFileForm.local(of: level, codeProperty: codeProperty, nameProperty: nameProperty)
        var (all, places, points): (AreaFile, [String: String], Int) = (AreaFile(areas: []), [:], 0)
        for file in files {
            let read: AreaFile
            do {
                read = try GeoJSONAreas.read(try ZoneFile.read(file, most: form.bytes), as: form)
            } catch let faults as ZoneFileFaults {
                for fault in faults.faults { StandardError.write("\(file): \(fault.phrase.text)") }
                throw ExitCode.failure
            }
            for fault in read.refusals { StandardError.write("\(file): \(fault.phrase.text)") }
            for code in read.areas.map(\.code) + read.refusedCodes {
                if let other = places.updateValue(file, forKey: code) {
                    throw CommandFailure(ExposureStrings.zonesRepeated(file: file, code: code, other: other).text)
                }
            }
            points += read.areas.reduce(0) { $0 + $1.shape.pointCount }
            guard points <= form.points else {
                throw CommandFailure(ExposureStrings.zonesTooManyPoints(number: GroupedNumber(form.points)).text)
            }
            all.areas += read.areas
            all.refusedCodes += read.refusedCodes
        }
        return all
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
    static func read(_ path: String, most: Int = ZoneFileLimits.bytes) throws -> [UInt8] {
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            return Array(try file.read(upToCount: most + 1) ?? Data())
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
                for fault in faults.faults { StandardError.write("\(file): \(fault.phrase.text)") }
                throw ExitCode.failure
            } catch ZoneError.unknown {
                throw CommandFailure(ExposureStrings.zonesNoAreas.text)
            } catch ZoneError.service(let cause) {
                throw cause
            }
        }
    }
}
