import Foundation
import Strings
import Vault
import VaultFormats

/// Files that hold one secret: a password on the first line, or a recovery code.
enum SecretInput {
    /// The most that is read.
    private static let limit = 64 * 1024

    /// The password on the first line of a file; `-` is standard input.
    static func password(_ path: String) throws(CommandFailure) -> Password {
        let bytes = try contents(path)
        var line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        // A file that was written on Windows ends its lines with two characters.
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard let password = Password(bytes: line) else {
            throw CommandFailure(VaultStrings.sessionNoPassword(file: path).text)
        }
        return password
    }

    /// The recovery code in a file, whatever it stands between.
    static func recoveryCode(_ path: String) throws(CommandFailure) -> RecoveryCode {
        let text = String(decoding: try contents(path), as: UTF8.self)
        // Whoever keeps the command's whole answer has more lines than one.
        let lines = text.split(whereSeparator: \.isNewline)
        guard let code = RecoveryCode(text) ?? lines.lazy.compactMap({ RecoveryCode(String($0)) }).first else {
            throw CommandFailure(VaultStrings.sessionNoRecoveryCode(file: path).text)
        }
        return code
    }

    /// The key file at `path`, of a database of KeePass.
    static func keyFile(_ path: String) throws(CommandFailure) -> KeyFile {
        let bytes = try contents(path, limit: KeyFile.byteLimit + 1)
        do throws(ImportFault) {
            return try KeyFile(bytes)
        } catch {
            throw CommandFailure("\(TerminalText.harmless(path)): \(error.phrase.text)")
        }
    }

    private static func contents(_ path: String, limit: Int = limit) throws(CommandFailure) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure(
                VaultStrings.sessionUnreadable(path: path, reason: SystemReason.phrase(errno)).text)
        }
        defer { if path != "-" { close(descriptor) } }
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = 0
        while count < limit {
            let more = bytes.withUnsafeMutableBytes { raw in
                raw.baseAddress.map { read(descriptor, $0 + count, limit - count) } ?? 0
            }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else {
                throw CommandFailure(
                    VaultStrings.sessionUnreadable(path: path, reason: SystemReason.phrase(errno)).text)
            }
            if more == 0 { break }
            count += more
        }
        guard count < limit else { throw CommandFailure(VaultStrings.sessionTooLongSecret(path: path).text) }
        return Array(bytes.prefix(count))
    }
}
