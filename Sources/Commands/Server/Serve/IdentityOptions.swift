import AccountService
import ArgumentParser
import HTTPKit
import Network
import Strings

/// The providers of identities with which people may sign in.
struct IdentityOptions: ParsableArguments {
    @Option(
        help: """
            A JSON file of providers with which people may sign in: Google, Apple, Facebook, or any issuer of \
            OpenID Connect; Docs/identity-providers.md has its form. It needs --public-url.
            """,
        completion: .file(extensions: ["json"]))
    var identityProviders: String?

    /// Sign-in by the providers of the file, or by none without one.
    func service(_ accounts: AccountService, at address: PublicAddress?) throws -> IdentityService {
        guard let identityProviders else { return IdentityService(accounts: accounts) }
        guard let address else { throw CommandFailure(ServerStrings.serveProvidersAddress.text) }
        do throws(IdentityProvidersFile.Fault) {
            return IdentityService(
                accounts: accounts, providers: try IdentityProvidersFile.read(identityProviders),
                network: ProviderClient(), publicAddress: address.text)
        } catch {
            throw CommandFailure(
                ServerStrings.serveProviders(file: identityProviders, reason: error.description).text)
        }
    }
}
