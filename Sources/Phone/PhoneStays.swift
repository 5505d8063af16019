import AnonymousCredentials
import Basics
import Beacons
import Foundation
import Loyalty
import Presence

/// What a phone does to have its owner paid for time in shops, so that nobody is told how long they stayed.
///
/// It has no clock and no radio: whoever has them says what was proved and when. In its owner's name it asks right after a
/// proof, and to be paid at an instant of the next day that chance decides; what it shows in nobody's name goes by a server
/// that knows no session, in the morning between, at an instant of its own.
public actor PhoneStays {
    /// What is later than so many milliseconds was missed, and gets an instant of its own again.
    static let missedMilliseconds: Int64 = 120_000
    /// How long what was missed may wait then, in milliseconds.
    static let missedPause: Range<Int64> = 0..<6 * 3_600_000
    /// How long a failed request waits for another try, in milliseconds.
    static let pause: Range<Int64> = 600_000..<3_600_000
    /// How long a failed request beside a proof waits: its ten minutes are soon over.
    private static let shortPause: Range<Int64> = 5_000..<30_000
    /// Within so many milliseconds of the start the key is asked for the first time.
    private static let keyMilliseconds: Range<Int64> = 0..<600_000
    /// So many milliseconds later it is asked for again, to be compared.
    private static let comparingMilliseconds: Range<Int64> = 12 * 3_600_000..<36 * 3_600_000

    /// A credential of ten minutes that is asked for.
    private struct Ask {
        let slot: StaySlot
        let isLast: Bool
        /// The request, once it may have been sent: another one would be refused.
        var request: CredentialRequest?
        var notBefore: Timestamp
    }

    private(set) var places: [UUID128: DatedVenue]
    let account: any StayAccountServer
    let anonymous: any StayServer
    private var terms: [ShopKey: Term]
    private var random: Chance
    /// What is kept.
    package var records: StayRecords
    private var asks: [ShopKey: Ask] = [:]
    /// Requests that are shown with stays: the same again is answered as before.
    var requests: [StayDay: CredentialRequest] = [:]
    private var keyAt: Timestamp?

    /// Stays of an account that gave these terms, with what an earlier process left in the records.
    ///
    /// `account` is asked in the owner's name and `anonymous` in nobody's.
    package init(
        venues: [PhoneVenue], terms: [ShopKey: Term], account: any StayAccountServer, anonymous: any StayServer,
        records: StayRecords, random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        places = DatedVenue.all(venues)
        self.terms = terms
        self.account = account
        self.anonymous = anonymous
        self.records = records
        self.random = Chance(source: random)
    }

    /// Takes in what the server has said anew.
    func take(_ knowledge: PhoneKnowledge) {
        if let venues = knowledge.venues { places = DatedVenue.all(venues) }
        terms = knowledge.terms
    }

    /// Takes it that a sighting was accepted at `now`, by the server's clock; throws when the file cannot be written.
    func proved(_ sighting: PresenceSighting, at now: Timestamp) throws {
        let shop = ShopKey(venue: sighting.identity.uuid, major: sighting.identity.major)
        guard let place = places[shop.venue], place.venue.pointsForTime > 0, place.venue.shops[shop.major] != nil,
            let beacon = place.venue.beacons[sighting.identity], Zone(rawValue: beacon.zone)?.isInside == true,
            terms[shop]?.allowsVisits == true, !records.differs
        else { return }
        let day = place.days.day(now)
        guard !records.has(StayDay(venue: shop.venue, day: day)) else { return }
        guard var stay = records.going[shop] else { return try begin(in: shop, at: now, on: day) }
        switch stay.progress.prove(at: now, on: day) {
        case .begins: try begin(in: shop, at: now, on: day)
        case .goesOn: try records.set(stay, in: shop)
        case .suffices where stay.presentation == nil: try begin(in: shop, at: now, on: day)
        case .suffices:
            try records.set(stay, in: shop)
            let slot = StaySlot(containing: now)
            if asks[shop]?.isLast == true, asks[shop]?.slot == slot { return }
            asks[shop] = Ask(slot: slot, isLast: true, notBefore: now)
        }
    }

    private func begin(in shop: ShopKey, at now: Timestamp, on day: Int) throws {
        let progress = StayProgress(at: now, on: day)
        let slot = StaySlot(number: progress.first)
        // The credential of these ten minutes may have been asked for before: the same request is answered again.
        let request = asks[shop].flatMap { $0.slot == slot ? $0.request : nil }
        try records.set(StayRecords.Going(progress: progress), in: shop)
        asks[shop] = Ask(slot: slot, isLast: false, request: request, notBefore: now)
    }

    /// Sends what is due; throws when the file cannot be written.
    ///
    /// It is called about once a second, by one caller at a time.
    func work(at now: Timestamp) async throws {
        guard places.values.contains(where: { $0.venue.pointsForTime > 0 }), !records.differs else { return }
        try await compareKey(at: now)
        guard let key = records.key, !records.differs else { return }
        for shop in asks.keys.sorted() { try await ask(in: shop, key, at: now) }
        try await showStays(key, at: now)
        try await askToBePaid(at: now)
    }

    /// Asks for the key at instants that no visit decides, and gives everything up when it is another one than before: a
    /// server that has a key for each phone knows whose every credential is.
    private func compareKey(at now: Timestamp) async throws {
        guard let instant = keyAt else {
            let range = records.key == nil ? Self.keyMilliseconds : 0..<Self.comparingMilliseconds.upperBound
            keyAt = later(than: now, by: range)
            return
        }
        guard instant <= now else { return }
        let key: [UInt8]
        do throws(PhoneServerError) {
            key = try await anonymous.stayKey()
        } catch {
            keyAt = later(than: now, by: records.key == nil ? Self.shortPause : Self.pause)
            return
        }
        keyAt = later(than: now, by: Self.comparingMilliseconds)
        try records.see(key)
    }

    private func ask(in shop: ShopKey, _ key: [UInt8], at now: Timestamp) async throws {
        guard var ask = asks[shop], ask.notBefore <= now else { return }
        guard now < ask.slot.end.advanced(bySeconds: StaySlot.graceSeconds),
            let request = ask.request ?? CredentialRequest(context: ask.slot.context(in: shop), publicKey: key)
        else { return try giveUp(ask, in: shop) }
        ask.request = request
        asks[shop] = ask
        let answer: [UInt8]
        do throws(PhoneServerError) {
            answer = try await account.issuePresence(request.bytes, in: shop, ask.slot)
        } catch .unreachable {
            if isStill(ask, in: shop) { asks[shop]?.notBefore = later(than: now, by: Self.shortPause) }
            return
        } catch {
            return try giveUp(ask, in: shop)
        }
        // A proof that came meanwhile may have begun another stay.
        guard isStill(ask, in: shop) else { return }
        guard var credential = request.credential(from: answer),
            let presentation = credential.present(StaySlot.presentation), let place = places[shop.venue]
        else { return try giveUp(ask, in: shop) }
        asks[shop] = nil
        guard var stay = records.going[shop] else { return }
        guard ask.isLast else {
            stay.presentation = presentation.hexadecimal
            return try records.set(stay, in: shop)
        }
        let instant = self.instant(in: StayTimes.showing, of: stay.progress.day + 1, place.days)
        try records.finish(shop, last: ask.slot, presentation, showing: instant)
        asks = asks.filter { $0.key.venue != shop.venue }
    }

    private func isStill(_ ask: Ask, in shop: ShopKey) -> Bool {
        asks[shop].map { $0.slot == ask.slot && $0.isLast == ask.isLast } ?? false
    }

    /// Forgets what was asked; a stay without its first credential is none.
    private func giveUp(_ ask: Ask, in shop: ShopKey) throws {
        guard isStill(ask, in: shop) else { return }
        asks[shop] = nil
        if !ask.isLast { try records.set(nil, in: shop) }
    }

    /// An instant within some hours of a venue's day, by chance.
    func instant(in hours: Range<Int>, of day: Int, _ days: VenueDays) -> Timestamp {
        let (first, end) = (days.hour(day, hours.lowerBound), days.hour(day, hours.upperBound))
        return later(than: first, by: 0..<max(1, end.milliseconds(since: first)))
    }

    /// An instant so many milliseconds later, by chance.
    func later(than now: Timestamp, by range: Range<Int64>) -> Timestamp {
        now.advanced(byMilliseconds: Int64.random(in: range, using: &random))
    }
}
