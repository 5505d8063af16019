import Basics

/// What an account and a beacon's window have done before, as far as a judgement needs it.
///
/// The caller loads it in the transaction in which it will record the proof; otherwise two requests at once could
/// both find nothing.
public struct PresenceHistory: Sendable {
    /// Whether this account has proved its presence at this beacon in this window.
    public var alreadyProved: Bool
    /// How many accounts have proved theirs at this beacon in this window: new ones for a new account, the others for
    /// the others.
    public var accountsInWindow: Int
    /// Whether the account is so new that it may be one of many made for one person.
    public var isNewcomer = false
    /// How many accounts the beacon's place holds in a window; nil for the policy's number.
    public var accountsPerWindow: Int?
    /// Where the account last proved its presence, anywhere, and at what believed time.
    public var last: (place: Place, time: Timestamp)?
    /// When `last` is not known any more: the venue in which it was, and the quarter of an hour (see
    /// ``PresencePolicy/quarter(of:)``).
    public var lastVenue: (place: Place, quarter: Timestamp)?

    /// A history; by default that of an account and a window without any proof.
    public init(alreadyProved: Bool = false, accountsInWindow: Int = 0, last: (place: Place, time: Timestamp)? = nil) {
        self.alreadyProved = alreadyProved
        self.accountsInWindow = accountsInWindow
        self.last = last
    }
}

/// The rules by which a sighting with a right code is believed or not.
///
/// A right code says that a device near the beacon heard it. These rules limit what an accomplice who forwards codes
/// can do with that. They cannot stop him: a liar may shift the time he claims by `longestDelaySeconds`, and so gains
/// that much walking time.
public struct PresencePolicy: Sendable, Equatable {
    /// How far ahead of the server a phone's clock may be, in seconds.
    public var futureToleranceSeconds: Int64 = 60
    /// How long a phone may take to deliver what it heard, in seconds.
    public var longestDelaySeconds: Int64 = 120
    /// How many accounts may use one beacon's code of one window, where the venue does not say how many its place holds.
    ///
    /// Sixteen people at one beacon in a minute is a busy till; more may be a code that was passed round.
    public var accountsPerWindow = 16
    /// An account is new on this many days, the one on which it was made included.
    ///
    /// Accounts cost nothing: an attacker who wants many has new ones, or must have planned a week ahead.
    public var newcomerDays: Int64 = 7
    /// Of what a place holds, the part that new accounts have to themselves: one in so many.
    ///
    /// They do not use up the others' share, so that accounts by the dozen can neither lock a beacon for the others
    /// nor have their visits disputed.
    public static let newcomersPart = 4
    /// How many times more proofs than that are kept, as disputed: an honest visit is recorded in a crowd as well, and a
    /// table does not grow without end.
    public static let recordedTimes = 4
    /// The fastest that a person moves inside a venue, in metres a second: a run, with a trolley in the way.
    public var walkingSpeed = 3.0
    /// How far from a beacon a phone that proves its presence there may be, in metres.
    ///
    /// Two beacons may be heard at once from between them, so twice this distance costs no time at all.
    public var radioRange = 15.0
    /// The fastest that a person gets from venue to venue on the ground, in metres a second: 252 km/h.
    ///
    /// High-speed trains run at 300 km/h between stations, but no journey from one shop to another keeps that up.
    public var groundSpeed = 70.0
    /// The speed of an airliner in metres a second, tail wind included.
    public var flightSpeed = 270.0
    /// What a flight costs beside flying, in seconds: to the airport, through it, and out of the other one.
    public var flightOverheadSeconds: Int64 = 7200

    /// Whether what is believed also says how the beacon's clock goes.
    ///
    /// Only what must not change how others are judged is believed without that, as a visitor to a simulation.
    public var learnsClocks = true

    /// The rules as this initializer's defaults give them.
    public static let standard = PresencePolicy()

    /// The standard rules, to be changed one by one.
    public init() {}

    /// After this many seconds an account's last place excludes nothing any more and can be forgotten.
    ///
    /// It is the longest journey on Earth by these rules, about 23 hours by the standard ones.
    public var horizonSeconds: Int64 {
        horizonSeconds(metres: Place.farthest)
    }

    /// After this many seconds a last place excludes no other place within `metres` of its venue any more.
    public func horizonSeconds(metres: Double) -> Int64 {
        let seconds = journeySeconds(metres: metres)
        return seconds < 1e9 ? Int64(seconds) + 1 + longestDelaySeconds : 1_000_000_000
    }

    /// How long a last place is known to the metre before only its venue and its quarter of an hour are, in seconds: the
    /// least, and with the quarter itself the most.
    ///
    /// After five minutes one can be anywhere within 900 m. It is more than `longestDelaySeconds`, so that nothing is
    /// delivered for a quarter that is closed.
    public static let exactSeconds: Int64 = 300

    /// The beginning of the quarter of an hour, in UTC, in which an instant lies.
    ///
    /// A journey is counted from there: no one is refused for it, and a liar gains a quarter of an hour at most.
    public static func quarter(of instant: Timestamp) -> Timestamp {
        let length: Int64 = 900_000
        let into = instant.milliseconds % length
        return instant.advanced(byMilliseconds: -(into < 0 ? into + length : into))
    }

    /// When the code counts as heard: what the phone says, but not later than the server received it.
    ///
    /// This is the time to store as the history's `last`. A claimed time to come would otherwise be so much more time
    /// to get somewhere.
    public static func believedTime(heardAt: Timestamp, now: Timestamp) -> Timestamp {
        min(heardAt, now)
    }

    /// How many accounts of this account's kind may use the code before it says little.
    public func share(_ history: PresenceHistory) -> Int {
        let size = history.accountsPerWindow ?? accountsPerWindow
        return history.isNewcomer ? max(1, size / Self.newcomersPart) : size
    }

    /// How many proofs of one window are kept of accounts of one kind.
    public func recorded(_ history: PresenceHistory) -> Int {
        (history.accountsPerWindow ?? accountsPerWindow) * Self.recordedTimes
    }

    /// Whether the code of this window is disputed with one more account, and all that it proved before with it.
    public func isDisputed(_ history: PresenceHistory) -> Bool {
        history.accountsInWindow + 1 >= share(history)
    }

    /// Whether one more visit brings something: in a crowd it is recorded, and what it brings waits for the next one.
    public func bringsSomething(_ history: PresenceHistory) -> Bool {
        history.accountsInWindow < share(history)
    }

    /// Believes a sighting at `place` whose code was accepted, or says why not.
    ///
    /// The reasons are tried in this order: future, stale, replayed, shared, implausible.
    public func judge(
        heardAt: Timestamp, now: Timestamp, place: Place, history: PresenceHistory
    ) throws(PresenceRejection) {
        guard heardAt <= now.advanced(bySeconds: futureToleranceSeconds) else { throw .future }
        guard heardAt >= now.advanced(bySeconds: -longestDelaySeconds) else { throw .stale }
        guard !history.alreadyProved else { throw .replayed }
        guard history.accountsInWindow < recorded(history) else { throw .shared }
        let heard = Self.believedTime(heardAt: heardAt, now: now)
        if let last = history.last {
            let elapsed = abs(heard.seconds(since: last.time))
            guard isPlausible(from: last.place, to: place, inSeconds: elapsed) else { throw .implausible }
        } else if let last = history.lastVenue, last.place.venue != place.venue {
            let elapsed = abs(heard.seconds(since: last.quarter))
            guard isPlausible(from: last.place, to: place, inSeconds: elapsed) else { throw .implausible }
        }
    }

    /// Whether one person can be at both places so many seconds apart; never when a coordinate is not a number.
    private func isPlausible(from start: Place, to end: Place, inSeconds elapsed: Double) -> Bool {
        if start.venue == end.venue {
            return start.planDistance(to: end) <= 2 * radioRange + walkingSpeed * elapsed
        }
        // Nobody is in two venues at the same time, not even in neighbours that share a coordinate; a second is what
        // separates two times when phones range once a second.
        return elapsed >= 1 && journeySeconds(metres: start.venueDistance(to: end)) <= elapsed
    }

    /// The least time from venue to venue: on the ground, or through the air when that is faster.
    private func journeySeconds(metres: Double) -> Double {
        let ground = metres / groundSpeed
        let flight = Double(flightOverheadSeconds) + metres / flightSpeed
        // Not `min`, which may drop what is no number.
        return ground <= flight ? ground : flight
    }
}
