import ArgumentParser
import Foundation
import Vault
import VaultDevice

/// Where the vaults are, and where the device is.
struct VaultPlaceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The folder of the vaults; without it, one in the user's data.", valueName: "folder"),
        completion: .directory)
    var vault: String?

    @Option(help: ArgumentHelp("Whose vault; may be left out when this device has one.", valueName: "name"))
    var user: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Where you are, said by hand: degrees and metres.", valueName: "latitude,longitude[,accuracy]"))
    var position: String?

    @Option(help: ArgumentHelp("Take the position from a gpsd.", valueName: "host:port"))
    var gpsd: String?

    @Option(
        help: ArgumentHelp("Take the position from NMEA lines: a file or a serial device.", valueName: "file"),
        completion: .file())
    var nmea: String?

    func validate() throws {
        guard [position, gpsd, nmea].compactMap({ $0 }).count <= 1 else {
            throw ValidationError("--position, --gpsd and --nmea exclude one another")
        }
        _ = try positionSource
    }

    /// The source of positions that was named; nil when none was.
    var positionSource: PositionOption? {
        get throws {
            do throws(PositionOptionFault) {
                if let position { return try PositionOption.manual(position) }
                if let gpsd { return try PositionOption.gpsd(gpsd) }
                if let nmea { return try PositionOption.nmea(nmea) }
                return nil
            } catch {
                throw ValidationError(error.description)
            }
        }
    }

    /// Whether a source of positions was named.
    var namesPosition: Bool { position != nil || movesAlong }

    /// Whether the named source tells when the device moves.
    var movesAlong: Bool { gpsd != nil || nmea != nil }

    /// The folder of the vaults.
    var folder: VaultFolder {
        .standard(folder: vault.map { URL(filePath: $0, directoryHint: .isDirectory) })
    }
}
