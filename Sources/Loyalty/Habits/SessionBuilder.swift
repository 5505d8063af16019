import Basics
import Beacons

/// Makes contacts and sessions of what one phone hears of one shop, in the order of time.
///
/// A reading is in contact when another one of the same beacon lies within 30 seconds and the nearer of the two is nearer
/// than ten metres. That is known half a minute later; until then a reading waits.
struct SessionBuilder: Sendable {
    /// What has become certain of a day.
    struct Finding: Equatable, Sendable {
        let day: Int
        let what: What

        enum What: Equatable, Sendable {
            case near
            /// A session inside that has lasted so long by now.
            case stay(milliseconds: Int64)
            case proved(HabitPlace)
            case redeemed
        }
    }

    enum Entry: Sendable {
        case reading(HabitReading, isContact: Bool)
        case proved(HabitPlace)
        case redeemed
    }

    struct Session: Sendable {
        let day: Int
        let first: Timestamp
        var last: Timestamp
    }

    var waiting: [(at: Timestamp, day: Int, entry: Entry)] = []
    var inside: Session?

    /// The most that waits.
    static let most = 4096

    /// Takes a reading on `day`; what is older than the one before is left out.
    mutating func hear(_ reading: HabitReading, on day: Int) -> [Finding] {
        guard waiting.last.map({ $0.at <= reading.at }) ?? true else { return [] }
        let findings = settle(before: reading.at.advanced(byMilliseconds: -Definitions.contactMilliseconds))
        var isContact = false
        for index in waiting.indices {
            guard case .reading(let other, let isKnown) = waiting[index].entry, other.beacon == reading.beacon else {
                continue
            }
            guard min(other.metres, reading.metres) < Definitions.contactMetres else { continue }
            isContact = true
            if !isKnown { waiting[index].entry = .reading(other, isContact: true) }
        }
        if waiting.count < Self.most { waiting.append((reading.at, day, .reading(reading, isContact: isContact))) }
        return findings
    }

    /// Takes it that a sighting was proved.
    mutating func prove(_ place: HabitPlace, at now: Timestamp, on day: Int) -> [Finding] {
        add(.proved(place), at: now, on: day)
    }

    /// Takes it that a coupon was redeemed.
    mutating func redeem(at now: Timestamp, on day: Int) -> [Finding] {
        add(.redeemed, at: now, on: day)
    }

    private mutating func add(_ entry: Entry, at now: Timestamp, on day: Int) -> [Finding] {
        let at = max(now, waiting.last?.at ?? now)
        let findings = settle(before: at.advanced(byMilliseconds: -Definitions.contactMilliseconds))
        if waiting.count < Self.most { waiting.append((at, day, entry)) }
        return findings
    }

    /// What has become certain of everything before `instant`.
    mutating func settle(before instant: Timestamp) -> [Finding] {
        guard let first = waiting.first, first.at < instant else { return [] }
        let settled = waiting.prefix { $0.at < instant }
        waiting.removeFirst(settled.count)
        return settled.compactMap { at, day, entry in finding(entry, at, day) }
    }

    private mutating func finding(_ entry: Entry, _ at: Timestamp, _ day: Int) -> Finding? {
        switch entry {
        case .reading(_, isContact: false): return nil
        case .reading(let reading, isContact: true):
            guard reading.place == .inside else { return Finding(day: day, what: .near) }
            var session = Session(day: day, first: at, last: at)
            if let going = goingOn(at), at.milliseconds(since: going.first) <= Definitions.longestMilliseconds {
                session = going
                session.last = at
            }
            inside = session
            return Finding(day: session.day, what: .stay(milliseconds: at.milliseconds(since: session.first)))
        case .proved(let place): return Finding(day: goingOn(at)?.day ?? day, what: .proved(place))
        case .redeemed: return Finding(day: goingOn(at)?.day ?? day, what: .redeemed)
        }
    }

    /// The session that has not ended at `instant`: it belongs to the day on which it began.
    private func goingOn(_ instant: Timestamp) -> Session? {
        inside.flatMap { instant.milliseconds(since: $0.last) < Definitions.gapMilliseconds ? $0 : nil }
    }
}
