import AccountService
import Basics
import Foundation
import OpenID

/// One provider of the file, as it is read.
struct IdentityProviderEntry {
    /// Which ways a provider can have; each has its own members.
    private enum Kind: String, CaseIterable {
        case google, apple, facebook, oidc

        /// What people call it unless the file says otherwise.
        var label: String? { self == .oidc ? nil : rawValue.capitalized }

        /// Its issuer unless the file says otherwise.
        var issuer: String? {
            switch self {
            case .google: "https://accounts.google.com"
            case .apple: "https://appleid.apple.com"
            case .facebook: "https://www.facebook.com"
            case .oidc: nil
            }
        }

        /// The members that it may have beside those that all have.
        var members: Set<String> {
            switch self {
            case .google: ["secretFile", "secretEnvironment", "confirms", "secondFactorMethods"]
            case .apple: ["teamId", "keyId", "keyFile", "confirms"]
            case .facebook: ["secretFile", "secretEnvironment", "authorization", "graph"]
            case .oidc:
                [
                    "secretFile", "secretEnvironment", "keyId", "keyFile", "emailIsAuthoritative", "confirms",
                    "secondFactorMethods",
                ]
            }
        }
    }

    private static let common: Set<String> = ["name", "kind", "label", "issuer", "clientId", "scopes"]

    private let entry: JSONValue
    private let place: Int
    private let file: URL
    private let environment: [String: String]
    private let kind: Kind

    /// The entry at `place`, counted from one; files that it names lie beside `file` unless their paths are absolute.
    init(
        _ entry: JSONValue, _ place: Int, in file: URL, _ environment: [String: String]
    ) throws(IdentityProvidersFile.Fault) {
        (self.entry, self.place, self.file, self.environment) = (entry, place, file, environment)
        guard case .object(let members) = entry else { throw .provider(place, "it is no object") }
        guard case .string(let text)? = entry["kind"], let kind = Kind(rawValue: text) else {
            throw .provider(place, "\"kind\" must be google, apple, facebook or oidc")
        }
        self.kind = kind
        if let other = members.first(where: { !Self.common.union(kind.members).contains($0.name) }) {
            throw .provider(place, "\"\(other.name)\" means nothing here")
        }
    }

    /// The provider; throws what is wrong with the entry.
    func provider() throws(IdentityProvidersFile.Fault) -> IdentityProvider {
        guard let name = text("name"), IdentityProvider.isName(name) else {
            throw .provider(place, "\"name\" must be 1 to 30 lower-case letters, digits and hyphens")
        }
        let issuer = try address("issuer", kind.issuer.flatMap(ProviderAddress.init))
        guard let client = text("clientId"), client.utf8.count <= 500 else {
            throw .provider(place, "\"clientId\" is missing")
        }
        let label = text("label") ?? kind.label ?? name
        guard label.count <= 60 else { throw .provider(place, "\"label\" has more than 60 characters") }
        let scopes = try scopes()
        var traits = ProviderTraits()
        traits.isToldOfEnds = kind == .apple
        // Apple refuses to answer in the address when it is asked for more than who somebody is.
        traits.answersByForm = kind == .apple && scopes != ["openid"]
        // Google neither asks anew when it is told to nor says when it asked.
        traits.confirms = try flag("confirms") ?? (kind == .apple || kind == .oidc)
        traits.strongMethods = Set(try texts("secondFactorMethods") ?? [])
        return IdentityProvider(
            name: name, label: label, issuer: issuer, client: client, way: try way(client), scopes: scopes,
            authority: try authority(), traits: traits)
    }

    private func authority() throws(IdentityProvidersFile.Fault) -> MailAuthority {
        switch kind {
        case .google: .google
        case .apple: .apple
        case .facebook: .none
        case .oidc: try flag("emailIsAuthoritative") == true ? .own : .none
        }
    }

    private func scopes() throws(IdentityProvidersFile.Fault) -> [String] {
        guard let scopes = try texts("scopes") else { return kind == .facebook ? ["email"] : ["openid", "email"] }
        guard kind == .facebook || scopes.contains("openid") else {
            throw .provider(place, "\"scopes\" must have \"openid\"")
        }
        return scopes
    }

    private func way(_ client: String) throws(IdentityProvidersFile.Fault) -> ProviderWay {
        switch kind {
        case .google: return .openID(.secret(try secret()))
        case .oidc: return .openID(entry["keyFile"] == nil ? .secret(try secret()) : .signed(try key()))
        case .apple:
            guard let team = text("teamId"), team.utf8.count <= 100 else {
                throw .provider(place, "\"teamId\" is missing")
            }
            return .openID(.team(team, try key()))
        case .facebook:
            return .graph(
                GraphApp(id: client, secret: try secret()),
                authorization: try address("authorization", GraphApp.authorization),
                api: try address("graph", GraphApp.graph))
        }
    }

    // MARK: - Members

    private func text(_ name: String) -> String? {
        if case .string(let text)? = entry[name], !text.isEmpty { text } else { nil }
    }

    private func flag(_ name: String) throws(IdentityProvidersFile.Fault) -> Bool? {
        guard let value = entry[name] else { return nil }
        guard case .boolean(let isOn) = value else { throw .provider(place, "\"\(name)\" must be true or false") }
        return isOn
    }

    private func texts(_ name: String) throws(IdentityProvidersFile.Fault) -> [String]? {
        guard let value = entry[name] else { return nil }
        guard case .array(let elements) = value else { throw .provider(place, "\"\(name)\" must be a list of texts") }
        let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
        guard texts.count == elements.count, texts.count <= 20,
            texts.allSatisfy({ (1...100).contains($0.utf8.count) && !$0.contains(" ") })
        else { throw .provider(place, "\"\(name)\" must be a list of texts without blanks") }
        return texts
    }

    /// An address that is encrypted, or leads to this machine.
    private func address(
        _ name: String, _ usual: ProviderAddress?
    ) throws(IdentityProvidersFile.Fault) -> ProviderAddress {
        let found = entry[name] == nil ? usual : text(name).flatMap(ProviderAddress.init)
        guard let found, found.isSecure || ["localhost", "127.0.0.1", "::1"].contains(found.host) else {
            throw .provider(place, "\"\(name)\" must be https://…, or http:// on this machine")
        }
        return found
    }

    private func key() throws(IdentityProvidersFile.Fault) -> ClientKey {
        guard let id = text("keyId"), id.utf8.count <= 100 else { throw .provider(place, "\"keyId\" is missing") }
        guard let path = text("keyFile") else { throw .provider(place, "\"keyFile\" is missing") }
        guard entry["secretFile"] == nil, entry["secretEnvironment"] == nil else {
            throw .provider(place, "it needs either a key or a secret")
        }
        guard let key = ClientKey(pem: try contents(of: path), id: id) else {
            throw .provider(place, "\(path) has no P-256 key in PEM form")
        }
        return key
    }

    private func secret() throws(IdentityProvidersFile.Fault) -> String {
        switch (text("secretFile"), text("secretEnvironment")) {
        case (nil, let variable?):
            guard let secret = environment[variable], !secret.isEmpty else { throw .secretMissing(place, variable) }
            return secret
        case (let path?, nil):
            guard let line = try contents(of: path).split(separator: "\n").first else {
                throw .secretMissing(place, path)
            }
            return String(line)
        default:
            let other = kind == .oidc ? ", or \"keyFile\"" : ""
            throw .provider(place, "it needs either \"secretFile\" or \"secretEnvironment\"\(other)")
        }
    }

    /// What a file says that nobody else may read.
    private func contents(of path: String) throws(IdentityProvidersFile.Fault) -> String {
        let found = URL(fileURLWithPath: path, relativeTo: file.deletingLastPathComponent()).path
        var status = stat()
        guard stat(found, &status) == 0 else { throw .secretMissing(place, path) }
        guard status.st_mode & 0o077 == 0 else { throw .secretExposed(place, path) }
        guard let text = try? String(contentsOfFile: found, encoding: .utf8) else { throw .secretMissing(place, path) }
        return text
    }
}
