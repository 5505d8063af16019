import API
import AsyncHTTPClient
import Beacons
import Encodings
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Presence
import Proximity
import Time

/// A server of Cerca as a phone uses it, over HTTP with the routes that the server itself matches.
public struct HTTPPhoneServer: PhoneServer {
    /// An answer that is no answer within this time is a failure.
    private static let timeout = TimeAmount.seconds(10)
    /// The largest answer that is read: a venue of two thousand beacons stays well below.
    private static let answerLimit = 8 << 20

    private let base: URL
    private let client: HTTPClient
    private let token: String?

    /// A server at `base`, such as `http://127.0.0.1:8080`, spoken to without a session.
    public init(base: URL, client: HTTPClient = .shared) {
        self.init(base: base, client: client, token: nil)
    }

    private init(base: URL, client: HTTPClient, token: String?) {
        self.base = base
        self.client = client
        self.token = token
    }

    /// Makes an account and gives the server as its owner sees it.
    public func signUp(email: String, password: String) async throws(PhoneServerError) -> HTTPPhoneServer {
        signedIn(try await call(Routes.signUp, CredentialsBody(email: email, password: password)))
    }

    /// Signs in and gives the server as the account sees it.
    public func signIn(email: String, password: String) async throws(PhoneServerError) -> HTTPPhoneServer {
        signedIn(try await call(Routes.signIn, CredentialsBody(email: email, password: password)))
    }

    private func signedIn(_ session: SessionBody) -> HTTPPhoneServer {
        HTTPPhoneServer(base: base, client: client, token: session.token)
    }

    /// Ends the session, and with it the pseudonyms.
    public func signOut() async throws(PhoneServerError) {
        _ = try await call(Routes.signOut, NoBody())
    }

    /// Every venue that the server has.
    public func venues() async throws(PhoneServerError) -> [PhoneVenue] {
        var venues: [PhoneVenue] = []
        for summary in try await call(Routes.venues, NoBody()).venues {
            let body = try await call(Routes.venue, NoBody(), parameters: ["uuid": summary.uuid])
            guard let venue = PhoneVenue(body) else {
                throw .unreachable(reason: "the server describes a venue that makes no sense")
            }
            venues.append(venue)
        }
        return venues
    }

    /// The shops that the account chose.
    public func choices() async throws(PhoneServerError) -> Set<ChosenShop> {
        chosen(try await call(Routes.choices, NoBody()))
    }

    /// Chooses these shops and no others.
    public func choose(_ shops: Set<ChosenShop>) async throws(PhoneServerError) -> Set<ChosenShop> {
        let bodies = shops.sorted { ($0.venue.description, $0.major) < ($1.venue.description, $1.major) }
            .map { ShopChoiceBody(venue: $0.venue.description, major: Int($0.major)) }
        return chosen(try await call(Routes.setChoices, ChoicesBody(shops: bodies)))
    }

    private func chosen(_ body: ChoicesBody) -> Set<ChosenShop> {
        Set(
            body.shops.compactMap { shop in
                guard let venue = UUID128(shop.venue), let major = UInt16(exactly: shop.major) else { return nil }
                return ChosenShop(venue: venue, major: major)
            })
    }

    /// Tries to prove presence with a sighting.
    public func prove(_ sighting: PresenceSighting) async throws(PhoneServerError) -> ProvedSighting {
        let body = SightingBody(
            uuid: sighting.identity.uuid.description, major: Int(sighting.identity.major),
            minor: Int(sighting.identity.minor), code: sighting.code.hexadecimal, heardAt: sighting.heardAt)
        let receipt = try await call(Routes.recordSighting, body)
        return ProvedSighting(
            shop: receipt.shop.name, visit: receipt.visit,
            offers: receipt.offers.map { ProvedSighting.Offer(coupon: $0.id, text: $0.text) })
    }

    private func call<Body: APIBody, Reply: APIBody>(
        _ endpoint: Endpoint<Body, Reply>, _ body: Body, parameters: [String: String] = [:]
    ) async throws(PhoneServerError) -> Reply {
        let response: HTTPClientResponse
        let bytes: [UInt8]
        do {
            response = try await client.execute(
                try request(for: endpoint.route, body: body, parameters: parameters), timeout: Self.timeout)
            bytes = Array(try await response.body.collect(upTo: Self.answerLimit).readableBytesView)
        } catch is CancellationError {
            throw .unreachable(reason: "stopped")
        } catch {
            throw .unreachable(reason: "no connection to \(base.absoluteString)")
        }
        guard Int(response.status.code) == endpoint.route.status else {
            throw refusal(status: Int(response.status.code), bytes)
        }
        if Reply.self == NoBody.self, let nothing = NoBody() as? Reply { return nothing }
        do {
            return try Reply(json: bytes)
        } catch {
            throw .unreachable(reason: "the answer of \(base.absoluteString) is not what this version understands")
        }
    }

    private func request<Body: APIBody>(
        for route: Route, body: Body, parameters: [String: String]
    ) throws -> HTTPClientRequest {
        guard let path = route.path.path(parameters) else { throw URLError(.badURL) }
        var request = HTTPClientRequest(url: base.absoluteString.trimmingSuffix("/") + path)
        request.method = .init(rawValue: route.method.rawValue)
        if let token { request.headers.add(name: "authorization", value: "Bearer \(token)") }
        if route.body != nil {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(try body.json())
        }
        return request
    }

    /// Server errors and too many requests pass; everything else is the server's last word.
    private func refusal(status: Int, _ bytes: [UInt8]) -> PhoneServerError {
        let problem = try? ProblemBody(json: bytes)
        if status == 429 || status >= 500 { return .unreachable(reason: problem?.title ?? "status \(status)") }
        return .refused(code: problem?.code ?? "http.\(status)")
    }
}

extension String {
    /// The text without `suffix` at its end.
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}

extension PhoneVenue {
    /// A venue as the server describes it; nil when its numbers are out of range.
    init?(_ body: VenueBody) {
        guard let uuid = UUID128(body.uuid) else { return nil }
        var shops: [UInt16: String] = [:]
        for shop in body.shops {
            guard let major = UInt16(exactly: shop.major) else { return nil }
            shops[major] = shop.name
        }
        func identity(_ major: Int, _ minor: Int) -> BeaconIdentity? {
            guard let major = UInt16(exactly: major), let minor = UInt16(exactly: minor) else { return nil }
            return BeaconIdentity(uuid: uuid, major: major, minor: minor)
        }
        var beacons: [BeaconIdentity: Beacon] = [:]
        for beacon in body.beacons {
            guard let own = identity(beacon.major, beacon.minor) else { return nil }
            beacons[own] = Beacon(
                position: PlanPoint(x: beacon.x, y: beacon.y), zone: beacon.zone,
                neighbours: beacon.neighbours.compactMap { identity($0.major, $0.minor) })
        }
        self.init(
            uuid: uuid, name: body.name, width: body.plan.width, height: body.plan.height, shops: shops,
            beacons: beacons)
    }
}
