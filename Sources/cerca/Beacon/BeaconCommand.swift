import ArgumentParser

/// `cerca beacon`: a controller becomes a beacon.
struct BeaconCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "beacon",
        abstract: "Be a beacon: send one frame, or several in turn.",
        subcommands: [BeaconSendCommand.self, BeaconEIDCommand.self],
        defaultSubcommand: BeaconSendCommand.self)
}
