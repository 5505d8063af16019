import ArgumentParser
import Foundation
import Strings
import Vault
import VaultDevice

/// Which account a command goes through, and by what radio it hears a beacon.
///
/// Slots that ask for presence need both; synchronizing needs the account.
struct AccountOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The account's e-mail address.", valueName: "address"))
    var email: String?

    @Option(
        help: ArgumentHelp("A file whose first line is the account's password.", valueName: "file"),
        completion: .file())
    var accountPasswordFile: String?

    @Option(
        help: ArgumentHelp(
            "The controller that hears a beacon: tcp:HOST:PORT, serial:/dev/tty…,BAUD or hci0.", valueName: "transport")
    )
    var hci: String?

    @Flag(help: "Send the account's password to a server beyond this machine by http://, for all on the way to read.")
    var insecure = false

    func validate() throws {
        if let hci { _ = try RadioRun.transport(hci) }
    }

    /// Whether presence can be proved: there is an account and something to hear with.
    var canProvePresence: Bool { email != nil && hci != nil }

    /// Does `work` with the account, signed in, and signs out again whatever becomes of it: no session is left behind.
    func whileSignedIn<Result>(
        at server: String, _ work: (ServerAccount) async throws -> Result
    ) async throws -> Result {
        let account = try await signIn(at: server)
        do {
            let result = try await work(account)
            await account.signOut()
            return result
        } catch {
            await account.signOut()
            throw error
        }
    }

    /// The account, signed in; whoever asks for it signs out.
    func signIn(at server: String) async throws -> ServerAccount {
        guard let email else { throw ValidationError("name the account with --email") }
        let password = try accountPassword()
        do throws(ServerFault) {
            return try await ServerAccount(server: server, allowsInsecure: insecure).signIn(
                email: email, password: password)
        } catch {
            throw CommandFailure(error.phrase.text)
        }
    }

    /// The account's password, which is another one than the vault's.
    private func accountPassword() throws -> String {
        if let accountPasswordFile {
            return try SecretInput.password(accountPasswordFile).withBytes { String(decoding: $0, as: UTF8.self) }
        }
        guard Terminal.canAsk, let bytes = HiddenInput.line(VaultStrings.syncAskAccountPassword.text),
            let text = String(validating: bytes, as: UTF8.self)
        else { throw ValidationError("give the account's password with --account-password-file") }
        return text
    }
}
