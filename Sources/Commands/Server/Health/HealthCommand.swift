import ArgumentParser
import AsyncHTTPClient
import Basics
import NIOCore
import NIOHTTP1
import NIOPosix
import Strings

/// `cerca health`: whether a server answers, for containers and scripts that have no other client.
package struct HealthCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Ask a server how it is.",
        discussion: """
            It ends with 0 when the server answers that it is well, and with 1 when it answers anything else, or nothing \
            in time. Redirections are not followed, and a certificate has to be one that this machine trusts.
            """)

    @Argument(
        help: ArgumentHelp(
            "The server's address, as http://127.0.0.1:8080; a path after it is asked in place of /healthz.",
            valueName: "url"))
    var address: String

    @Option(help: "Seconds to wait for the answer, 1 to 60.")
    var seconds: Int64 = 5

    @Flag(help: "Print one JSON object.")
    var json = false

    package func validate() throws {
        guard HealthAddress(address) != nil else {
            throw ValidationError("an address is needed such as http://127.0.0.1:8080, without a password in it")
        }
        guard (1...60).contains(seconds) else { throw ValidationError("--seconds must be 1 to 60") }
    }

    package func run() async throws {
        guard let asked = HealthAddress(address) else { throw ExitCode.validationFailure }
        guard let status = await answer(to: asked) else {
            throw CommandFailure(ServerStrings.healthSilent(address: asked.text, seconds: Int(seconds)).text)
        }
        guard (200...299).contains(status) else {
            throw CommandFailure(ServerStrings.healthIll(address: asked.text, status: status).text)
        }
        let told: JSONValue = .object(["address": .string(asked.text), "status": .count(status)])
        print(json ? told.compactText : ServerStrings.healthWell(address: asked.text).text)
    }

    /// The status of the answer; nil when there is none in time.
    private func answer(to asked: HealthAddress) async -> Int? {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
        var request = HTTPClientRequest(url: asked.text)
        request.headers.add(name: "user-agent", value: "cerca")
        let answer = try? await client.execute(request, deadline: .now() + .seconds(seconds))
        let status = answer.map { Int($0.status.code) }
        try? await client.shutdown()
        return status
    }

    package init() {}
}
