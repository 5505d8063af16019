import ArgumentParser
import Sealing
import Strings

/// The passphrase under which a server's keys are sealed: of a file, or typed; never an argument.
package struct PassphraseOptions: ParsableArguments {
    @Option(
        name: .customLong("passphrase-file"),
        help: ArgumentHelp(
            "A file of mode 0600 whose first line is the passphrase of the keys; without it, it is asked for.",
            valueName: "file"))
    var file: String?

    package init() {}

    /// The passphrase of keys that are there.
    func known() throws -> [UInt8] {
        if let file { return try firstLine(of: file) }
        return try typed(AdminStrings.backupAskPassphrase)
    }

    /// A passphrase that is chosen: typed twice, and not short.
    func chosen() throws -> [UInt8] {
        let passphrase: [UInt8]
        if let file {
            passphrase = try firstLine(of: file)
        } else {
            passphrase = try typed(AdminStrings.backupAskNewPassphrase)
            guard try typed(AdminStrings.backupAskAgain) == passphrase else {
                throw CommandFailure(AdminStrings.backupPassphrasesDiffer.text)
            }
        }
        guard passphrase.count >= PassphraseSeal.shortest else {
            throw CommandFailure(AdminStrings.backupShortPassphrase(number: PassphraseSeal.shortest).text)
        }
        return passphrase
    }

    private func typed(_ question: Phrase) throws -> [UInt8] {
        guard Terminal.canAsk, let bytes = HiddenInput.line(question.text) else {
            throw CommandFailure(AdminStrings.backupNoPassphrase.text)
        }
        return bytes
    }

    private func firstLine(of path: String) throws -> [UInt8] {
        guard let bytes = try SecretFile.contents(path) else { throw CommandFailure("\(path) does not exist") }
        var line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        // A file that was written on Windows ends its lines with two characters.
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard !line.isEmpty else { throw CommandFailure("\(path) has no passphrase on its first line") }
        return Array(line)
    }
}
