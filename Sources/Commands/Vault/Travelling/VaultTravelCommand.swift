import ArgumentParser
import Foundation
import Strings
import Vault
import VaultDevice

/// `cerca vault travel`: takes chosen categories off this device for a journey.
struct VaultTravelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "travel",
        abstract: "Take chosen categories off this device for a journey, and bring them back.",
        discussion: """
            Which ones: cerca vault category set NAME --removable. Their items go to the server, sealed with a key \
            that leaves this device as well; a proved presence or the recovery code brings it back. Slots that would \
            give it otherwise, such as a place, whose position can be typed, are away for as long as the journey \
            lasts; with `on --return place` they stay. A password never brings anything back.
            """,
        subcommands: [VaultTravelStatusCommand.self, VaultTravelOnCommand.self, VaultTravelOffCommand.self],
        defaultSubcommand: VaultTravelStatusCommand.self)
}

/// `cerca vault travel status`: whether something is away.
struct VaultTravelStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "status", abstract: "Tell whether the vault travels.")

    @OptionGroup var options: VaultOptions

    func run() async throws {
        let vault = try await options.unlocked()
        guard options.json else {
            guard vault.isTravelling else { return VaultStrings.travelIsHome.say() }
            VaultStrings.travelIsAway.say()
            return (vault.journey?.returns ?? .place).phrase.say()
        }
        var output = OutputBuffer()
        output.object { line in
            line.member("travelling", vault.isTravelling)
            if vault.isTravelling { line.member("return", (vault.journey?.returns ?? .place).word) }
        }
        try output.flush()
    }
}

/// `cerca vault travel on`: the items go.
struct VaultTravelOnCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on", abstract: "Synchronize, and take the removable categories' items off this device.")

    @OptionGroup var options: VaultOptions

    @Option(help: ArgumentHelp("The server, for example https://cerca.example.", valueName: "url"))
    var server: String

    @Option(
        name: .customLong("return"),
        help: "What brings the items back: presence (or the recovery code), recovery (alone), or place (or either).")
    var returns = TravelReturn.presence

    func run() async throws {
        let vault = try await options.unlocked()
        let hasRemovable = try refusing { () throws(VaultFault) in
            try vault.categories().contains { $0.category.isRemovable }
        }
        guard hasRemovable else { throw CommandFailure(VaultStrings.travelNothingRemovable.text) }
        let count = try await options.account.whileSignedIn(at: server) { account in
            let sync = VaultSync(
                server: HTTPVaultServer(account: account), device: ProcessInfo.processInfo.hostName)
            do throws(SyncFault) {
                return try await sync.beginTravel(on: vault, returning: returns, now: VaultClock.now)
            } catch .vault(.lastSlot) {
                throw CommandFailure(VaultStrings.travelNoSlot.text)
            } catch {
                throw error.failure
            }
        }
        // The agent may hold the key that has just left.
        AgentClient(vault: vault.header.vault).lock()
        // On a journey that had begun before, it is the return of then.
        let returning = vault.journey?.returns ?? .place
        guard options.json else {
            VaultStrings.travelBegun(count: count).say()
            return returning.phrase.say()
        }
        var output = OutputBuffer()
        output.object { line in
            line.member("travelling", true)
            line.member("removed", count)
            line.member("return", returning.word)
        }
        try output.flush()
    }
}

/// `cerca vault travel off`: the items come back.
struct VaultTravelOffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "off",
        abstract: "Bring the items back; it takes what `on` said: a presence, the recovery code or a place.")

    @OptionGroup var options: VaultOptions

    @Option(help: ArgumentHelp("The server, for example https://cerca.example.", valueName: "url"))
    var server: String

    func run() async throws {
        let vault = try await options.unlocked()
        let received = try await options.account.whileSignedIn(at: server) { account in
            let sync = VaultSync(
                server: HTTPVaultServer(account: account), device: ProcessInfo.processInfo.hostName)
            do throws(SyncFault) {
                return try await sync.endTravel(on: vault, now: VaultClock.now).received
            } catch .vault(.travelling) {
                throw CommandFailure(VaultStrings.travelNeedsKey.text)
            } catch {
                throw error.failure
            }
        }
        guard options.json else { return VaultStrings.travelBack(count: received).say() }
        var output = OutputBuffer()
        output.object { line in
            line.member("travelling", false)
            line.member("received", received)
        }
        try output.flush()
    }
}

extension TravelReturn {
    /// What brings the items back.
    fileprivate var phrase: Phrase {
        switch self {
        case .place: VaultStrings.travelReturnsByPlace
        case .presence: VaultStrings.travelReturnsByPresence
        case .recovery: VaultStrings.travelReturnsByRecovery
        }
    }
}

extension TravelReturn: ExpressibleByArgument {
    /// How it is written: `presence`, `recovery` or `place`.
    var word: String {
        switch self {
        case .place: "place"
        case .presence: "presence"
        case .recovery: "recovery"
        }
    }

    /// What a word on the command line means; nil for another one.
    public init?(argument: String) {
        guard let value = Self.allCases.first(where: { $0.word == argument }) else { return nil }
        self = value
    }

    /// How the help writes it.
    public var defaultValueDescription: String { word }

    /// The words that the help lists.
    public static var allValueStrings: [String] { allCases.map(\.word) }
}
