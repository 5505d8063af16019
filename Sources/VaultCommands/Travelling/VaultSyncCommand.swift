import ArgumentParser
import CommandOutput
import Foundation
import Vault
import VaultDevice

/// `cerca vault sync`: exchanges sealed records with a server that can read none of them.
struct VaultSyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Keep a vault equal on several devices, through a server that cannot read it.",
        discussion: """
            What two devices changed is kept twice. A second device joins with the recovery code, and gets a place and \
            a password of its own:

              cerca vault sync --join ana --server https://cerca.example --email ana@example.org \\
                --recovery-file code --password-file secret

            The server learns the account, how many records there are, how large they are and when they change.
            """)

    @OptionGroup var options: VaultOptions

    @Option(help: ArgumentHelp("The server, for example https://cerca.example.", valueName: "url"))
    var server: String

    @Option(help: ArgumentHelp("What to call this device in titles of conflicts.", valueName: "name"))
    var device: String?

    @Option(help: ArgumentHelp("Make this device's file of a vault that another device has.", valueName: "user"))
    var join: String?

    @Option(help: "With --join, what a guess costs: default or floor.")
    var kdfCost: CostArgument = .standard

    @Flag(help: "Forget what is known of the server first: it was restored from a backup, or is another one.")
    var startOver = false

    func validate() throws {
        if join != nil, options.recoveryFile == nil {
            throw ValidationError("--join needs the recovery code: --recovery-file")
        }
    }

    func run() async throws {
        if let join { return try await makeFile(for: join) }
        let vault = try await options.unlocked()
        try report(
            try await synchronizing { sync throws(SyncFault) in
                try await sync.run(on: vault, now: VaultClock.now, startsOver: startOver)
            })
    }

    /// Synchronizes through the account, which is signed in for that alone.
    private func synchronizing<Result>(
        _ work: (VaultSync) async throws(SyncFault) -> Result
    ) async throws -> Result {
        try await options.account.whileSignedIn(at: server) { account in
            let name = device ?? ProcessInfo.processInfo.hostName
            do throws(SyncFault) {
                return try await work(VaultSync(server: HTTPVaultServer(account: account), device: name))
            } catch .vault(.vaultExists) {
                throw CommandFailure(SyncMessages.alreadyHere.text)
            } catch {
                throw error.failure
            }
        }
    }

    private func makeFile(for name: String) async throws {
        guard let recoveryFile = options.recoveryFile else { return }
        let code = try SecretFile.recoveryCode(recoveryFile)
        let fixes = try await options.fixes(16, within: .seconds(60))
        var new = NewVault(user: try vaultName(name), fixes: fixes, language: VaultLanguage.current.rawValue)
        if options.passwordFile != nil || fixes.isEmpty {
            new.password = try options.newPassword(file: options.passwordFile)
        }
        new.cost = CalibratedCost.cost(kdfCost, quiet: options.json)
        let done = try await synchronizing { [new] sync throws(SyncFault) in
            try await sync.join(new, recovery: code, in: options.folder, now: VaultClock.now).report
        }
        if !fixes.isEmpty { SlotMessages.placeLimits.say() }
        try report(done)
    }

    private func report(_ report: VaultDevice.SyncReport) throws {
        guard options.json else {
            SyncMessages.done(sent: report.sent, received: report.received).say()
            for conflict in report.conflicts { SyncMessages.conflict(TerminalText.harmless(conflict.text)).say() }
            return
        }
        var output = OutputBuffer()
        output.object { line in
            line.member("sent", report.sent)
            line.member("received", report.received)
            line.member("conflicts", report.conflicts.map(\.text))
        }
        try output.flush()
    }
}

extension SyncFault {
    /// The fault as the command's end.
    var failure: CommandFailure {
        if case .vault(let fault) = self { return fault.failure() }
        return CommandFailure(SyncMessages.failed(self).text)
    }
}

/// What is said while records are exchanged, and about travelling.
enum SyncMessages: Bilingual {
    case askAccountPassword
    case done(sent: Int, received: Int)
    case conflict(String)
    case failed(SyncFault)
    case travelling(Int)
    case back(Int)
    case isTravelling
    case returns(TravelReturn)
    case noSlotToTravelWith
    case isHome
    case nothingRemovable
    case needsTravelKey
    case alreadyHere

    var texts: (spanish: String, english: String) {
        switch self {
        case .askAccountPassword: ("Contraseña de la cuenta: ", "Password of the account: ")
        case .done(let sent, let received):
            ("enviados: \(sent), recibidos: \(received)", "sent: \(sent), received: \(received)")
        case .conflict(let title):
            ("cambiado en dos equipos; quedan los dos: \(title)", "changed on two devices; both are kept: \(title)")
        case .failed(let fault): (fault.spanish, fault.description)
        case .travelling(let count):
            (
                "de viaje: fuera de este equipo, \(Counted(count).items.spanish); `cerca vault travel off` lo trae de vuelta",
                "travelling: \(Counted(count).items.english) left this device; `cerca vault travel off` brings them back"
            )
        case .back(let count):
            ("de vuelta: recibido, \(Counted(count).items.spanish)", "back: \(Counted(count).items.english) received")
        case .isTravelling: ("de viaje", "travelling")
        case .returns(.place):
            (
                "aviso: también una posición escrita a mano en su lugar lo trae de vuelta",
                "note: a position that is typed brings them back as well, if it is the place's"
            )
        case .returns(.presence):
            (
                "lo trae de vuelta una presencia probada o el código de recuperación; las demás ranuras con lugar "
                    + "están de viaje también",
                "a proved presence or the recovery code brings them back; the other slots with a place are away too"
            )
        case .returns(.recovery):
            (
                "solo lo trae de vuelta el código de recuperación; las ranuras con lugar o presencia están de viaje "
                    + "también",
                "only the recovery code brings them back; slots with a place or a presence are away too"
            )
        case .noSlotToTravelWith:
            (
                "de viaje solo quedaría el código de recuperación para abrirla: ponga antes una contraseña "
                    + "(`cerca vault slot password`), o diga --return place",
                "on the way only the recovery code would open it: set a password first (`cerca vault slot password`), "
                    + "or say --return place"
            )
        case .isHome: ("no está de viaje", "not travelling")
        case .needsTravelKey:
            (
                "esto no trae de vuelta la clave de viaje: hace falta una presencia, el código de recuperación "
                    + "(--recovery-file) o, si se salió con --return place, el lugar",
                "that does not bring back the travel key: it takes a presence, the recovery code (--recovery-file) or, "
                    + "after --return place, the place"
            )
        case .alreadyHere:
            (
                "este equipo ya tiene esa bóveda, u otra con ese nombre; véase `cerca vault users`",
                "this device has that vault already, or another of that name; see `cerca vault users`"
            )
        case .nothingRemovable:
            (
                "ninguna categoría se retira en viaje; marque alguna con `cerca vault category set NOMBRE --removable`",
                "no category is removed to travel; mark one with `cerca vault category set NAME --removable`"
            )
        }
    }
}

extension SyncFault {
    fileprivate var spanish: String {
        switch self {
        case .server(let fault): ServerMessages(fault: fault).texts.spanish
        case .vault(let fault): FaultMessages(fault: fault).texts.spanish
        case .conflict: "otros equipos cambian la bóveda sin parar; inténtelo más tarde"
        case .rolledBack:
            "el servidor tiene datos más antiguos de los que este equipo ha visto; --start-over si se restauró de una copia"
        case .tampered:
            "el servidor no devuelve los datos que se le enviaron; cuando vuelva a estar entero, repítalo, o diga "
                + "--start-over si se restauró de una copia"
        case .nothingToJoin: "ninguna bóveda de esta cuenta se abre con este código de recuperación"
        case .ambiguous: "varias bóvedas de esta cuenta se abren con este código de recuperación"
        }
    }
}
