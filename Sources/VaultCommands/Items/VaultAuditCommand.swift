import ArgumentParser
import CommandOutput
import Vault
import VaultDevice

/// `cerca vault audit`: weak, reused and old passwords, and what to do about them.
struct VaultAuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Look for weak, reused and old passwords, missing second factors and insecure addresses.",
        discussion: """
            Everything is looked at here; no password, nor anything made from one, is sent anywhere. With the agent's \
            keys alone, passwords of items that ask again are neither compared nor estimated.
            """)

    @OptionGroup var options: VaultOptions

    func run() async throws {
        let vault = try await options.unlocked()
        let collation = Collation(language: vault.settings.language)
        let items = try refusing { () throws(VaultFault) in
            var items: [Item] = []
            for summary in try collation.sorted(vault.summaries(), by: { $0.title.text }) {
                items.append(try vault.item(summary.id))
            }
            return items
        }
        let audit = VaultAudit(items, isProven: vault.isFresh, now: VaultClock.now)
        var output = OutputBuffer()
        if options.json { lines(audit, to: &output) } else { words(audit, to: &output) }
        try output.flush()
    }

    private func lines(_ audit: VaultAudit, to output: inout OutputBuffer) {
        for entry in audit.entries {
            output.object { line in
                line.member("id", entry.item.id.text)
                line.member("title", entry.item.title.text)
                line.member("findings", entry.findings.map(\.rawValue))
            }
        }
        output.object { line in
            line.member("score", audit.score)
            line.member("items", audit.itemCount)
            line.member("weak", audit.count(of: .weak))
            line.member("reused", audit.count(of: .reused))
            line.member("old", audit.count(of: .old))
            line.member("noSecondFactor", audit.count(of: .noSecondFactor))
            line.member("insecureAddress", audit.count(of: .insecureAddress))
        }
    }

    private func words(_ audit: VaultAudit, to output: inout OutputBuffer) {
        output.line(AuditMessages.score(audit.score, items: audit.itemCount).text)
        for finding in VaultAudit.Finding.allCases where audit.count(of: finding) > 0 {
            output.line("")
            output.line(AuditMessages.heading(finding, count: audit.count(of: finding)).text)
            for entry in audit.entries where entry.findings.contains(finding) {
                output.line("  " + TerminalText.harmless(entry.item.title.text))
            }
        }
        if audit.entries.isEmpty { output.line(AuditMessages.allWell.text) }
    }
}

/// What the audit says.
enum AuditMessages: Bilingual {
    case score(Int, items: Int)
    case heading(VaultAudit.Finding, count: Int)
    case allWell

    var texts: (spanish: String, english: String) {
        switch self {
        case .score(let score, let items):
            (
                "\(score) de 100 (\(items == 1 ? "un elemento" : "\(items) elementos"))",
                "\(score) of 100 (\(items == 1 ? "one item" : "\(items) items"))"
            )
        case .heading(.weak, let count):
            (
                "Contraseñas débiles: \(count). Cámbielas por otras hechas con `cerca vault edit --generate-password`:",
                "Weak passwords: \(count). Replace them with `cerca vault edit --generate-password`:"
            )
        case .heading(.reused, let count):
            (
                "Contraseñas repetidas: \(count). Quien conozca una entra en las demás; dé a cada sitio la suya:",
                "Reused passwords: \(count). Who learns one has the others; give each site its own:"
            )
        case .heading(.old, let count):
            (
                "Contraseñas de más de un año: \(count). Cámbielas si el sitio ha tenido una fuga:",
                "Passwords older than a year: \(count). Change them if the site has had a leak:"
            )
        case .heading(.noSecondFactor, let count):
            (
                "Sin segundo factor: \(count). Actívelo en el sitio y guarde aquí su secreto (--field otp=-):",
                "No second factor: \(count). Switch it on at the site and keep its secret here (--field otp=-):"
            )
        case .heading(.insecureAddress, let count):
            (
                "Direcciones http:// sin cifrar: \(count). Use https://, o no entre desde redes ajenas:",
                "Addresses with http://, not encrypted: \(count). Use https://, or stay off other people's networks:"
            )
        case .allWell: ("todo está bien", "all is well")
        }
    }
}
