import AccountService
import Basics
import Foundation
import OpenID

/// The file that names the providers of identities; secrets are not in it but in files of their own, or in the environment.
enum IdentityProvidersFile {
    /// How many providers there may be: a form with more is a list to search in.
    static let most = 10

    /// What is wrong with the file, for its operator.
    enum Fault: Error, Equatable, CustomStringConvertible {
        case unreadable
        case notJSON
        case noProviders
        case provider(Int, String)
        case secretMissing(Int, String)
        case secretExposed(Int, String)

        var description: String {
            switch self {
            case .unreadable: "it cannot be read"
            case .notJSON: "it is not JSON"
            case .noProviders: "it needs \"providers\", a list of 1 to \(IdentityProvidersFile.most)"
            case .provider(let place, let reason): "provider \(place): \(reason)"
            case .secretMissing(let place, let name): "provider \(place): its secret \(name) cannot be read"
            case .secretExposed(let place, let name):
                "provider \(place): \(name) holds a secret and can be read by others; chmod 600 it"
            }
        }
    }

    /// The providers of the file at `path`; secrets lie beside it unless their paths are absolute.
    static func read(
        _ path: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Fault) -> [IdentityProvider] {
        guard let bytes = FileManager.default.contents(atPath: path) else { throw .unreadable }
        guard let file = try? JSONValue(parsing: Array(bytes)) else { throw .notJSON }
        guard case .array(let entries)? = file["providers"], (1...most).contains(entries.count) else {
            throw .noProviders
        }
        var providers: [IdentityProvider] = []
        for (index, entry) in entries.enumerated() {
            let place = index + 1
            let provider = try IdentityProviderEntry(
                entry, place, in: URL(fileURLWithPath: path), environment
            ).provider()
            guard !providers.contains(where: { $0.name == provider.name || $0.issuer == provider.issuer }) else {
                throw .provider(place, "another one has this name or issuer")
            }
            providers.append(provider)
        }
        return providers
    }
}
