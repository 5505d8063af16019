import ArgumentParser
import Foundation
import Strings
import Vault
import VaultDevice

/// `cerca vault where`: where this device is, how accurately that is known, and the cell around it.
struct VaultWhereCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "where",
        abstract: "Show where you are, and whether that is good enough for a cell.",
        discussion: """
            The drawing is made here: nobody is asked for a map, since whoever is asked learns the place. The cell is \
            the one that a new place slot would have here.
            """)

    @OptionGroup var options: VaultOptions

    @Option(help: ArgumentHelp("The side of the cell in metres.", valueName: "metres"))
    var cell = Int(CellSide.standard.metres)

    @Option(help: ArgumentHelp("Draw it into an SVG file.", valueName: "file"), completion: .file(extensions: ["svg"]))
    var svg: String?

    func validate() throws {
        guard try options.positionSource != nil else {
            throw ValidationError("say where the position comes from: --position, --gpsd or --nmea")
        }
        _ = try side()
    }

    func run() async throws {
        let side = try side()
        guard let fix = try await options.fixes(1).last else { throw VaultFault.place(.noFix).failure() }
        let drawing = PlaceDrawing(fix: fix, lattice: Lattice(side: side))
        let fits = fix.accuracy <= side.accuracyLimit
        if let svg {
            let picture = drawing.svg(title: VaultStrings.placeHere.text, north: "N")
            try PrivateFile.write(Array(picture.utf8), to: svg, replacing: true)
        }
        var output = OutputBuffer()
        if options.json {
            output.object { line in
                line.member("latitude", fix.latitude)
                line.member("longitude", fix.longitude)
                line.member("accuracy", fix.accuracy)
                line.member("cell", side.metres)
                line.member("fits", fits)
            }
        } else {
            for row in drawing.terminal(width: min((Terminal.columns ?? 64) - 2, 64), colours: Terminal.isRead) {
                output.line(row)
            }
            output.line("\(degrees(fix.latitude)), \(degrees(fix.longitude))")
            output.line(accuracy(of: fix).text)
            output.line(verdict(Int(side.metres), fits: fits).text)
        }
        try output.flush()
    }

    private func side() throws -> CellSide {
        guard let side = UInt16(exactly: cell).flatMap(CellSide.init) else {
            throw ValidationError("--cell must be from 5 to 1000 metres")
        }
        return side
    }

    private func accuracy(of fix: Fix) -> Phrase {
        fix.accuracy == 0
            ? VaultStrings.placeTyped
            : VaultStrings.placeAccuracy(metres: DecimalNumber(tenths: fix.accuracy))
    }

    private func verdict(_ metres: Int, fits: Bool) -> Phrase {
        fits
            ? VaultStrings.placeFits(metres: metres)
            : VaultStrings.placeTooVague(metres: metres, needed: metres / 2)
    }

    /// Degrees with six decimals, which is a tenth of a metre.
    private func degrees(_ value: Double) -> String {
        "\((value * 1e6).rounded() / 1e6)°"
    }
}
