import ArgumentParser

/// `cerca exposure`: tracing on this device, and what an authority's server needs.
struct ExposureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exposure",
        abstract: "Learn of risky encounters without anybody learning who you are.",
        subcommands: []
    )
}
