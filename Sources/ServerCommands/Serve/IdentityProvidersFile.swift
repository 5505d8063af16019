import AccountService
import Encodings
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
            let provider = try provider(entry, place, in: URL(fileURLWithPath: path), environment)
            guard !providers.contains(where: { $0.name == provider.name || $0.issuer == provider.issuer }) else {
                throw .provider(place, "another one has this name or issuer")
            }
            providers.append(provider)
        }
        return providers
    }

    private static let known: Set<String> = [
        "name", "kind", "label", "issuer", "clientId", "secretFile", "secretEnvironment", "scopes",
        "emailIsAuthoritative",
    ]

    private static func provider(
        _ entry: JSONValue, _ place: Int, in file: URL, _ environment: [String: String]
    ) throws(Fault) -> IdentityProvider {
        guard case .object(let members) = entry else { throw .provider(place, "it is no object") }
        if let other = members.first(where: { !known.contains($0.name) }) {
            throw .provider(place, "\"\(other.name)\" means nothing here")
        }
        func text(_ name: String) -> String? {
            if case .string(let text)? = entry[name], !text.isEmpty { text } else { nil }
        }
        guard let name = text("name"), IdentityProvider.isName(name) else {
            throw .provider(place, "\"name\" must be 1 to 30 lower-case letters, digits and hyphens")
        }
        let kind = text("kind")
        guard kind == "google" || kind == "oidc" else { throw .provider(place, "\"kind\" must be google or oidc") }
        let issuerText = text("issuer") ?? (kind == "google" ? "https://accounts.google.com" : "")
        guard let issuer = ProviderAddress(issuerText), issuer.isSecure || isHere(issuer.host) else {
            throw .provider(place, "\"issuer\" must be https://…, or http:// on this machine")
        }
        guard let client = text("clientId"), client.utf8.count <= 500 else {
            throw .provider(place, "\"clientId\" is missing")
        }
        let label = text("label") ?? (kind == "google" ? "Google" : name)
        guard label.count <= 60 else { throw .provider(place, "\"label\" has more than 60 characters") }
        var scopes = ["openid", "email"]
        if let listed = entry["scopes"] {
            guard case .array(let elements) = listed else {
                throw .provider(place, "\"scopes\" must be a list of texts")
            }
            scopes = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
            guard scopes.count == elements.count, scopes.contains("openid"),
                scopes.allSatisfy({ !$0.isEmpty && !$0.contains(" ") })
            else { throw .provider(place, "\"scopes\" must be a list of texts with \"openid\"") }
        }
        var authority: MailAuthority = kind == "google" ? .google : .none
        if let own = entry["emailIsAuthoritative"] {
            guard kind == "oidc", case .boolean(let isOwn) = own else {
                throw .provider(place, "\"emailIsAuthoritative\" must be true or false, and is for oidc alone")
            }
            authority = isOwn ? .own : .none
        }
        return IdentityProvider(
            name: name, label: label, issuer: issuer, client: client,
            secret: try secret(text("secretFile"), text("secretEnvironment"), place, in: file, environment),
            scopes: scopes, authority: authority)
    }

    private static func isHere(_ host: String) -> Bool { ["localhost", "127.0.0.1", "::1"].contains(host) }

    private static func secret(
        _ path: String?, _ variable: String?, _ place: Int, in file: URL, _ environment: [String: String]
    ) throws(Fault) -> String {
        switch (path, variable) {
        case (nil, let variable?):
            guard let secret = environment[variable], !secret.isEmpty else { throw .secretMissing(place, variable) }
            return secret
        case (let path?, nil):
            let found = URL(fileURLWithPath: path, relativeTo: file.deletingLastPathComponent()).path
            var status = stat()
            guard stat(found, &status) == 0 else { throw .secretMissing(place, path) }
            guard status.st_mode & 0o077 == 0 else { throw .secretExposed(place, path) }
            guard let text = try? String(contentsOfFile: found, encoding: .utf8),
                let line = text.split(separator: "\n").first
            else { throw .secretMissing(place, path) }
            return String(line)
        default: throw .provider(place, "it needs either \"secretFile\" or \"secretEnvironment\"")
        }
    }
}
