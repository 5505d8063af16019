import Basics
import Loyalty

/// Who comes with whom.
enum VisitorGroup {
    /// How many people a party has: half come alone, most others as a couple, some as a family.
    static func size(using random: inout SplitMix64) -> Int {
        switch random.uniform() {
        case ..<0.5: 1
        case ..<0.82: 2
        case ..<0.93: 3
        default: 4
        }
    }

    /// How far behind its leader one of a party walks, in metres; 1 is the first companion.
    static func distance(ofPlace place: Int) -> Double {
        0.35 + 0.3 * Double(place)
    }

    /// How fast a companion walks to where it belongs, in metres a second: a little faster than anybody leads.
    static let pace = 1.8
}

/// The way that a leader has just walked, for companions to follow.
struct Trail {
    /// No companion is farther behind, in metres.
    private static let length = 2.0

    /// The newest last.
    private var places: [PlanPosition] = []
    private var metres = 0.0

    /// Begins anew, where a leader has come in.
    mutating func restart(at position: PlanPosition) {
        places = [position]
        metres = 0
    }

    /// The leader has walked on to `position`.
    mutating func append(_ position: PlanPosition) {
        guard let last = places.last else { return restart(at: position) }
        guard last != position else { return }
        metres += last.distance(to: position)
        places.append(position)
        while places.count > 2, metres - places[0].distance(to: places[1]) >= Self.length {
            metres -= places[0].distance(to: places[1])
            places.removeFirst()
        }
    }

    /// The place on the way that lies so many metres behind; its beginning when that is nearer.
    func place(behind metres: Double) -> PlanPosition? {
        guard var place = places.last else { return nil }
        var left = metres
        for next in places.dropLast().reversed() {
            let distance = place.distance(to: next)
            if distance >= left { return place.moved(by: left, towards: next) }
            left -= distance
            place = next
        }
        return place
    }
}

extension PlanPosition {
    /// The place so many metres on the straight line to another, or that one when it is nearer.
    func moved(by metres: Double, towards other: PlanPosition) -> PlanPosition {
        let distance = distance(to: other)
        guard distance > metres else { return other }
        let share = metres / distance
        return PlanPosition(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
    }
}
