import ArgumentParser

/// `cerca venue`: the files that describe venues.
package struct VenueCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "venue",
        abstract: "Check, import and export the file that describes a venue, and its radio map.",
        subcommands: [
            VenueCheckCommand.self, VenueImportCommand.self, VenueExportCommand.self, VenueRadioMapCommand.self,
        ])

    package init() {}
}
