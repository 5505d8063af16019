import ArgumentParser

/// `cerca beacon`: a controller becomes a beacon.
package struct BeaconCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "beacon",
        abstract: "Be a beacon: send one frame, or several in turn.",
        discussion: """
            cerca beacon --hci TRANSPORT --ibeacon UUID,MAJOR,MINOR --security-key-file FILE

            All options of sending: cerca beacon send --help
            """,
        subcommands: [BeaconSendCommand.self, BeaconEIDCommand.self],
        defaultSubcommand: BeaconSendCommand.self)

    package init() {}
}
