import Basics

extension VenueValidator {
    mutating func offers(_ value: [VenueDraft.Offer]?) -> [Offer] {
        let path = "$.offers"
        var indexOfID: [String: Int] = [:]
        var offers: [Offer] = []
        for (index, draft) in (bounded(value, to: VenueLimits.offers, "offers", at: path) ?? []).enumerated() {
            let path = "\(path)[\(index)]"
            let id = statedID(draft.id, at: "\(path).id")
            let major = self.major(draft.major, at: "\(path).major")
            if let major, let majors, !majors.contains(major) {
                fault("\(path).major", "is \(major), which no shop has")
            }
            let text = self.text(draft.text, at: "\(path).text")
            let validity = self.validity(of: draft, at: path)
            let hours = self.hours(draft.hours, at: "\(path).hours")
            let points = whole(draft.points ?? 0, in: 0...VenueLimits.points, at: "\(path).points")
            let limit = whole(draft.limit, in: 1...VenueLimits.coupons, at: "\(path).limit")
            guard let major, let text, let validity else { continue }
            let name =
                id
                ?? Offer.derivedID(
                    major: major, text: text, validFrom: validity.from, validUntil: validity.until)
            if let earlier = indexOfID[name] {
                fault(
                    draft.id == nil ? path : "\(path).id",
                    draft.id == nil
                        ? "is the same offer as $.offers[\(earlier)]; give one of them an id of its own"
                        : "is the id of $.offers[\(earlier)] already")
            } else {
                indexOfID[name] = index
            }
            if let hours, let points {
                offers.append(
                    Offer(
                        id: name, major: major, text: text, validFrom: validity.from, validUntil: validity.until,
                        hours: hours, points: points, limit: limit))
            }
        }
        return offers
    }

    private mutating func statedID(_ value: String?, at path: String) -> String? {
        guard let value else { return nil }
        guard (1...64).contains(value.utf8.count),
            value.utf8.allSatisfy({ $0.isLowercaseOrDigit || "-_.".utf8.contains($0) })
        else {
            fault(path, "is not an id; it is 1 to 64 of the characters a-z 0-9 - _ .")
            return nil
        }
        return value
    }

    private mutating func text(_ value: [String: String?]?, at path: String) -> [String: String]? {
        guard let draft = required(value, at: path) else { return nil }
        if draft.isEmpty { fault(path, "says nothing; it needs at least one language") }
        if draft.count > VenueLimits.languages {
            fault(path, "has \(draft.count) languages; at most \(VenueLimits.languages) are allowed")
            return nil
        }
        var text: [String: String] = [:]
        for (language, value) in draft.sorted(by: { $0.key < $1.key }) {
            let path = JSONPath.key(language, of: path)
            guard LanguageTag.isKnown(language) else {
                fault(path, "is not a language tag such as es, en or pt-BR")
                continue
            }
            if let words = words(value, upTo: VenueLimits.text, at: path) { text[language] = words }
        }
        return text.isEmpty || text.count < draft.count ? nil : text
    }

    private mutating func validity(
        of draft: VenueDraft.Offer, at path: String
    ) -> (from: Timestamp, until: Timestamp)? {
        let from = instant(draft.validFrom, at: "\(path).validFrom")
        let until = instant(draft.validUntil, at: "\(path).validUntil")
        guard let from, let until else { return nil }
        guard from < until else {
            fault("\(path).validUntil", "is not after validFrom")
            return nil
        }
        return (from, until)
    }

    private mutating func instant(_ value: String?, at path: String) -> Timestamp? {
        guard let text = required(value, at: path) else { return nil }
        guard let instant = Timestamp(rfc3339: text) else {
            fault(path, "is not an RFC 3339 date-time, as 2026-01-31T09:00:00Z")
            return nil
        }
        guard Self.years.contains(instant) else {
            fault(path, "is not within the years 1970 to 9998")
            return nil
        }
        return instant
    }

    /// 1970 to 9998: what RFC 3339 can write again in any time zone.
    private static let years = Timestamp(seconds: 0)..<Timestamp(seconds: 253_370_764_800)
}
