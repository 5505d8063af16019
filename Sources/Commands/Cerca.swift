import API
import ArgumentParser

/// The command `cerca`.
package struct Cerca: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "cerca",
        abstract: "Beacons, phones and a server agree that someone is here, without saying who.",
        discussion: "To see it at work: cerca demo",
        version: CercaVersion.text,
        subcommands: [
            DemoCommand.self, ServeCommand.self, HealthCommand.self, VenueCommand.self, BeaconCommand.self,
            ScanCommand.self, PhoneCommand.self, ProximityCommand.self, ExposureCommand.self, VaultCommand.self,
            MarketCommand.self, AdminCommand.self,
        ]
    )

    package init() {}
}
