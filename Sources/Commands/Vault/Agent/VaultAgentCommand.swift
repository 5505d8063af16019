import ArgumentParser
import Foundation
import Strings
import UnixSignals
import Vault
import VaultDevice

/// `cerca vault agent`: the process that `unlock` starts; it takes the keys from standard input.
struct VaultAgentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent", abstract: "Hold keys for other commands; `unlock` starts it.", shouldDisplay: false)

    @Option(help: ArgumentHelp("Lock when this gpsd says that the device has left.", valueName: "host:port"))
    var gpsd: String?

    @Option(help: ArgumentHelp("Lock when these NMEA lines say that the device has left.", valueName: "file"))
    var nmea: String?

    func run() async throws {
        ProcessHardening.apply()
        signal(SIGPIPE, SIG_IGN)
        var lockSwitch: [Int32] = [-1, -1]
        guard let handover = AgentHandover(from: STDIN_FILENO), pipe(&lockSwitch) == 0 else {
            throw CommandFailure(VaultStrings.agentFailed.text)
        }
        let (listening, pressing) = (lockSwitch[0], lockSwitch[1])
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
        let watched = try departure(handover)
        let hasRun = await withTaskGroup(of: Bool.self) { group in
            if let (departure, source) = watched {
                group.addTask {
                    if await source.waitUntilLeft(departure, every: .seconds(5)) { Self.press(pressing) }
                    return true
                }
            }
            group.addTask {
                for await _ in signals { Self.press(pressing) }
                return true
            }
            let hasRun = await Self.hold(handover, lockSwitch: listening)
            group.cancelAll()
            return hasRun
        }
        guard hasRun else { throw CommandFailure(VaultStrings.agentFailed.text) }
    }

    /// Runs the agent to its end, in a thread of its own: the pool's threads are for what does not block.
    ///
    /// False when it could not begin.
    private static func hold(_ handover: AgentHandover, lockSwitch: Int32) async -> Bool {
        await withCheckedContinuation { continuation in
            Thread {
                continuation.resume(returning: runAgent(handover, lockSwitch: lockSwitch))
            }.start()
        }
    }

    /// The agent from its beginning to its end; its socket is gone when this returns.
    private static func runAgent(_ handover: AgentHandover, lockSwitch: Int32) -> Bool {
        guard var agent = VaultAgent(handover, lockSwitch: lockSwitch) else { return false }
        tellReady()
        agent.run()
        return true
    }

    /// One byte to whoever started it; its end of the pipe, and the folder that it runs in, are given back.
    private static func tellReady() {
        var byte: UInt8 = 1
        _ = write(STDOUT_FILENO, &byte, 1)
        for descriptor in [STDIN_FILENO, STDOUT_FILENO] {
            let nothing = open("/dev/null", O_RDWR)
            dup2(nothing, descriptor)
            if nothing > STDERR_FILENO { close(nothing) }
        }
        _ = chdir("/")
    }

    /// When the device has left the place where the vault was unlocked; nil when that is not asked for.
    private func departure(
        _ handover: AgentHandover
    ) throws -> (departure: Departure, source: any PositionSource)? {
        guard let place = handover.place else { return nil }
        let option = try gpsd.map { try PositionOption.gpsd($0) } ?? nmea.map { try PositionOption.nmea($0) }
        guard let option else { return nil }
        return (try Departure(from: place.fix, lattice: Lattice(side: place.side)), option.source)
    }

    private static func press(_ descriptor: Int32) {
        var byte: UInt8 = 1
        _ = write(descriptor, &byte, 1)
    }
}
