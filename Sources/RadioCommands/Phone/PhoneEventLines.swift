import API
import Beacons
import Encodings
import ExposureCommands
import Phone
import Proximity
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

    /// The event in words; nil for what comes every second and would only scroll.
    static func words(_ event: PhoneEvent, at now: Timestamp) -> String? {
        let time = now.rfc3339.dropFirst(11).prefix(8)
        switch event {
        case .regionEntered(let identity): return "\(time)  entered  \(identity.major).\(identity.minor)"
        case .regionExited(let identity): return "\(time)  left     \(identity.major).\(identity.minor)"
        case .ranged: return nil
        case .sightingAccepted(let proved): return "\(time)  proved   \(proved.shop) (visit \(proved.visit))"
        case .sightingRejected(let code): return "\(time)  refused  \(code)"
        case .offerReceived(let shop, let offer):
            // The command speaks English; an offer that does not says which language it is in.
            let language = offer.text["en"] == nil ? offer.text.keys.min() ?? "" : "en"
            let text = offer.text[language] ?? ""
            return "\(time)  offer    \(shop): \(text)" + (language == "en" ? "" : " (\(language))")
        case .tracing(let notice): return "\(time)  tracing  \(TracingLines.words(notice))"
        case .radioLost(let reason): return "\(time)  the controller went away (\(reason)); opening it again"
        case .radioBack: return "\(time)  the controller is back"
        }
    }

    private static func members(of identity: BeaconIdentity) -> [JSONValue.Member] {
        [
            .init("uuid", .string(identity.uuid.description)), .init("major", .integer(Int64(identity.major))),
            .init("minor", .integer(Int64(identity.minor))),
        ]
    }

    private static func object(_ beacon: RangedBeacon) -> JSONValue {
        func rounded(_ value: Double) -> JSONValue { .number((value * 100).rounded() / 100) }
        return .object(
            members(of: beacon.identity) + [
                .init("rssi", rounded(beacon.rssi)), .init("distance", rounded(beacon.distance)),
                .init("proximity", .string(beacon.proximity.rawValue)),
            ])
    }
}
