import API
import ArgumentParser
import Basics
import Beacons
import Foundation
import Radio
import Strings

/// `cerca beacon --hci …`: sends frames until it is told to stop.
struct BeaconSendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send frames (what `cerca beacon` does without a subcommand).",
        discussion: """
            Frames of several kinds take turns, one each interval. With a security key, the code that proves presence \
            is sent in turn with the iBeacon frame. It changes every --period seconds; without the option, as often as the \
            key file says, else every 60 seconds.

            Everybody on this machine can read --security-key in the list of processes; --security-key-file cannot be \
            read there.
            """)

    @Option(help: "The controller: tcp:HOST:PORT, serial:/dev/tty…,BAUD or hci0.")
    var hci: String

    @Option(
        help: ArgumentHelp(
            "An iBeacon frame; POWER is the strength at 1 m in dBm.", valueName: "uuid,major,minor[,power]"))
    var ibeacon: String?

    @Option(
        help: ArgumentHelp(
            "An Eddystone-UID frame: 20 and 12 hexadecimal digits; POWER is the strength at 0 m in dBm.",
            valueName: "namespace,instance[,power]"))
    var eddystoneUid: String?

    @Option(help: ArgumentHelp("An Eddystone-URL frame.", valueName: "url"))
    var eddystoneUrl: String?

    @Option(
        help: ArgumentHelp(
            "An Eddystone-EID frame: the 32 hexadecimal digits of the identity key; the identifier changes every "
                + "2^EXPONENT seconds of Unix time.",
            valueName: "key,exponent"))
    var eddystoneEid: String?

    @Option(
        help: ArgumentHelp(
            "An AltBeacon frame: 40 hexadecimal digits; POWER is the strength at 1 m in dBm, COMPANY the maker's "
                + "number (280 if left out).",
            valueName: "id[,power[,company[,reserved]]]"))
    var altbeacon: String?

    @Option(help: ArgumentHelp("The security key of the iBeacon: 64 hexadecimal digits.", valueName: "hex"))
    var securityKey: String?

    @Option(
        help: ArgumentHelp(
            "A file with the security key in hexadecimal, with the keys and periods that `cerca venue import --keys` wrote, "
                + "or with a claim's configuration as JSON.",
            valueName: "file"))
    var securityKeyFile: String?

    @Option(help: "Milliseconds from one advertisement to the next, 20 to 10240.")
    var interval = 100

    @Option(help: "Seconds for which a security code is sent; without it, the key file's period, else 60.")
    var period: Int64?

    /// The periods in seconds that a beacon can have.
    static let periods: ClosedRange<Int64> = 1...86_400

    @Option(help: "The random address to send from, as c1:a2:b3:c4:d5:e6; without it, the controller invents one.")
    var address: String?

    @Option(help: "Stop after this many seconds; without it, send until interrupted.")
    var seconds: Double?

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func validate() throws {
        _ = try RadioRun.transport(hci)
        let frames = try BeaconFrames(self)
        guard !frames.isEmpty else {
            throw ValidationError(
                "one of --ibeacon, --eddystone-uid, --eddystone-url, --eddystone-eid and --altbeacon is needed")
        }
        guard AdvertisingPlan.intervals.contains(interval) else {
            throw ValidationError("--interval must be from 20 to 10240 milliseconds")
        }
        if let period, !Self.periods.contains(period) {
            throw ValidationError("--period must be from 1 to 86400 seconds")
        }
        if let seconds, !(seconds > 0) { throw ValidationError("--seconds must be positive") }
        _ = try ownAddress()
    }

    func run() async throws {
        var frames = try BeaconFrames(self)
        try frames.addKey(from: securityKeyFile)
        let payloads = frames.payloads(
            periodSeconds: period ?? frames.periodSeconds ?? SecurityCode.standardPeriodSeconds)
        // A payload that can never be sent is better refused here than at the controller.
        if let long = payloads(Controller.systemClock()).first(where: { $0.count > 31 }) {
            throw CommandFailure(DeviceStrings.beaconTooLong(length: long.count).text)
        }
        let plan = AdvertisingPlan(intervalMilliseconds: interval, address: try ownAddress(), payloads: payloads)
        let (kinds, identity) = (frames.kinds, frames.identity)
        try await RadioRun.run(
            on: try RadioRun.transport(hci), role: HCIHost.Role(scan: false, advertise: plan), seconds: seconds
        ) { [json, interval] event in
            let lines = BeaconLines(kinds: kinds, identity: identity, intervalMilliseconds: interval)
            guard let line = json ? lines.json(event, at: Controller.systemClock()) : lines.words(event) else { return }
            try OutputLines.write(line)
        }
    }

    private func ownAddress() throws -> DeviceAddress? {
        guard let text = address else { return nil }
        // The two highest bits of a static address are set (Bluetooth Core 5.4, Volume 6, Part B, section 1.3.2.1).
        guard let address = DeviceAddress(text, kind: .random), address.value >> 46 == 3 else {
            throw ValidationError("--address must be six bytes in hexadecimal, the first from c0 to ff")
        }
        return address
    }
}

/// What the sender reports, as lines.
private struct BeaconLines {
    let kinds: [String]
    let identity: BeaconIdentity?
    let intervalMilliseconds: Int

    func json(_ event: ControllerEvent, at now: Timestamp) -> String? {
        var members = [JSONValue.Member("time", .string(now.rfc3339))]
        switch event {
        case .ready(let capabilities):
            members.insert(JSONValue.Member("event", .string("beacon.advertising")), at: 0)
            members += self.members(capabilities)
        case .back(let capabilities):
            members.insert(JSONValue.Member("event", .string("radio.back")), at: 0)
            members += self.members(capabilities)
        case .lost(let reason):
            members.insert(JSONValue.Member("event", .string("radio.lost")), at: 0)
            members.append(JSONValue.Member("reason", .string(reason)))
        case .heard:
            return nil
        }
        return JSONValue.object(members).compactText
    }

    func words(_ event: ControllerEvent) -> String? {
        switch event {
        case .ready(let capabilities):
            DeviceStrings.beaconSending(
                frames: words, interval: intervalMilliseconds, address: sender(capabilities),
                commands: capabilities.commandFamily.rawValue
            ).text
        case .lost(let reason): DeviceStrings.radioLost(reason: reason).text
        case .back: DeviceStrings.beaconSendingAgain.text
        case .heard: nil
        }
    }

    /// The kinds of frames, and which beacon the iBeacon's are of.
    private var words: String {
        kinds.map { kind in
            guard let identity, kind == FrameKind.iBeacon.name else { return kind }
            return "\(kind) (uuid \(identity.uuid), major \(identity.major), minor \(identity.minor))"
        }.joined(separator: ", ")
    }

    private func sender(_ capabilities: ControllerCapabilities) -> String {
        (capabilities.randomAddress ?? capabilities.publicAddress)?.description ?? "the controller's address"
    }

    private func members(_ capabilities: ControllerCapabilities) -> [JSONValue.Member] {
        let beacon =
            identity.map {
                [
                    JSONValue.Member("uuid", .string($0.uuid.description)),
                    JSONValue.Member("major", .count($0.major)), JSONValue.Member("minor", .count($0.minor)),
                ]
            } ?? []
        return [
            JSONValue.Member("frames", .array(kinds.map { .string($0) })),
            JSONValue.Member("address", .string(sender(capabilities))),
            JSONValue.Member("commands", .string(capabilities.commandFamily.rawValue)),
        ] + beacon
    }
}
