import ArgumentParser
import Basics
import Phone
import Strings

/// `cerca exposure on`: tracing may run.
struct SwitchOnCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on", abstract: "Switch tracing on; `cerca exposure run` then sends and collects.")

    @OptionGroup var options: TracingOptions

    func run() async throws {
        let session = try options.openOrCreate()
        let isOn: Bool
        do throws(TracingStoreError) {
            isOn = try await session.switchOn(at: options.clock.now)
        } catch {
            throw options.failure(error)
        }
        guard isOn else {
            throw CommandFailure(ExposureStrings.switchReported.text)
        }
    }
}

/// `cerca exposure off`: the radio is silent, and nothing is collected.
struct SwitchOffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "off",
        abstract: "Switch tracing off: the radio is silent, and nothing is collected.",
        discussion: "What was collected is kept for its 21 days and compared with what is published.")

    @OptionGroup var options: TracingOptions

    func run() async throws {
        guard let session = try options.openIfPresent() else { return }
        do throws(TracingStoreError) {
            try await session.take { $0.switchOff(at: options.clock.now) }
        } catch {
            throw options.failure(error)
        }
    }
}
