import ArgumentParser

/// `cerca exposure`: tracing on this device, and what an authority's server needs.
package struct ExposureCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "exposure",
        abstract: "Learn of risky encounters without anybody learning who you are.",
        subcommands: [
            StatusCommand.self, RunCommand.self, SyncCommand.self, ReportCommand.self, QRCommand.self,
            ContactsCommand.self,
            SwitchOnCommand.self, SwitchOffCommand.self, DeleteCommand.self, IssueCodeCommand.self, DeriveCommand.self,
            ExposureEvaluateCommand.self, RuleCommand.self, ZonesCommand.self,
        ]
    )

    package init() {}
}
