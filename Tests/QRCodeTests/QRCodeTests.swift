import Basics
import QRCode
import Testing

@Suite("QR codes")
struct QRCodeTests {
    /// "HELLO" at level M, as ISO/IEC 18004 lays out a version 1 code: three finders, timing, and a dark module.
    @Test func `a short text is a code of version 1 with its fixed patterns`() throws {
        let code = try QRCode("HELLO")
        #expect(code.size == 21)
        let finder = [
            "1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111",
        ]
        for (row, line) in finder.enumerated() {
            #expect(code.rows[row].hasPrefix(line))
            #expect(code.rows[row].hasSuffix(line))
            #expect(code.rows[row + 14].hasPrefix(line))
        }
        // The timing patterns alternate, and one module is always dark.
        #expect((8..<13).allSatisfy { code.isDark($0, 6) == ($0 % 2 == 0) && code.isDark(6, $0) == ($0 % 2 == 0) })
        #expect(code.isDark(8, 13))
    }

    @Test func `the correction level stands in the format bits`() throws {
        // Bits 14 and 13 of the format information, unmasked with 101…: L 01, M 00, Q 11, H 10 (section 7.9.1).
        for (correction, bits) in [
            (QRCode.Correction.low, [false, true]), (.medium, [false, false]), (.quartile, [true, true]),
            (.high, [true, false]),
        ] {
            let code = try QRCode("cerca", correction: correction)
            #expect([code.isDark(0, 8) != true, code.isDark(1, 8) != false] == bits)
        }
    }

    @Test func `what is outside is light`() throws {
        let code = try QRCode("x")
        #expect(!code.isDark(-1, 0) && !code.isDark(0, -1) && !code.isDark(21, 0) && !code.isDark(0, 21))
    }

    @Test func `nothing and too much are refused`() {
        #expect(throws: QRCodeError.empty) { try QRCode("") }
        #expect(throws: QRCodeError.tooLong) { try QRCode(String(repeating: "a", count: 2332)) }
        #expect(throws: Never.self) { try QRCode(String(repeating: "a", count: 2331)) }
    }

    @Test func `the terminal's lines hold every module, two rows to a line`() throws {
        let code = try QRCode("https://cerca.example/console/health")
        let lines = code.terminal(colours: false).split(separator: "\n")
        let side = code.size + 2 * QRCode.quietZone
        #expect(lines.count == (side + 1) / 2)
        #expect(lines.allSatisfy { $0.count == side })
        for row in 0..<code.size {
            let line = Array(lines[(row + QRCode.quietZone) / 2])
            for column in 0..<code.size {
                let character = line[column + QRCode.quietZone]
                let isLight = (row + QRCode.quietZone) % 2 == 0 ? "█▀".contains(character) : "█▄".contains(character)
                #expect(isLight != code.isDark(column, row))
            }
        }
        #expect(code.terminal().contains("\u{1B}["))
    }

    @Test func `the picture is a PNG of the right size`() throws {
        let code = try QRCode("cerca")
        let png = try code.png(scale: 4)
        #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        let side = UInt8((code.size + 8) * 4)
        #expect(Array(png[16..<24]) == [0, 0, 0, side, 0, 0, 0, side])
        #expect(throws: QRCodeError.picture) { try code.png(scale: 0) }
        #expect(throws: QRCodeError.picture) { try code.png(scale: 65) }
    }
}
