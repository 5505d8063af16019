import API
import ArgumentParser
import CommandOutput
import ControllerRun
import Encodings
import Foundation
import Radio
import Strings
import Synchronization
import Time

/// `cerca scan`: what is in the air, or in a file of captured packets.
package struct ScanCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Show what beacons say: those in the air, or captured packets.",
        discussion: """
            Scanning is passive: nothing is ever sent. On a terminal a table shows each sender once, the strongest \
            first; otherwise each advertisement is one line.
            """)

    @Option(help: "The controller: tcp:HOST:PORT, serial:/dev/tty…,BAUD or hci0.")
    var hci: String?

    @Option(
        help: ArgumentHelp(
            "Decode a file instead, - for standard input: lines of JSON with `layer` (ad, hci_h4 or le_ll) and `hex`.",
            valueName: "file"))
    var decode: String?

    @Option(help: "Stop after this many seconds; without it, scan until interrupted.")
    var seconds: Double?

    @Flag(help: "Print one JSON object a line.")
    var json = false

    package func validate() throws {
        guard (hci == nil) != (decode == nil) else { throw ValidationError("one of --hci and --decode is needed") }
        if let hci { _ = try RadioRun.transport(hci) }
        if let seconds, !(seconds > 0) { throw ValidationError("--seconds must be positive") }
    }

    package func run() async throws {
        if let decode { return try decodeLines(of: decode) }
        guard let hci else { return }
        let transport = try RadioRun.transport(hci)
        if json {
            try await RadioRun.run(on: transport, role: HCIHost.Role(scan: true), seconds: seconds) { event in
                guard let line = ScanLines.json(event, at: Controller.systemClock()) else { return }
                try OutputLines.write(line)
            }
        } else if isatty(STDOUT_FILENO) == 1 {
            let table = Mutex(ScanTable())
            try await RadioRun.run(on: transport, role: HCIHost.Role(scan: true), seconds: seconds) { event in
                let screen = table.withLock { $0.show(event, at: Controller.systemClock()) }
                if let screen { try OutputLines.write(screen) }
            }
        } else {
            try await RadioRun.run(on: transport, role: HCIHost.Role(scan: true), seconds: seconds) { event in
                guard let line = ScanLines.words(event, at: Controller.systemClock()) else { return }
                try OutputLines.write(line)
            }
        }
    }

    private func decodeLines(of file: String) throws {
        let decoder = PacketDecoder()
        func decode(_ line: Substring) throws {
            guard line.contains(where: { !$0.isWhitespace }) else { return }
            try OutputLines.write(decoder.decode(line: String(line)).compactText)
        }
        do {
            if file == "-" {
                while let line = readLine() { try decode(line[...]) }
            } else {
                guard let content = try? Data(contentsOf: URL(filePath: file)) else {
                    throw CommandFailure(DeviceStrings.scanUnreadable(file: file).text)
                }
                for line in String(decoding: content, as: UTF8.self).split(whereSeparator: \.isNewline) {
                    try decode(line)
                }
            }
        } catch is OutputClosed {
            return
        }
    }

    package init() {}
}
