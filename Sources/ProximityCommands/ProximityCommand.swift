import ArgumentParser

/// `cerca proximity`: how well positions are told.
package struct ProximityCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "proximity",
        abstract: "Judge positions on recordings of a real building.",
        subcommands: [EvaluateCommand.self])

    package init() {}
}
