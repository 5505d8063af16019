import Basics
import TypedText

extension Venue {
    /// The venue that a draft describes, its neighbours worked out.
    ///
    /// Throws every fault at once: those of reading first, then the others in the order of the design's description
    /// (name, uuid, timeZone, location, plan, shops, beacons, offers, pointsForTime). `isTimeZone` says whether an IANA name is
    /// known; the core has no time zones of its own, so without it only the form of the name is checked.
    package init(
        validating draft: VenueDraft, isTimeZone: (String) -> Bool = { _ in true }
    ) throws(VenueFaults) {
        var validator = VenueValidator(readingFaults: draft.readingFaults)
        let name = validator.name(draft.name, at: "$.name")
        let uuid = validator.uuid(draft.uuid)
        let timeZone = validator.timeZone(draft.timeZone, isKnown: isTimeZone)
        let location = validator.location(draft.location)
        let plan = validator.plan(draft.plan)
        let shops = validator.shops(draft.shops)
        let beacons = validator.beacons(draft.beacons)
        let offers = validator.offers(draft.offers)
        let points = validator.whole(draft.pointsForTime, in: VenueLimits.pointsForTime, at: "$.pointsForTime") ?? 0
        guard validator.faults.isEmpty, let name, let uuid, let timeZone, let location, let plan else {
            throw VenueFaults(validator.faults)
        }
        self.init(
            uuid: uuid, name: name, timeZone: timeZone, location: location, plan: plan, shops: shops,
            beacons: NeighbourGraph.complete(beacons, walls: plan.barriers), offers: offers, pointsForTime: points)
    }
}

/// Gathers the faults of a draft while it turns the parts into values.
struct VenueValidator {
    private(set) var faults: [VenueFault]
    private let unreadable: Set<String>
    /// The size of the plan as far as it is sound, for what must lie inside.
    var floor: (width: Double, height: Double)?
    /// The majors of shops, for what must belong to one; nil when the list of shops is missing or too long.
    var majors: Set<UInt16>?

    init(readingFaults: [VenueFault]) {
        self.faults = readingFaults
        self.unreadable = Set(readingFaults.map(\.path))
    }

    mutating func fault(_ path: String, _ message: String) {
        faults.append(VenueFault(path: path, message: message))
    }

    /// `value`, or a fault when it is missing; one that could not be read has its fault already.
    mutating func required<Value>(_ value: Value?, at path: String) -> Value? {
        if value == nil, !isUnreadable(path) { fault(path, "is missing") }
        return value
    }

    private func isUnreadable(_ path: String) -> Bool {
        var path = path[...]
        while true {
            if unreadable.contains(String(path)) { return true }
            guard let cut = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { return false }
            path = path[..<cut]
        }
    }

    /// A list that is not longer than it may be; nil, with a fault, when it is.
    mutating func bounded<Element>(_ list: [Element]?, to limit: Int, _ noun: String, at path: String) -> [Element]? {
        guard let list, list.count > limit else { return list }
        fault(path, "has \(list.count) \(noun); at most \(limit) are allowed")
        return nil
    }

    mutating func whole(_ value: Int?, in range: ClosedRange<Int>, _ unit: String = "", at path: String) -> Int? {
        guard let value else { return nil }
        guard range.contains(value) else {
            let unit = unit.isEmpty ? "" : " \(unit)"
            fault(path, "is \(value); it must be between \(range.lowerBound) and \(range.upperBound)\(unit)")
            return nil
        }
        return value
    }

    mutating func major(_ value: Int?, at path: String) -> UInt16? {
        whole(required(value, at: path), in: 0...65_535, at: path).map { UInt16(truncatingIfNeeded: $0) }
    }

    mutating func number(_ value: Double?, in range: ClosedRange<Double>, _ unit: String, at path: String) -> Double? {
        guard let value = required(value, at: path) else { return nil }
        // Written so that a value that is no number fails as well.
        guard value >= range.lowerBound, value <= range.upperBound else {
            fault(path, "is \(value); it must be between \(range.lowerBound) and \(range.upperBound) \(unit)")
            return nil
        }
        return value
    }

    /// Text that people read: not empty, bounded, without control characters or space around it.
    mutating func words(_ value: String?, upTo limit: Int, at path: String) -> String? {
        guard let value else { return nil }
        if value.isEmpty {
            fault(path, "is empty")
        } else if value.unicodeScalars.count > limit {
            fault(path, "has \(value.unicodeScalars.count) characters; at most \(limit) are allowed")
        } else if value.first?.isWhitespace == true || value.last?.isWhitespace == true {
            fault(path, "begins or ends with a space")
        } else {
            do throws(UnreadableCharacter) { return try ReadableText.read(value) } catch {
                fault(path, "contains \(error)")
            }
        }
        return nil
    }

    mutating func name(_ value: String?, at path: String) -> String? {
        words(required(value, at: path), upTo: VenueLimits.name, at: path)
    }

    mutating func uuid(_ value: String?) -> UUID128? {
        guard let text = required(value, at: "$.uuid") else { return nil }
        guard let uuid = UUID128(text) else {
            fault("$.uuid", "is not a UUID; it is written as 8-4-4-4-12 hexadecimal digits")
            return nil
        }
        return uuid
    }

    mutating func timeZone(_ value: String?, isKnown: (String) -> Bool) -> String? {
        guard let text = required(value, at: "$.timeZone") else { return nil }
        let isFormed =
            (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "/_+-".utf8.contains($0) }
        guard isFormed, isKnown(text) else {
            fault("$.timeZone", "is not a known IANA time zone such as Europe/Madrid")
            return nil
        }
        return text
    }

    mutating func location(_ value: VenueDraft.Location?) -> GeographicLocation? {
        guard let draft = required(value, at: "$.location") else { return nil }
        let latitude = number(draft.latitude, in: -90...90, "degrees", at: "$.location.latitude")
        let longitude = number(draft.longitude, in: -180...180, "degrees", at: "$.location.longitude")
        guard let latitude, let longitude else { return nil }
        return GeographicLocation(latitude: latitude, longitude: longitude)
    }
}

extension Unicode.Scalar {
    /// Whether it shows nothing, or moves what stands around it: such a character has no place in a name.
    var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
        // U+200C and U+200D join letters and emoji; other format characters turn the direction of text or hide.
        case .format: value != 0x200C && value != 0x200D
        default: false
        }
    }

    var hexadecimal: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension UInt8 {
    /// Whether it is an ASCII letter or digit.
    var isLetterOrDigit: Bool { isLowercaseOrDigit || (65...90).contains(self) }

    /// Whether it is an ASCII lower-case letter or digit.
    var isLowercaseOrDigit: Bool { (97...122).contains(self) || (48...57).contains(self) }
}
