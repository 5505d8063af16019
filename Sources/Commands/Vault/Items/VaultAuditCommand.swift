import ArgumentParser
import Strings
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
        output.line(VaultStrings.auditScore(score: audit.score, count: audit.itemCount).text)
        for finding in VaultAudit.Finding.allCases where audit.count(of: finding) > 0 {
            output.line("")
            output.line(heading(finding, audit.count(of: finding)).text)
            for entry in audit.entries where entry.findings.contains(finding) {
                output.line("  " + TerminalText.harmless(entry.item.title.text))
            }
        }
        if audit.entries.isEmpty { output.line(VaultStrings.auditAllWell.text) }
    }

    private func heading(_ finding: VaultAudit.Finding, _ count: Int) -> Phrase {
        switch finding {
        case .weak: VaultStrings.auditWeak(number: count)
        case .reused: VaultStrings.auditReused(number: count)
        case .old: VaultStrings.auditOld(number: count)
        case .noSecondFactor: VaultStrings.auditNoSecondFactor(number: count)
        case .insecureAddress: VaultStrings.auditInsecureAddress(number: count)
        }
    }
}
