import Basics
import Beacons
import Loyalty

extension VenueFile {
    /// The document that describes a venue, with keys in a fixed order: the same venue always gives the same text.
    ///
    /// Reading it again gives an equal venue. It states the id of every offer, so that one whose words are edited
    /// stays the same offer; worked-out neighbours are not written.
    package static func write(_ venue: Venue) -> String {
        let plan = venue.plan
        var lines: [String] = ["{"]
        lines.append("  \"name\": \(quoted(venue.name)),")
        lines.append("  \"uuid\": \(quoted(venue.uuid.description)),")
        lines.append("  \"timeZone\": \(quoted(venue.timeZone)),")
        lines.append(
            "  \"location\": {\"latitude\": \(number(venue.location.latitude)), "
                + "\"longitude\": \(number(venue.location.longitude))},")
        lines.append("  \"plan\": {")
        lines.append("    \"width\": \(number(plan.width)),")
        lines.append("    \"height\": \(number(plan.height)),")
        let hasMore = plan.image != nil || plan.imageArea != nil
        lines += list("walls", plan.walls.map(segment), indent: 4, isLast: plan.doors.isEmpty && !hasMore)
        if !plan.doors.isEmpty { lines += list("doors", plan.doors.map(segment), indent: 4, isLast: !hasMore) }
        if let image = plan.image {
            lines.append("    \"image\": \(quoted(image))\(plan.imageArea == nil ? "" : ",")")
        }
        if let area = plan.imageArea { lines.append("    \"imageArea\": \(segment(area))") }
        lines.append("  },")
        lines += list("shops", venue.shops.map(shop), indent: 2, isLast: false)
        lines += list("beacons", venue.beacons.map(beacon), indent: 2, isLast: false)
        let hasPoints = venue.pointsForTime > 0
        lines += list("offers", venue.offers.map(offer), indent: 2, isLast: !hasPoints)
        if hasPoints { lines.append("  \"pointsForTime\": \(venue.pointsForTime)") }
        lines.append("}")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The lines of a member whose value is a list, one element each.
    private static func list(_ key: String, _ elements: [String], indent: Int, isLast: Bool) -> [String] {
        let margin = String(repeating: " ", count: indent)
        let end = isLast ? "]" : "],"
        guard !elements.isEmpty else { return ["\(margin)\"\(key)\": [\(end)"] }
        let inner = elements.enumerated().map { index, element in
            "\(margin)  \(element)\(index == elements.count - 1 ? "" : ",")"
        }
        return ["\(margin)\"\(key)\": ["] + inner + [margin + end]
    }

    private static func segment(_ segment: PlanSegment) -> String {
        numbers([segment.from.x, segment.from.y, segment.to.x, segment.to.y])
    }

    private static func shop(_ shop: Shop) -> String {
        "{\"major\": \(shop.major), \"name\": \(quoted(shop.name)), \"category\": \(quoted(shop.category)), "
            + "\"area\": [\(shop.area.map { numbers([$0.x, $0.y]) }.joined(separator: ", "))]}"
    }

    private static func beacon(_ beacon: VenueBeacon) -> String {
        let neighbours = beacon.statedNeighbours.map { "[\($0.major), \($0.minor)]" }.joined(separator: ", ")
        let accounts = beacon.accountsPerWindow.map { "\"accountsPerWindow\": \($0), " } ?? ""
        return "{\"major\": \(beacon.major), \"minor\": \(beacon.minor), \"x\": \(number(beacon.position.x)), "
            + "\"y\": \(number(beacon.position.y)), \"zone\": \(quoted(beacon.zone.rawValue)), "
            + "\"measuredPower\": \(beacon.measuredPower), \"period\": \(beacon.periodSeconds), "
            + accounts + "\"neighbours\": [\(neighbours)]}"
    }

    private static func offer(_ offer: Offer) -> String {
        let text = offer.text.sorted { $0.key < $1.key }.map { "\(quoted($0.key)): \(quoted($0.value))" }
        let hours = Weekday.allCases.compactMap { day in
            offer.hours.days[day].map { "\"\(day.key)\": [\($0.map { "\"\($0)\"" }.joined(separator: ", "))]" }
        }
        return """
            {
                  "id": \(quoted(offer.id)),
                  "major": \(offer.major),
                  "text": {\(text.joined(separator: ", "))},
                  "validFrom": "\(offer.validFrom.rfc3339)",
                  "validUntil": "\(offer.validUntil.rfc3339)",
                  "hours": {\(hours.joined(separator: ", "))},
                  "points": \(offer.points),
                  "limit": \(offer.limit.map(String.init) ?? "null")
                }
            """
    }

    private static func numbers(_ values: [Double]) -> String {
        "[\(values.map(number).joined(separator: ", "))]"
    }

    /// The shortest text that reads as the same number.
    private static func number(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func quoted(_ text: String) -> String {
        var writer = JSONWriter(escapesMarkup: false)
        writer.string(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
