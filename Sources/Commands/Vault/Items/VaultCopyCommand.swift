import ArgumentParser
import Foundation
import Strings
import UnixSignals
import Vault
import VaultDevice

/// `cerca vault copy`: a value to the clipboard, which is emptied after a while.
struct VaultCopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy a value to the clipboard, and clear it after a while.",
        discussion: """
            It stays until the clipboard is cleared; Ctrl-C clears it at once. What was copied meanwhile from \
            elsewhere is left alone. It needs wl-copy, xclip, xsel or pbcopy. Other programs of the desktop can read \
            the clipboard as long as the value is there; with a wl-copy that knows --sensitive, those that keep a \
            history of the clipboard are told to leave it out.
            """)

    @OptionGroup var options: VaultOptions
    @OptionGroup var choice: ItemChoice

    @Option(
        help: ArgumentHelp("Which field; without it, the password, or else the only concealed one.", valueName: "kind"))
    var field: FieldKindArgument?

    @Option(help: ArgumentHelp("Clear after so long, 0 to leave it; without it, as configured.", valueName: "seconds"))
    var clearAfter: Int?

    func validate() throws {
        if let clearAfter, !(0...3600).contains(clearAfter) {
            throw ValidationError("--clear-after must be from 0 to 3600 seconds")
        }
    }

    func run() async throws {
        guard let clipboard = Clipboard.ofDesktop() else { throw CommandFailure(VaultStrings.copyNoClipboard.text) }
        let vault = try await options.unlocked()
        let summary = try choice.find(in: vault)
        let item = try refusing { () throws(VaultFault) in try vault.item(summary.id) }
        let chosen = try chosenField(of: item)
        if chosen.kind.isConcealed { try vault.requireFreshUnlock(for: item) }
        let seconds = clearAfter ?? vault.settings.clipboardSeconds
        var value = chosen.value
        if chosen.kind == .oneTimePassword { value = try vault.code(chosen, of: item, at: VaultClock.now) }
        vault.lock()
        // A program that ends without reading is told by its status.
        signal(SIGPIPE, SIG_IGN)
        // From here on an interruption clears; it must not come between copying and listening for it.
        let interruptions = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
        guard clipboard.write(value) else { throw CommandFailure(VaultStrings.copyFailed.text) }
        try tell(chosen.kind, title: item.title.text, seconds: seconds)
        guard seconds > 0 else { return }
        await wait(seconds, orUntil: interruptions)
        let isCleared = clipboard.clear(ifHolding: value)
        if options.json {
            var output = OutputBuffer()
            output.object { $0.member("cleared", isCleared) }
            try output.flush()
        } else {
            (isCleared ? VaultStrings.copyCleared : VaultStrings.copyLeftAlone).say()
        }
    }

    private func chosenField(of item: Item) throws(CommandFailure) -> Field {
        if let kind = field?.kind { return try item.field(kind) }
        if let password = item.fields.first(where: { $0.kind == .password && !$0.value.isEmpty }) { return password }
        let concealed = item.fields.filter { $0.kind.isConcealed && !$0.value.isEmpty }
        guard let only = concealed.first, concealed.count == 1 else {
            return try item.field(.password)
        }
        return only
    }

    private func tell(_ kind: FieldKind, title: String, seconds: Int) throws {
        guard options.json else {
            return copied(kind.phrase, of: TerminalText.harmless(title), for: seconds).say()
        }
        var output = OutputBuffer()
        output.object { line in
            line.member("copied", kind.word)
            line.member("secondsLeft", seconds)
        }
        try output.flush()
    }

    /// Counts down on the terminal, and ends early when a signal says so.
    private func wait(_ seconds: Int, orUntil interruptions: UnixSignalsSequence) async {
        let counts = !options.json && Terminal.showsProgress
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for left in stride(from: seconds, to: 0, by: -1) {
                    if counts {
                        StandardError.writePart("\r\(VaultStrings.copyClearingIn(seconds: left).text)\u{1B}[K")
                    }
                    do { try await Task.sleep(for: .seconds(1)) } catch { return }
                }
            }
            group.addTask {
                for await _ in interruptions { return }
            }
            await group.next()
            group.cancelAll()
        }
        if counts { StandardError.writePart("\r\u{1B}[K") }
    }

    private func copied(_ kind: Phrase, of title: String, for seconds: Int) -> Phrase {
        seconds > 0
            ? VaultStrings.copyCopiedFor(noun: kind, title: title, seconds: seconds)
            : VaultStrings.copyCopied(noun: kind, title: title)
    }
}
