import Basics
import Strings
import Vault

/// All of an item, for a person or as a line of JSON.
struct ItemPage {
    let item: Item
    let category: String
    let now: Timestamp
    /// Whether concealed values are shown.
    let reveals: Bool

    /// Prints it.
    func print(json: Bool) throws {
        var output = OutputBuffer()
        write(json: json, to: &output)
        try output.flush()
    }

    /// Writes it.
    func write(json: Bool, to output: inout OutputBuffer) {
        if json { output.object(members) } else { lines(to: &output) }
    }

    private func members(_ line: inout JSONLine) {
        line.member("id", item.id.text)
        line.member("title", item.title.text)
        line.member("category", category)
        line.member("fields", objects: item.fields) { field, line in line.field(field, at: now) }
        line.member("favourite", item.isFavourite)
        line.member("asksAgain", item.asksAgain)
        line.member("created", item.created.rfc3339)
        line.member("modified", item.modified.rfc3339)
        line.member("deleted", ifPresent: item.deleted?.rfc3339)
        line.member("history", item.history.count)
        line.member("attachments", objects: item.attachments) { attachment, line in
            line.member("id", attachment.id.text)
            line.member("name", attachment.name.text)
            line.member("bytes", attachment.byteCount)
        }
    }

    private func lines(to output: inout OutputBuffer) {
        output.line(TerminalText.harmless(item.title.text) + (item.isFavourite ? "  ★" : ""))
        var rows = [(VaultStrings.itemCategory.text, category)]
        rows += item.fields.map { ($0.kind.phrase.text, shown($0)) }
        for attachment in item.attachments {
            rows.append((VaultStrings.itemAttachments.text, "\(attachment.name.text)  \(attachment.byteCount) bytes"))
        }
        rows.append((VaultStrings.itemChanged.text, item.modified.dayText))
        let widths = rows.map { TerminalText.width(of: TerminalText.harmless($0.0)) }
        let widest = min(widths.max() ?? 0, 24)
        for (label, value) in rows {
            let label = TerminalText.truncated(TerminalText.harmless(label), to: 24)
            let lines = TerminalText.harmless(value, keepingLines: true).split(
                separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() {
                output.text("  ")
                output.text(index == 0 ? label : "")
                output.spaces(widest - (index == 0 ? TerminalText.width(of: label) : 0) + 2)
                output.line(String(line))
            }
        }
        if !reveals, item.fields.contains(where: { $0.kind.isConcealed && !$0.value.isEmpty }) {
            output.line("  \(VaultStrings.itemConcealedHint.text)")
        }
    }

    private func shown(_ field: Field) -> String {
        if field.value.isEmpty { return "" }
        if field.kind == .oneTimePassword, reveals || !item.asksAgain {
            switch OneTimeCode(field.value, at: now) {
            case .shown(let code, let secondsLeft):
                // Five characters of Steam's are one word.
                let half = code.index(code.startIndex, offsetBy: code.count == 5 ? 5 : (code.count + 1) / 2)
                return "\(code[..<half])\(half == code.endIndex ? "" : " ")\(code[half...])  (\(secondsLeft) s)"
            case .counting(let counter): return VaultStrings.otpCounting(counter: Int(clamping: counter)).text
            case .none(let fault): return reveals ? field.value : fault.phrase.text
            }
        }
        // As many dots for each, so that they do not tell the length.
        return field.kind.isConcealed && !reveals ? "••••••••" : field.value
    }
}
