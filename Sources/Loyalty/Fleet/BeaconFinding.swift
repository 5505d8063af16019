import Basics

/// Something that is known of a beacon, with the figures it rests on.
package struct BeaconFinding: Hashable, Sendable {
    /// What is known; the words are the interface's.
    package enum Sign: String, CaseIterable, Sendable {
        /// The battery gives less than it needs.
        case batteryLow = "battery-low"
        /// The battery lasts less than 14 days.
        case batteryDays = "battery-days"
        /// The battery lasts less than 60 days.
        case batteryWeeks = "battery-weeks"
        /// Nothing comes, where something should.
        case silent
        /// Nothing comes, nor does anything nearby.
        case nobodyCame = "nobody-came"
        /// Nothing was ever proved here.
        case neverHeard = "never-heard"
        /// No device was ever claimed for it, and nothing was proved here.
        case neverClaimed = "never-claimed"
        /// No visits are verified here, so nothing shows whether it works.
        case unwatched
        /// Few come here, and nothing was proved for days.
        case askForWalk = "ask-for-walk"
        /// It has started anew.
        case rebooted
        /// Its clock is too fast or slow.
        case clockDrifts = "clock-drifts"
        /// Its clock has jumped.
        case clockJumped = "clock-jumped"
        /// Its clock went back.
        case clockBack = "clock-back"
        /// Its clock is ahead of the server's or behind it.
        case clockOff = "clock-off"
        /// Its codes last longer or shorter than they should.
        case otherPeriod = "other-period"
        /// It sends less often than it should.
        case radioSlow = "radio-slow"
        /// It sends more often than it should.
        case radioFast = "radio-fast"
        /// It hangs near another's place.
        case moved
        /// It and another hang in each other's place.
        case swapped
        /// Somebody sends under its name.
        case cloned
        /// Old codes come while proofs do as usual.
        case replayed
        /// Far more is proved than on any day before.
        case shared
        /// It was suddenly much warmer or colder.
        case temperatureJumped = "temperature-jumped"
        /// More is refused than usual.
        case proofsFall = "proofs-fall"
        /// It has a new key that has not been used.
        case rotating
        /// It was taken down.
        case removed
        /// It was lost or stolen.
        case lost
    }

    /// How much something matters, the more the later.
    package enum State: String, CaseIterable, Comparable, Sendable {
        /// All is well.
        case good
        /// Worth knowing.
        case note
        /// Something is to be done within weeks.
        case soon
        /// Something is to be done now.
        case now

        /// Whether `left` matters less than `right`.
        package static func < (left: State, right: State) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .good: 0
            case .note: 1
            case .soon: 2
            case .now: 3
            }
        }
    }

    /// What is known.
    package let sign: Sign
    /// Since when, or when.
    package var since: Timestamp?
    /// The figure.
    package var value: Double?
    /// What it is compared with.
    package var expected: Double?
    /// The other beacon.
    package var other: BeaconRef?

    init(_ sign: Sign, since: Timestamp? = nil, value: Double? = nil, expected: Double? = nil, other: BeaconRef? = nil)
    {
        self.sign = sign
        self.since = since
        self.value = value
        self.expected = expected
        self.other = other
    }

    /// How much it matters.
    package var state: State {
        switch sign {
        case .batteryLow, .batteryDays, .silent, .moved, .swapped, .cloned, .lost, .clockBack, .clockOff, .otherPeriod,
            .replayed:
            .now
        case .batteryWeeks, .clockDrifts, .clockJumped, .radioSlow, .radioFast, .proofsFall, .askForWalk, .neverHeard,
            .neverClaimed, .shared:
            .soon
        case .unwatched, .nobodyCame, .rebooted, .temperatureJumped, .rotating, .removed: .note
        }
    }
}
