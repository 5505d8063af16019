import API
import Accounts
import Basics
import Exposure
import Foundation
import HTTPTypes
import HummingbirdTesting
import LoyaltyService
import RadioMaps
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit

/// Every bound of a body that is documented, tried at its last byte and one byte beyond it.
@Suite("The largest bodies")
struct BodyBoundTests {
    /// A request whose body is blank but for its length: whether it is understood is not asked here.
    private struct Try: Sendable, CustomTestStringConvertible {
        let method: String
        let path: String
        let mediaType: String
        let bound: Int
        /// Whether the answer beyond the bound is a problem document of ours, or one of another protocol.
        var isOurs = true
        /// Whose staff sends it; nil for anybody signed in.
        var role: Route.Role?

        var testDescription: String { "\(method) \(path): \(bound)" }
    }

    /// Every route with a body, at a shop of this venue where it is about one: who does not look after a place is refused
    /// whatever is sent.
    private static func tries(_ routes: [Route], at venue: UUID128) -> [Try] {
        let here = ["level": "state", "measure": "confirmed", "venue": venue.description, "major": "100"]
        // The vault's own page is no part of this server.
        return routes.filter { ($0.body != nil || $0.upload != nil) && !$0.isDemo && !$0.name.hasPrefix("vaultPage") }
            .map {
                route in
                let values = Dictionary(
                    uniqueKeysWithValues: route.path.parameters.map { ($0, String(repeating: "0", count: 32)) })
                let path = route.path.path(values.merging(here) { $1 })
                return Try(
                    method: route.method.rawValue, path: path ?? route.path.description,
                    mediaType: route.upload ?? "application/json", bound: route.bodyBytes ?? Route.usualBodyBytes,
                    role: route.role)
            }
    }

    private static let ofOthers = [
        Try(
            method: "POST", path: "/v1/exposed", mediaType: "application/json", bound: Route.usualBodyBytes,
            isOurs: false),
        Try(
            method: "POST", path: "/v2/orders/create", mediaType: "application/x-www-form-urlencoded",
            bound: Route.usualBodyBytes, isOurs: false),
        Try(
            method: "POST", path: "/socket.io/?EIO=4&transport=polling&sid=", mediaType: "text/plain",
            bound: SocketLimits().messageBytes, isOurs: false),
    ]

    @Test("the routes that take more than others are those that are documented")
    func documented() {
        let larger = Dictionary(
            uniqueKeysWithValues: Routes.all.compactMap { route in route.bodyBytes.map { (route.name, $0) } })
        let documented: [String: Int] = [
            "importZoneAreas": 16 << 20, "importZoneCases": 16 << 20, "changeVaultRecords": 2 << 20,
            "setPhoto": 8 << 20, "addPlanPicture": 8 << 20, "savePlanDraft": 4 << 20, "recordDeployment": 256 << 10,
            "putRadioMap": RadioMapFile.sizeLimit, "addRadioSurvey": RadioMapFile.sizeLimit,
        ]
        #expect(larger == documented)
        #expect(
            Routes.importZoneAreas.bodyBytes == ZoneFileLimits.bytes
                && Routes.importZoneCases.bodyBytes == ZoneFileLimits.bytes)
        #expect(Route.usualBodyBytes == 65_536 && ServerLimits.standard.bodyBytes == 65_536)
    }

    @Test("each route takes its largest body, and answers a byte more instead of hanging up")
    func bounds() async throws {
        try await Site.with(.live) { site in
            let staff = try await Staff.add(to: site.world)
            let trading = try await Staff.add(to: site.world, email: "luz@mercado.example", role: .market)
            let post = Post()
            let venue = VenueSite(site: site, post: post, services: site.world.services(post))
            let uuid = site.world.uuid
            let tokens: [Route.Role: String] = [
                .health: try await staff.signIn(site.world).token, .market: try await trading.signIn(site.world).token,
                .merchant: try await venue.member("luis", .merchant(venue: uuid, major: 100)).token,
                .operator: try await venue.member("olga", .operator(venue: uuid)).token,
            ]
            var tried = 0
            for (number, each) in (Self.tries(Routes.all, at: uuid) + Self.ofOthers).enumerated() {
                // Sign-outs and the like end the session; each has a new one.
                let token =
                    if let role = each.role {
                        try #require(tokens[role])
                    } else {
                        try await site.signUp("user\(number)")
                    }
                for extra in [0, 1] {
                    let connection = try await RawConnection(port: try #require(site.client.port))
                    var path = each.path
                    if path.hasSuffix("sid=") { path += try await sid(site) }
                    try await connection.send(
                        """
                        \(each.method) \(path) HTTP/1.1\r\nHost: x\r\nUser-Agent: test\r\n\
                        Authorization: Bearer \(token)\r\nContent-Type: \(each.mediaType)\r\n\
                        Content-Length: \(each.bound + extra)\r\n\r\n
                        """)
                    try await connection.send(bytes: [UInt8](repeating: 0x20, count: each.bound + extra))
                    try await connection.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                    // The connection is whole: what is asked next is answered.
                    #expect(try await connection.wait(for: "\r\n\r\nok\n"), "\(each.testDescription) + \(extra)")
                    let isTooLarge = connection.received.hasPrefix("HTTP/1.1 413 ")
                    #expect(isTooLarge == (extra == 1), "\(each.testDescription) + \(extra): \(connection.received)")
                    if extra == 1, each.isOurs {
                        #expect(connection.received.contains("request.too_large"))
                        #expect(connection.received.contains(ProblemBody.mediaType))
                    }
                    await connection.close()
                    tried += 1
                }
            }
            #expect(tried > 40)
        }
    }

    @Test("what is far too large is answered as well, and so is what does not say its length")
    func farTooLarge() async throws {
        try await Site.with(.live) { site in
            let token = try await site.signUp()
            let head = """
                PUT /api/choices HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\
                Content-Type: application/json\r\n
                """
            for lines in ["Content-Length: 8388608\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n"] {
                let connection = try await RawConnection(port: try #require(site.client.port))
                try await connection.send(head + lines)
                let isChunked = lines.contains("chunked")
                for _ in 0..<8 {
                    if isChunked { try await connection.send("100000\r\n") }
                    try await connection.send(bytes: [UInt8](repeating: 0x20, count: 1 << 20))
                    if isChunked { try await connection.send("\r\n") }
                }
                if isChunked { try await connection.send("0\r\n\r\n") }
                #expect(try await connection.wait(for: "request.too_large"), "\(lines)")
                #expect(!connection.isClosed)
                await connection.close()
            }
        }
    }

    /// A new session of Engine.IO.
    private func sid(_ site: Site) async throws -> String {
        let text = try await site.ask(.get, "/socket.io/?EIO=4&transport=polling").text
        return String(try #require(text.split(separator: "\"sid\":\"").dropFirst().first).prefix { $0 != "\"" })
    }
}
