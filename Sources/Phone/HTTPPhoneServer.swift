import API
import APIClient
import AsyncHTTPClient
import Basics
import Beacons
import Foundation
import Presence
import Proximity

/// A server of Cerca as a phone uses it, over HTTP with the routes that the server itself matches.
public struct HTTPPhoneServer: PhoneServer {
    let client: APIClient

    /// A server at `base`, such as `http://127.0.0.1:8080`, spoken to without a session.
    ///
    /// An answer that is not there after so many seconds counts as none.
    public init(base: URL, client: HTTPClient = .shared, seconds: Int64 = 10) {
        // A venue of two thousand beacons stays well below the largest answer that is read.
        self.client = APIClient(server: base.absoluteString, client: client, seconds: seconds)
    }

    private init(_ client: APIClient) {
        self.client = client
    }

    /// Makes an account and gives the server as its owner sees it.
    public func signUp(email: String, password: String) async throws(PhoneServerError) -> HTTPPhoneServer {
        signedIn(try await call(Routes.signUp, CredentialsBody(email: email, password: password)))
    }

    /// Signs in and gives the server as the account sees it.
    public func signIn(email: String, password: String) async throws(PhoneServerError) -> HTTPPhoneServer {
        signedIn(try await call(Routes.signIn, CredentialsBody(email: email, password: password)))
    }

    /// The server as the holder of a session sees it.
    package func signedIn(with token: String) -> HTTPPhoneServer {
        HTTPPhoneServer(client.signed(in: token))
    }

    /// What stands for the session; nil where nobody is signed in.
    package var token: String? { client.token }

    private func signedIn(_ session: SessionBody) -> HTTPPhoneServer {
        HTTPPhoneServer(client.signed(in: session.token))
    }

    /// Ends the session, and with it the pseudonyms.
    public func signOut() async throws(PhoneServerError) {
        _ = try await call(Routes.signOut, NoBody())
    }

    /// Every venue that the server has.
    public func venues() async throws(PhoneServerError) -> [PhoneVenue] {
        var venues: [PhoneVenue] = []
        for body in try await venueBodies() {
            guard var venue = PhoneVenue(body) else {
                throw .unreachable(reason: "the server describes a venue that makes no sense")
            }
            if let map = await radioMap(of: venue.uuid) { venue.use(map) }
            venues.append(venue)
        }
        return venues
    }

    /// Every venue that the server has, as it describes them.
    func venueBodies() async throws(PhoneServerError) -> [VenueBody] {
        var bodies: [VenueBody] = []
        for summary in try await call(Routes.venues, NoBody()).venues {
            bodies.append(try await call(Routes.venue, NoBody(), [RouteParameters.uuid(summary.uuid)]))
        }
        return bodies
    }

    /// The shops that the account chose.
    public func choices() async throws(PhoneServerError) -> Set<ChosenShop> {
        try await choicesBody().chosen
    }

    /// The shops that the account chose, each with what it may know.
    func choicesBody() async throws(PhoneServerError) -> ChoicesBody {
        try await call(Routes.choices, NoBody())
    }

    /// Chooses these shops and no others.
    public func choose(_ shops: Set<ChosenShop>) async throws(PhoneServerError) -> Set<ChosenShop> {
        try await chooseBody(shops).chosen
    }

    /// Chooses these shops and no others, and gives each with what it may know.
    func chooseBody(_ shops: Set<ChosenShop>) async throws(PhoneServerError) -> ChoicesBody {
        let bodies = shops.sorted { ($0.venue.description, $0.major) < ($1.venue.description, $1.major) }
            .map { ShopChoiceBody(venue: $0.venue.description, major: Int($0.major)) }
        return try await call(Routes.setChoices, ChoicesBody(shops: bodies))
    }

    /// Tries to prove presence with a sighting.
    public func prove(_ sighting: PresenceSighting) async throws(PhoneServerError) -> ProvedSighting {
        let body = SightingBody(
            uuid: sighting.identity.uuid.description, major: Int(sighting.identity.major),
            minor: Int(sighting.identity.minor), code: sighting.code.hexadecimal, heardAt: sighting.heardAt)
        let receipt = try await call(Routes.recordSighting, body)
        return ProvedSighting(
            shop: receipt.shop.name, visit: receipt.visit,
            offers: receipt.offers.map { ProvedSighting.Offer(coupon: $0.id, text: $0.text) }, at: receipt.at)
    }

    func call<Body: APIBody, Reply: APIBody>(
        _ endpoint: Endpoint<Body, Reply>, _ body: Body, _ parameters: [ParameterValue] = []
    ) async throws(PhoneServerError) -> Reply {
        do {
            return try await client.call(endpoint, body, parameters)
        } catch {
            throw failure(error)
        }
    }

    /// Asks with a body that was written beforehand.
    func call<Body: APIBody, Reply: APIBody>(
        _ endpoint: Endpoint<Body, Reply>, json: [UInt8]
    ) async throws(PhoneServerError) -> Reply {
        do {
            return try await client.call(endpoint, json: json)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: APIClientError) -> PhoneServerError {
        switch error {
        case .stopped: .unreachable(reason: "stopped")
        case .unreachable, .tooLong: .unreachable(reason: "no connection to \(client.server)")
        case .misunderstood:
            .unreachable(reason: "the answer of \(client.server) is not what this version understands")
        // Server errors and too many requests pass; everything else is the server's last word.
        case .refused(let refusal) where refusal.isPassing:
            .unreachable(reason: refusal.problem?.title ?? "status \(refusal.status)")
        case .refused(let refusal): .refused(code: refusal.problem?.code ?? "http.\(refusal.status)")
        }
    }
}

extension ChoicesBody {
    /// The shops; what makes no sense is passed over.
    var chosen: Set<ChosenShop> {
        Set(
            shops.compactMap { shop in
                guard let venue = UUID128(shop.venue), let major = UInt16(exactly: shop.major) else { return nil }
                return ChosenShop(venue: venue, major: major)
            })
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
                neighbours: beacon.neighbours.compactMap { identity($0.major, $0.minor) },
                measuredPower: Int8(clamping: beacon.measuredPower))
        }
        self.init(
            uuid: uuid, name: body.name, width: body.plan.width, height: body.plan.height, shops: shops,
            beacons: beacons,
            walls: body.plan.walls.map { wall in
                PlanWall(from: PlanPoint(x: wall.x1, y: wall.y1), to: PlanPoint(x: wall.x2, y: wall.y2))
            }, timeZone: body.timeZone, pointsForTime: body.pointsForTime ?? 0)
    }
}
