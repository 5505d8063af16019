import ArgumentParser

/// `cerca venue`: the files that describe venues.
struct VenueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "venue",
        abstract: "Check, import and export the file that describes a venue.",
        subcommands: [VenueCheckCommand.self, VenueImportCommand.self, VenueExportCommand.self])
}
