import API
import Accounts
import Basics
import Beacons
import Forwarding
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Presence
import Testing

@testable import HTTPKit
@testable import ServerApp

/// A world with its server, asked over HTTP.
package struct Site: Sendable {
    package let world: World
    package let client: any TestClientProtocol

    package init(world: World, client: any TestClientProtocol) {
        (self.world, self.client) = (world, client)
    }

    /// A log that keeps nothing.
    package static let quiet = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    /// Calls `body` with a server of a new world.
    ///
    /// - Parameters:
    ///   - test: `.router` without sockets, `.live` with them.
    ///   - webRoot: The directory of the web app; none unless told.
    package static func with(
        _ test: TestingSetup = .router, limits: ServerLimits = ServerLimits.standard.withoutRates,
        proxies: TrustedProxies = .none, webRoot: String = "/nonexistent", logger: Logger = quiet,
        extraRoutes: (inout RouteHandlers) -> Void = { _ in },
        _ body: @escaping @Sendable (Site) async throws -> Void
    ) async throws {
        try await World.with(.sqlite) { world in
            let application = try Self.application(
                world, limits: limits, proxies: proxies, webRoot: webRoot, logger: logger, extraRoutes: extraRoutes)
            try await application.test(test) { client in
                try await body(Site(world: world, client: client))
            }
        }
    }

    /// The server of a world, at any free port.
    package static func application(
        _ world: World, limits: ServerLimits = ServerLimits.standard.withoutRates,
        proxies: TrustedProxies = .none, webRoot: String = "/nonexistent", logger: Logger = quiet,
        onListening: @escaping @Sendable (Int) async -> Void = { _ in },
        extraRoutes: (inout RouteHandlers) -> Void = { _ in }
    ) throws -> Application<ServerResponder> {
        var configuration = ServerConfiguration(port: 0, webRoot: webRoot, limits: limits)
        configuration.proxies = proxies
        return try buildApplication(
            configuration: configuration,
            services: world.services(), logger: logger, onListening: onListening,
            extraRoutes: { handlers in
                handlers.addFigures()
                extraRoutes(&handlers)
            })
    }

    /// Asks, with a JSON text as body when there is one.
    @discardableResult
    package func ask(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, token: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = headers
        if body != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        if let token { headers[.authorization] = "Bearer \(token)" }
        let response = try await client.executeRequest(
            uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
        return Answer(response)
    }

    /// Whether the server comes to show this figure, however busy the machine is.
    package func comesToSay(_ figure: String) async throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(60)
        while try await !ask(.get, RouteHandlers.figuresPath).text.contains("\n\(figure)\n") {
            guard ContinuousClock.now < deadline else { return false }
            try await Task.sleep(for: .milliseconds(10))
        }
        return true
    }

    /// A new account's token.
    package func signUp(_ name: String = "ana", choosing shops: [Int] = []) async throws -> String {
        let answer = try await ask(
            .post, "/api/accounts", #"{"email":"\#(name)@example.org","password":"long enough"}"#)
        let token = try answer.body(SessionBody.self).token
        if !shops.isEmpty {
            let choices = ChoicesBody(shops: shops.map { ShopChoiceBody(venue: world.uuid.description, major: $0) })
            let text = String(decoding: try choices.json(), as: UTF8.self)
            #expect(try await ask(.put, "/api/choices", text, token: token).status == 200)
        }
        return token
    }

    /// What a phone at a beacon sends.
    package func sighting(_ major: UInt16, _ minor: UInt16, windowsAgo: Int64 = 0) throws -> String {
        let sighting = world.sighting(major, minor, windowsAgo: windowsAgo)
        let body = SightingBody(
            uuid: sighting.identity.uuid.description, major: Int(major), minor: Int(minor),
            code: sighting.code.hexadecimal, heardAt: sighting.heardAt)
        return String(decoding: try body.json(), as: UTF8.self)
    }
}

extension RouteHandlers {
    /// Where tests read the figures: a server serves them at another port, if at all.
    package static let figuresPath = "/api/figures"

    package mutating func addFigures() {
        let figures = streaming.figures
        respond(Route("figures", .get, "/api/figures", "The figures.", answer: .nothing)) { _ in await figures.response
        }
    }
}

/// What came back.
package struct Answer {
    package let status: Int
    package let headers: HTTPFields
    package let text: String

    package init(_ response: TestResponse) {
        self.status = response.status.code
        self.headers = response.headers
        self.text = String(buffer: response.body)
    }

    /// The body as a value.
    package func body<Body: APIBody>(_ type: Body.Type) throws -> Body {
        try Body(json: Array(text.utf8))
    }

    /// The code of the problem that it is; nil when it is none.
    package var code: String? {
        guard headers[.contentType] == ProblemBody.mediaType, let problem = try? body(ProblemBody.self),
            problem.status == status
        else { return nil }
        return problem.code
    }
}
