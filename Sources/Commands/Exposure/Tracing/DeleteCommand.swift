import ArgumentParser
import Foundation
import Phone
import Strings

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
            throw CommandFailure(ExposureStrings.deleteNothing(file: file.path).text)
        }
        if !yes {
            guard isatty(STDIN_FILENO) != 0 else {
                throw ValidationError("say --yes to delete \(file.path) without being asked")
            }
            guard Terminal.confirms(ExposureStrings.deleteAsk(file: file.path).text) else {
                throw CommandFailure(ExposureStrings.deleteKept.text)
            }
        }
        do throws(TracingStoreError) {
            try TracingDatabase.delete(file: file, keys: FileKeyStore.standard)
        } catch {
            throw options.failure(error)
        }
    }
}
