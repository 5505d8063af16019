import API
import ArgumentParser
import Basics
import Beacons
import Foundation
import Proximity
import Radio
import Strings
import Synchronization

/// `cerca scan`: what is in the air, or in a file of captured packets.
package struct ScanCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Show what beacons say: those in the air, or captured packets.",
        discussion: """
            Scanning is passive: nothing is ever sent. On a terminal a table shows each beacon once, the nearest \
            first; otherwise each advertisement is one line. The distance is estimated from some seconds of packets, \
            for iBeacon, AltBeacon and Eddystone (UID, URL, EID); it is missing where the power that a beacon states is \
            one that no device has.
            """)

    @Option(help: "The controller: tcp:HOST:PORT, serial:/dev/tty…,BAUD or hci0.")
    var hci: String?

    @Option(
        help: ArgumentHelp(
            "Decode a file instead, - for standard input: a capture (btsnoop, pcap or pcapng), lines of hexadecimal, or "
                + "lines of JSON with `layer` (ad, hci_h4 or le_ll) and `hex`.",
            valueName: "file"))
    var decode: String?

    @Option(help: "Show beacons of this UUID alone, and whether any is found; may be given several times.")
    var uuid: [String] = []

    @Option(help: "Stop after this many seconds; without it, scan until interrupted.")
    var seconds: Double?

    @Flag(help: "Print one JSON object a line.")
    var json = false

    package func validate() throws {
        guard (hci == nil) != (decode == nil) else { throw ValidationError("one of --hci and --decode is needed") }
        if let hci { _ = try RadioRun.transport(hci) }
        _ = try uuids()
        if decode != nil, !uuid.isEmpty { throw ValidationError("--uuid goes with --hci") }
        if let seconds, !(seconds > 0) { throw ValidationError("--seconds must be positive") }
    }

    package func run() async throws {
        if let decode {
            var file = PacketFile(decode)
            return try file.decode()
        }
        guard let hci else { return }
        let transport = try RadioRun.transport(hci)
        let uuids = try uuids()
        if !json, isatty(STDOUT_FILENO) == 1 {
            let table = Mutex(ScanTable(uuids: uuids))
            @Sendable func draw(_ event: ControllerEvent?) throws {
                let screen = table.withLock { table -> String? in
                    table.size = Terminal.screen
                    guard let event else { return table.redraw(at: Controller.systemClock()) }
                    return table.show(event, at: Controller.systemClock())
                }
                if let screen { try OutputLines.write(screen) }
            }
            // What falls silent must leave the table although nothing is heard.
            try await RadioRun.run(
                on: transport, role: HCIHost.Role(scan: true), seconds: seconds, everySecond: { try draw(nil) }
            ) { event in try draw(event) }
        } else {
            let ranging = Mutex(ScanRanging(uuids: uuids))
            try await RadioRun.run(on: transport, role: HCIHost.Role(scan: true), seconds: seconds) { [json] event in
                let now = Controller.systemClock()
                let line = ranging.withLock { ranging -> String? in
                    var ranged: (Frame) -> RangedBeacon? = { _ in nil }
                    if case .heard(let heard) = event {
                        guard ranging.isWanted(heard) else { return nil }
                        ranging.hear(heard)
                        let beacons = ranging.range(at: heard.time)
                        ranged = { beacons($0, heard.address) }
                    }
                    return json
                        ? ScanLines.json(event, at: now, ranged: ranged)
                        : ScanLines.words(event, at: now, ranged: ranged)
                }
                if let line { try OutputLines.write(line) }
            }
            let now = Controller.systemClock()
            for uuid in ranging.withLock({ $0.missing }) {
                try OutputLines.write(
                    json ? ScanLines.json(missing: uuid, at: now) : ScanLines.words(missing: uuid, at: now))
            }
        }
    }

    private func uuids() throws -> Set<UUID128> {
        Set(
            try uuid.map { text in
                guard let uuid = UUID128(text) else { throw ValidationError("--uuid must be a UUID") }
                return uuid
            })
    }

    package init() {}
}
