import ArgumentParser
import CommandOutput
import Foundation
import Phone

/// `cerca exposure delete`: forgets everything about tracing on this device.
struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete everything that tracing has on this device, and the key to it.",
        discussion: "Who was near can then not be warned by you any more, nor you by them. It cannot be undone.")

    @OptionGroup var options: TracingOptions

    @Flag(help: "Do not ask; needed where there is nobody to ask.")
    var yes = false

    func run() async throws {
        let file = options.file
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw CommandFailure("there is nothing to delete: \(file.path)")
        }
        if !yes {
            guard isatty(STDIN_FILENO) != 0 else {
                throw ValidationError("say --yes to delete \(file.path) without being asked")
            }
            FileHandle.standardError.write(
                Data("Delete all keys, contacts and warnings in \(file.path)? It cannot be undone. [y/N] ".utf8))
            guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
                throw CommandFailure("nothing was deleted")
            }
        }
        do throws(TracingStoreError) {
            try TracingDatabase.delete(file: file, keys: FileKeyStore.standard)
        } catch {
            throw options.failure(error)
        }
    }
}
