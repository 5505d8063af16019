import API
import ArgumentParser
import Basics
import Exposure
import Foundation
import Logging
import Phone
import Radio
import Strings

/// `cerca exposure run`: tracing on a controller, until it is interrupted.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Trace: send identifiers, remember who is near, compare what is published.",
        discussion: """
            The first time it makes a store and switches tracing on. Without --server nothing is compared until \
            `cerca exposure sync`. After a report nothing is sent by radio or collected; let it run all the same: it \
            fetches what is published and sends decoys as before, so that nobody on the network sees that you reported.
            """)

    @OptionGroup var options: TracingOptions
    @OptionGroup var serverOptions: TracingServerOptions

    @Option(help: "The controller: tcp:HOST:PORT, serial:/dev/tty…,BAUD or hci0.")
    var hci: String

    @Option(help: "Stop after this many seconds; without it, run until interrupted.")
    var seconds: Double?

    @Option(help: "Milliseconds from one advertisement to the next, 20 to 10240.")
    var interval = 250

    @Option(help: "How much of the time to listen, in percent.")
    var listen = 33

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The power in dBm to ask the controller for; without it, the controller chooses.",
            discussion: """
                The advertisements state what the controller says it selected. One with the commands of Bluetooth 4 alone \
                cannot be asked, and then this is stated instead of what it says.
                """))
    var transmitPower: Int8?

    @Option(help: ArgumentHelp("How many seconds pass in one of the system's; for tests.", visibility: .hidden))
    var clockSpeed: Double = 1

    func validate() throws {
        _ = try RadioRun.transport(hci)
        if let seconds, !(seconds > 0) { throw ValidationError("--seconds must be positive") }
        guard AdvertisingPlan.intervals.contains(interval) else {
            throw ValidationError("--interval must be from 20 to 10240 milliseconds")
        }
        guard (1...100).contains(listen) else { throw ValidationError("--listen must be from 1 to 100 percent") }
        guard (1...10_000).contains(clockSpeed) else { throw ValidationError("--clock-speed must be from 1 to 10000") }
        guard transmitPower.map({ (-127...20).contains($0) }) ?? true else {
            throw ValidationError("--transmit-power must be from -127 to 20 dBm")
        }
    }

    func run() async throws {
        let clock = TracingClock(offsetSeconds: options.clockOffset, speed: clockSpeed)
        let session = try options.openOrCreate()
        try await switchOn(session, at: clock.now)
        let isConnected = await session.tracer.settings.server != nil || serverOptions.server != nil
        let phone = TracingRadio(
            transport: try RadioRun.transport(hci), session: session,
            synchroniser: isConnected ? try await serverOptions.synchroniser(session, clock: clock) : nil,
            setting: setting, clock: clock,
            logger: Logger(label: "cerca.exposure", factory: { _ in SwiftLogNoOpLogHandler() }))
        do {
            try await RadioRun.run(seconds: seconds) { [options] in
                try await phone.run { event in
                    try Self.show(event, json: options.json, clock: clock)
                }
            }
        } catch let error as TracingStoreError {
            throw options.failure(error)
        }
    }

    private var setting: TracingRadio.Setting {
        var setting = TracingRadio.Setting()
        setting.transmitPower = transmitPower
        setting.intervalMilliseconds = interval
        setting.scanTiming =
            listen == 100
            ? .continuous : ScanTiming(intervalMilliseconds: 9000, windowMilliseconds: 9000 * listen / 100)
        return setting
    }

    private func switchOn(_ session: TracingSession, at now: Timestamp) async throws {
        switch await session.tracer.state {
        case .on: return
        case .reported:
            return ExposureStrings.runReported.say()
        case .off: throw CommandFailure(ExposureStrings.runOff.text)
        case .never: break
        }
        do {
            _ = try await session.switchOn(at: now)
        } catch {
            throw options.failure(error)
        }
        if !options.json { ExposureStrings.runSwitchedOn(file: options.file.path).say() }
    }

    private static func show(_ event: TracingEvent, json: Bool, clock: TracingClock) throws {
        if json {
            try OutputLines.write(JSONValue.object(members(event, clock: clock)).compactText)
        } else {
            try OutputLines.write(words(event, PersonCalendar(now: clock.now)))
        }
    }

    private static func members(_ event: TracingEvent, clock: TracingClock) -> [JSONValue.Member] {
        func line(_ name: String, _ members: [JSONValue.Member] = []) -> [JSONValue.Member] {
            [.init("event", .string(name))] + members
        }
        switch event {
        case .started(let commands, let power):
            return line(
                "exposure.started",
                [
                    .init("commands", .string(commands.rawValue)),
                    .init("transmitPower", power.map { .integer(Int64($0)) } ?? .null),
                ])
        case .notice(let notice):
            return line("exposure.notice", [.init("notice", TracingLines.json(notice, PersonCalendar(now: clock.now)))])
        case .synchronised(let report):
            return line("exposure.sync", TracingLines.members(report, PersonCalendar(now: clock.now)))
        case .radioLost(let reason): return line("radio.lost", [.init("reason", .string(reason))])
        case .radioBack: return line("radio.back")
        }
    }

    private static func words(_ event: TracingEvent, _ calendar: PersonCalendar) -> String {
        switch event {
        case .started(let commands, let power?):
            ExposureStrings.runStarted(commands: commands.rawValue, power: "\(power)").text
        case .started(let commands, nil): ExposureStrings.runStartedUnknownPower(commands: commands.rawValue).text
        case .notice(let notice): TracingLines.words(notice, calendar)
        case .synchronised(let report):
            report.failure.map { ExposureStrings.syncFailed(reason: $0.phrase).text } ?? TracingLines.batches(report)
        case .radioLost(let reason): DeviceStrings.radioLost(reason: reason).text
        case .radioBack: DeviceStrings.radioBack.text
        }
    }
}
