import AnonymousCredentials
import Basics
import Beacons
import Foundation
import Loyalty
import Presence
import Proximity

/// What a phone tells of visits beside proving them: events in its owner's name, and habits in nobody's.
///
/// It has no clock and no radio: whoever has them says what happened and when. What is sent in nobody's name goes by a
/// server that knows no session, and at instants that no visit decides.
public actor PhoneCounting {
    /// Within so many milliseconds of a beacon that was heard, nothing of a credential is asked for.
    static let visitMilliseconds: Int64 = 300_000
    /// Within so many milliseconds of needing it first, the credential of a month is asked for.
    static let askMilliseconds: Int64 = 6 * 3_600_000
    /// What is later than so many milliseconds was missed, and gets an instant of its own again: all that a phone missed
    /// would otherwise go at once, and be known to be of one phone.
    static let missedMilliseconds: Int64 = 120_000
    /// How long a failed request waits for another try, in milliseconds.
    static let pause: Range<Int64> = 600_000..<3_600_000

    var places: [UUID128: DatedVenue]
    let account: any CountingServer
    let anonymous: any ReportServer
    private let diaryFile: PrivateFile?
    var random: Chance
    var terms: [ShopKey: Term]
    private var events = VisitEventQueue()
    private var diary: HabitDiary
    private var written: [UInt8] = []
    var store: PresentationStore
    var refinement: MapRefinement
    var credentials: [ReportPeriod: AnonymousCredential] = [:]
    /// Requests that had no answer yet: the same again is answered as before, and another one is refused.
    var requests: [ReportPeriod: CredentialRequest] = [:]
    var begun: Timestamp?
    var followed: Timestamp?
    var heard: Timestamp?
    private var planned: Timestamp?

    /// Counting for an account that gave these terms, with what an earlier process left in the diary's file and the store.
    ///
    /// `account` is asked in the owner's name and `anonymous` in nobody's; without a file the diary is in memory alone.
    package init(
        venues: [PhoneVenue], terms: [ShopKey: Term], account: any CountingServer, anonymous: any ReportServer,
        diary file: URL?, store: PresentationStore,
        refinement: MapRefinement = MapRefinement(isAgreed: false, file: nil),
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        places = DatedVenue.all(venues)
        self.account = account
        self.anonymous = anonymous
        self.terms = terms
        self.store = store
        self.refinement = refinement
        self.random = Chance(source: random)
        diaryFile = file.map { PrivateFile(url: $0) }
        var diary = HabitDiary(stored: diaryFile?.contents.map { Array($0) } ?? [])
        diary.setTerms(terms)
        self.diary = diary
    }

    /// Sets what each shop may know from now on; throws when a file cannot be written.
    ///
    /// For a shop chosen in the middle of a month presentations are made as long as this process has the month's
    /// credential, which cannot be stored; after a restart its reports begin next month.
    package func setTerms(_ terms: [ShopKey: Term]) throws {
        self.terms = terms
        events.keep { terms[$0]?.allowsEvents == true }
        diary.setTerms(terms)
        for period in credentials.keys.sorted() { try present(of: period) }
    }

    /// Takes in what the server has said anew; throws as `setTerms`.
    func take(_ knowledge: PhoneKnowledge) throws {
        if let venues = knowledge.venues { places = DatedVenue.all(venues) }
        try setTerms(knowledge.terms)
    }

    /// Takes in what happened in a second, and what it says of radio maps.
    func follow(_ happened: [PhoneEvent], _ residuals: [MapResidual] = [], at now: Timestamp) {
        refinement.hear(residuals, at: now)
        begun = begun ?? now
        for event in happened {
            switch event {
            case .regionEntered(let beacon) where terms[beacon.shop]?.allowsEvents == true:
                events.enter(beacon, at: now, using: &random)
            case .regionExited(let beacon): events.exit(beacon, at: now)
            case .ranged(let beacons): hear(beacons, at: now)
            default: break
            }
        }
        events.tick(at: now, using: &random)
        followed = now
    }

    private func hear(_ beacons: [RangedBeacon], at now: Timestamp) {
        // What is ranged may not have been heard for some seconds; one packet is one reading.
        let fresh = beacons.filter { beacon in followed.map { beacon.lastHeard > $0 } ?? true }
        if !fresh.isEmpty { heard = now }
        for beacon in fresh {
            guard let place = places[beacon.identity.uuid], place.venue.shops[beacon.identity.major] != nil,
                let zone = place.venue.beacons[beacon.identity]?.habitPlace, let metres = beacon.distance
            else { continue }
            diary.hear(HabitReading(beacon: beacon.identity, place: zone, at: now, metres: metres), in: place.days)
        }
    }

    /// Takes it that a sighting was accepted.
    func proved(_ sighting: PresenceSighting) {
        guard let place = places[sighting.identity.uuid], place.venue.shops[sighting.identity.major] != nil,
            let zone = place.venue.beacons[sighting.identity]?.habitPlace
        else { return }
        diary.prove(sighting.identity.shop, zone, at: sighting.heardAt, in: place.days)
    }

    /// Sends what is due; throws when a file cannot be written.
    ///
    /// It is called about once a second, by one caller at a time.
    func work(at now: Timestamp) async throws {
        await sendEvents(at: now)
        try await refineMaps(at: now)
        if terms.values.contains(where: \.allowsReports) { try await report(at: now) }
        try await askForCredentials(at: now)
    }

    private func report(at now: Timestamp) async throws {
        if planned.map({ now.milliseconds(since: $0) >= 60_000 || now < $0 }) ?? true {
            planned = now
            for (uuid, place) in places.sorted(by: { $0.key.description < $1.key.description }) {
                diary.plan(uuid, place.days, at: now, using: &random)
            }
            try store.forget(before: Int(now.seconds / 86_400) - ReportTimes.lastDays - 1)
            try save()
        }
        try prepareReports(at: now)
        try await sendReports(at: now)
    }

    /// Writes the diary's file, when there is anything new; throws when it cannot be written.
    func save() throws {
        guard let diaryFile else { return }
        let bytes = diary.stored()
        guard bytes != written else { return }
        try diaryFile.replace(with: Data(bytes))
        written = bytes
    }

    private func sendEvents(at now: Timestamp) async {
        let batch = events.batch(at: now)
        guard !batch.isEmpty else { return }
        do {
            try await account.record(batch)
            events.remove(batch, using: &random)
        } catch {
            switch error {
            case .unreachable: events.postpone(at: now)
            case .refused: events.remove(batch, using: &random)
            }
        }
    }

    private func isTaken(_ day: Int, of venue: UUID128?, at now: Timestamp) -> Bool {
        venue.flatMap { places[$0] }.map { ReportTimes.isTaken(day, on: $0.days.day(now)) } ?? false
    }

    private func prepareReports(at now: Timestamp) throws {
        let due = diary.due(at: now)
        for report in due where isTaken(report.place.day, of: report.place.shop.venue, at: now) {
            let window = ReportTimes.windowSeconds * 1000
            if now.milliseconds(since: report.at) > Self.missedMilliseconds {
                diary.postpone(report, until: later(than: now, by: 0..<window))
            } else if try !store.prepare(report), !store.isHad(ReportPeriod(containing: report.place.day)) {
                // The credential is still to come.
                diary.postpone(report, until: later(than: now, by: Self.pause))
            }
        }
        if !due.isEmpty { try save() }
    }

    private func sendReports(at now: Timestamp) async throws {
        for report in store.outgoing where report.at <= now {
            guard let shop = report.shop, terms[shop]?.allowsReports == true,
                isTaken(report.day, of: shop.venue, at: now)
            else {
                try store.remove(report)
                continue
            }
            if now.milliseconds(since: report.at) > Self.missedMilliseconds {
                try store.postpone(report, until: later(than: now, by: Self.pause))
                continue
            }
            do throws(PhoneServerError) {
                try await anonymous.report(report.body)
            } catch .unreachable {
                try store.postpone(report, until: later(than: now, by: Self.pause))
                continue
            } catch .refused {
                // It would be refused again.
            }
            try store.remove(report)
        }
    }

    /// An instant so many milliseconds later, by chance.
    func later(than now: Timestamp, by range: Range<Int64>) -> Timestamp {
        now.advanced(byMilliseconds: Int64.random(in: range, using: &random))
    }
}

extension BeaconIdentity {
    fileprivate var shop: ShopKey { ShopKey(venue: uuid, major: major) }
}

extension PhoneVenue.Beacon {
    /// Where habits have it.
    fileprivate var habitPlace: HabitPlace { zone == "window" || zone == "entrance" ? .outside : .inside }
}
