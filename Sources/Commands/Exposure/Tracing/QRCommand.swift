import API
import ArgumentParser
import Basics
import ExposureWire
import Foundation
import Phone
import QRCode
import Strings

/// `cerca exposure qr`: what the health authority scans to register a case.
struct QRCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qr",
        abstract: "Show the QR code with which the health authority registers your case.",
        discussion: """
            It holds a key of this device: show it to nobody else. The words below it have to be the same on the \
            authority's screen. With --png the picture is written to a file that only you can read.
            """)

    @OptionGroup var options: TracingOptions

    @Option(help: "The server; without it, the one that is known.")
    var server: String?

    @Option(help: ArgumentHelp("Write a picture instead of drawing in the terminal.", valueName: "file"))
    var png: String?

    func validate() throws {
        if let server, URL(string: server)?.host == nil { throw ValidationError("--server must be a URL") }
    }

    func run() async throws {
        guard let session = try options.openIfPresent(), let code = await session.tracer.caseCode(at: options.clock.now)
        else { throw CommandFailure(ExposureStrings.qrNothing.text) }
        let known = await session.tracer.settings.server?.base
        guard let base = server ?? known else {
            throw CommandFailure(ExposureStrings.serverUnknown.text)
        }
        let url = code.url(base: base)
        let drawing = try QRCode(url, correction: .medium)
        if let png {
            let bytes = try drawing.png()
            try? FileManager.default.removeItem(atPath: png)
            guard
                FileManager.default.createFile(
                    atPath: png, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
            else { throw CommandFailure(ExposureStrings.qrNotWritten(file: png).text) }
        }
        if options.json {
            try OutputLines.write(
                JSONValue.object([
                    .init("url", .string(url)), .init("checkWords", .string(code.checkWords)),
                    .init("modules", .array(drawing.rows.map { .string($0) })),
                ]).compactText)
        } else {
            if png == nil { try OutputLines.write(drawing.terminal(colours: isatty(STDOUT_FILENO) != 0)) }
            try OutputLines.write(ExposureStrings.qrWords(words: code.checkWords).text)
        }
    }
}
