import Basics
import Beacons

extension SessionBuilder {
    /// What a session has come to, as it stands in a file.
    struct Stored: Codable, Sendable {
        var entries: [Waiting]
        var inside: Session?

        struct Waiting: Codable, Sendable {
            var at: Int64
            var day: Int
            /// `reading`, `proved` or `redeemed`.
            var kind: String
            var isInside: Bool?
            var isContact: Bool?
            var minor: UInt16?
            var metres: Double?
        }

        struct Session: Codable, Sendable {
            var day: Int
            var first: Int64
            var last: Int64
        }
    }

    /// What is needed to go on with it after a restart.
    var stored: Stored {
        Stored(
            entries: waiting.map { at, day, entry in
                var stored = Stored.Waiting(at: at.milliseconds, day: day, kind: "redeemed")
                switch entry {
                case .reading(let reading, let isContact):
                    stored.kind = "reading"
                    stored.isInside = reading.place == .inside
                    stored.isContact = isContact
                    stored.minor = reading.beacon.minor
                    stored.metres = reading.metres
                case .proved(let place):
                    stored.kind = "proved"
                    stored.isInside = place == .inside
                case .redeemed: break
                }
                return stored
            },
            inside: inside.map {
                Stored.Session(day: $0.day, first: $0.first.milliseconds, last: $0.last.milliseconds)
            })
    }

    /// A shop's session that goes on where it was stored; nil when something in it can be none.
    init?(_ stored: Stored, of shop: ShopKey) {
        self.init()
        let days = stored.entries.map(\.day) + (stored.inside.map { [$0.day] } ?? [])
        guard stored.entries.count <= Self.most, days.allSatisfy({ (0...200_000).contains($0) }) else { return nil }
        for one in stored.entries {
            let at = Timestamp(milliseconds: one.at)
            let place: HabitPlace = one.isInside == true ? .inside : .outside
            switch one.kind {
            case "reading":
                guard let minor = one.minor, let metres = one.metres, let isContact = one.isContact else { return nil }
                let reading = HabitReading(
                    beacon: BeaconIdentity(uuid: shop.venue, major: shop.major, minor: minor), place: place, at: at,
                    metres: metres)
                waiting.append((at, one.day, .reading(reading, isContact: isContact)))
            case "proved": waiting.append((at, one.day, .proved(place)))
            case "redeemed": waiting.append((at, one.day, .redeemed))
            default: return nil
            }
        }
        inside = stored.inside.map {
            Session(day: $0.day, first: Timestamp(milliseconds: $0.first), last: Timestamp(milliseconds: $0.last))
        }
    }
}
