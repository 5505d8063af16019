import Basics
import Testing
import Vault

@testable import VaultDevice

@Suite("The drawing of a place in a terminal")
struct TerminalDrawingTests {
    private func drawing(accuracy: Double) throws -> PlaceDrawing {
        PlaceDrawing(
            fix: try #require(Fix(latitude: 0, longitude: 0, accuracy: accuracy)), lattice: Lattice(side: .standard))
    }

    @Test("a small picture is just this")
    func picture() throws {
        #expect(
            try drawing(accuracy: 15).terminal(width: 24) == [
                "",
                "  ⢠⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⡄",
                "  ⢸                   ⡇",
                "  ⢸      ⢀⣠⠤⠤⠤⣄⡀      ⡇",
                "  ⢸    ⢀⠔⠉     ⠉⠢⡀    ⡇",
                "  ⢸   ⢠⠏         ⠹⡄   ⡇",
                "  ⢸   ⢸     ●     ⡇   ⡇",
                "  ⢸   ⠘⣆         ⣰⠃   ⡇",
                "  ⢸    ⠈⠢⣀     ⣀⠔⠁    ⡇",
                "  ⢸      ⠈⠙⠒⠒⠒⠋⠁      ⡇",
                "  ⢸                   ⡇",
                "  ⠘⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠃",
                "├──────┤ 20 m        ↑ N",
            ])
    }

    @Test(
        "rows fit the width, and the height is half of it and the scale", arguments: [-5, 0, 16, 17, 48, 80, 200, 999])
    func size(width: Int) throws {
        let columns = min(max(width, 16), 200) / 2 * 2
        let rows = try drawing(accuracy: 30).terminal(width: width)
        #expect(rows.count == columns / 2 + 1)
        #expect(rows.allSatisfy { $0.count <= columns && $0.last != " " })
        #expect(Array(rows[columns / 4])[columns / 2] == "●")
    }

    @Test("without colours there is no control character, with them the position has one")
    func colours() throws {
        let plain = try drawing(accuracy: 10).terminal(width: 40)
        #expect(!plain.joined().unicodeScalars.contains { $0.value < 0x20 })
        let coloured = try drawing(accuracy: 10).terminal(width: 40, colours: true)
        #expect(coloured.joined().contains("\u{1B}[35m●\u{1B}[0m"))
    }

    @Test("a circle on a line is drawn together with it")
    func together() throws {
        // The circle touches the cell's sides from inside.
        let both = try drawing(accuracy: 25).terminal(width: 40)
        let cell = try drawing(accuracy: 0).terminal(width: 40)
        for (row, bare) in zip(both, cell).dropLast() {
            for (above, below) in zip(row, bare) where below != " " {
                #expect(above != " ")
            }
        }
        #expect(both != cell)
    }

    @Test("a line far beyond the picture costs no more than one in it", arguments: 0..<32 as Range<UInt64>)
    func farLines(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var canvas = BrailleCanvas(columns: 10, rows: 5)
        for _ in 0..<100 {
            let points = (0..<4).map { _ in Double.random(in: -1e12...1e12, using: &random) }
            canvas.line(from: (points[0], points[1]), to: (points[2], points[3]))
            canvas.circle(x: points[0], y: points[1], radius: points[2])
        }
        canvas.line(from: (.nan, 0), to: (.infinity, 1))
        canvas.line(from: (-1e9, 10), to: (1e9, 10))
        #expect((0..<10).allSatisfy { canvas[$0, 2] != " " })
    }

    @Test("the dots are those of Unicode")
    func dots() {
        var canvas = BrailleCanvas(columns: 1, rows: 1)
        let expected: [Character] = ["⠁", "⠉", "⠋", "⠛", "⠟", "⠿", "⡿", "⣿"]
        for (step, character) in expected.enumerated() {
            canvas.set(step % 2, step / 2)
            #expect(canvas[0, 0] == character)
        }
        canvas.set(2, 0)
        canvas.set(-1, 4)
        #expect(canvas[0, 0] == "⣿")
    }
}
