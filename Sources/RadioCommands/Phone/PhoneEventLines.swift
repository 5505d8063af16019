import API
import Beacons
import CommandOutput
import Encodings
import ExposureCommands
import Phone
import Proximity
import Strings
import Time

/// A phone's events as lines: JSON for programs, words for people.
enum PhoneEventLines {
    /// The event as a JSON object.
    static func json(_ event: PhoneEvent, at now: Timestamp) -> JSONValue {
        func line(_ name: String, _ members: [JSONValue.Member] = []) -> JSONValue {
            .object([.init("event", .string(name)), .init("time", .string(now.rfc3339))] + members)
        }
        switch event {
        case .regionEntered(let identity): return line("region.entered", members(of: identity))
        case .regionExited(let identity): return line("region.exited", members(of: identity))
        case .ranged(let beacons): return line("ranged", [.init("beacons", .array(beacons.map(object)))])
        case .positioned(let position): return line("position", members(of: position))
        case .sightingAccepted(let proved):
            return line(
                "sighting.accepted", [.init("shop", .string(proved.shop)), .init("visit", .string(proved.visit))])
        case .sightingRejected(let code): return line("sighting.rejected", [.init("code", .string(code))])
        case .offerReceived(let shop, let offer):
            let text = offer.text.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
            return line("offer.received", [.init("shop", .string(shop)), .init("text", .object(text))])
        case .tracing(let notice): return line("exposure.notice", [.init("notice", TracingLines.json(notice))])
        case .radioLost(let reason): return line("radio.lost", [.init("reason", .string(reason))])
        case .radioBack: return line("radio.back")
        }
    }

    /// Columns of the longest word for a kind of event.
    private static let widestKind =
        [
            DeviceStrings.phoneEntered, DeviceStrings.phoneLeft, DeviceStrings.phoneProved,
            DeviceStrings.phoneTurnedDown, DeviceStrings.phoneOffer, DeviceStrings.phoneTracing,
            DeviceStrings.phonePlaced,
        ].map { TerminalText.width(of: $0.text) }.max() ?? 0

    /// The event in words; nil for beacons, which come every second and would only scroll.
    static func words(_ event: PhoneEvent, at now: Timestamp) -> String? {
        let time = now.rfc3339.dropFirst(11).prefix(8)
        func line(_ what: Phrase, _ content: String) -> String {
            let padding = String(repeating: " ", count: max(0, widestKind - TerminalText.width(of: what.text)))
            return "\(time)  \(what.text)\(padding)  \(content)"
        }
        switch event {
        case .regionEntered(let identity):
            return line(DeviceStrings.phoneEntered, "\(identity.major).\(identity.minor)")
        case .regionExited(let identity): return line(DeviceStrings.phoneLeft, "\(identity.major).\(identity.minor)")
        case .ranged: return nil
        case .positioned(let position): return line(DeviceStrings.phonePlaced, PlaceWords.position(position).text)
        case .sightingAccepted(let proved):
            return line(
                DeviceStrings.phoneProved,
                DeviceStrings.phoneVisit(shop: "\(proved.shop)", visit: "\(proved.visit)").text)
        case .sightingRejected(let code): return line(DeviceStrings.phoneTurnedDown, code)
        case .offerReceived(let shop, let offer):
            // An offer that is not in the reader's language says which one it is in.
            let tags = offer.text.keys.sorted()
            let mine = tags.first { Language(tag: $0) == .current }
            let tag = mine ?? tags.first { Language(tag: $0) == .english } ?? tags.first ?? ""
            let text = offer.text[tag] ?? ""
            return line(DeviceStrings.phoneOffer, "\(shop): \(text)" + (mine == nil ? " (\(tag))" : ""))
        case .tracing(let notice): return line(DeviceStrings.phoneTracing, TracingLines.words(notice))
        case .radioLost(let reason): return "\(time)  \(DeviceStrings.radioLost(reason: reason).text)"
        case .radioBack: return "\(time)  \(DeviceStrings.radioBack.text)"
        }
    }

    private static func members(of identity: BeaconIdentity) -> [JSONValue.Member] {
        [
            .init("uuid", .string(identity.uuid.description)), .init("major", .integer(Int64(identity.major))),
            .init("minor", .integer(Int64(identity.minor))),
        ]
    }

    private static func members(of position: PhonePosition) -> [JSONValue.Member] {
        var members = [
            JSONValue.Member("x", rounded(position.point.x)), .init("y", rounded(position.point.y)),
            .init("doubt", rounded(position.doubt)),
        ]
        guard let place = position.place else { return members }
        var named = Self.members(of: place.beacon) + [.init("zone", .string(place.zone))]
        if let shop = place.shop { named.append(.init("shop", .string(shop))) }
        named.append(.init("words", .string(PlaceWords.place(place).text)))
        members.append(.init("place", .object(named)))
        return members
    }

    private static func rounded(_ value: Double) -> JSONValue { .number((value * 100).rounded() / 100) }

    private static func object(_ beacon: RangedBeacon) -> JSONValue {
        return .object(
            members(of: beacon.identity) + [
                .init("rssi", rounded(beacon.rssi)), .init("distance", rounded(beacon.distance)),
                .init("proximity", .string(beacon.proximity.rawValue)),
            ])
    }
}
