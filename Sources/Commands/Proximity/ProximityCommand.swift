import ArgumentParser

/// `cerca proximity`: how well positions are told, and what makes them better.
package struct ProximityCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "proximity",
        abstract: "Survey a venue, and judge positions on recordings of a real building.",
        subcommands: [SurveyCommand.self, EvaluateCommand.self])

    package init() {}
}
