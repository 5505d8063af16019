import API
import Basics
import Beacons
import Phone
import Proximity
import Strings

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
        case .regionState(let identity, let isInside):
            return line(
                "region.state", members(of: identity) + [.init("state", .string(isInside ? "inside" : "outside"))])
        case .ranged(let beacons): return line("ranged", [.init("beacons", .array(beacons.map(object)))])
        case .positioned(let position): return line("position", members(of: position))
        case .located(let position?):
            return line("position", members(of: position) + [.init("asked", .boolean(true))])
        case .located(nil): return line("position.unknown")
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
        case .offline(let keptAt, let reason):
            return line("offline", [.init("keptAt", .string(keptAt.rfc3339)), .init("reason", .string(reason))])
        case .online: return line("online")
        case .sessionRenewed: return line("session.renewed")
        case .venueChanged(let name): return line("venue.changed", [.init("name", .string(name))])
        case .venueGone(let name): return line("venue.gone", [.init("name", .string(name))])
        }
    }

    /// That what was kept is not used, as a JSON object.
    static func json(_ fault: KeptAnswersFile.Fault, at now: Timestamp) -> JSONValue {
        .object([
            .init("event", .string("kept.unusable")), .init("time", .string(now.rfc3339)),
            .init("reason", .string(fault.rawValue)),
        ])
    }

    /// That what was kept is not used, in words.
    static func words(_ fault: KeptAnswersFile.Fault) -> Phrase {
        switch fault {
        case .damaged: DeviceStrings.phoneKeptDamaged
        case .version: DeviceStrings.phoneKeptVersion
        case .account: DeviceStrings.phoneKeptAccount
        }
    }

    /// Columns of the longest word for a kind of event.
    private static let widestKind =
        [
            DeviceStrings.phoneEntered, DeviceStrings.phoneLeft, DeviceStrings.phoneProved,
            DeviceStrings.phoneTurnedDown, DeviceStrings.phoneOffer, DeviceStrings.phoneTracing,
            DeviceStrings.phonePlaced, DeviceStrings.phoneInside, DeviceStrings.phoneOutside,
            DeviceStrings.phoneServer,
        ].map { TerminalText.width(of: $0.text) }.max() ?? 0

    /// The event in words; nil for beacons, which come every second and would only scroll.
    static func words(_ event: PhoneEvent, at now: Timestamp) -> String? {
        let time = now.rfc3339.dropFirst(11).prefix(8)
        func line(_ what: Phrase, _ content: String) -> String {
            let padding = String(repeating: " ", count: max(0, widestKind - TerminalText.width(of: what.text)))
            // Names are the server's, and give no orders to the terminal.
            return "\(time)  \(what.text)\(padding)  \(TerminalText.harmless(content))"
        }
        switch event {
        case .regionEntered(let identity):
            return line(DeviceStrings.phoneEntered, "\(identity.major).\(identity.minor)")
        case .regionExited(let identity): return line(DeviceStrings.phoneLeft, "\(identity.major).\(identity.minor)")
        case .regionState(let identity, let isInside):
            return line(
                isInside ? DeviceStrings.phoneInside : DeviceStrings.phoneOutside,
                "\(identity.major).\(identity.minor)")
        case .ranged: return nil
        case .positioned(let position): return line(DeviceStrings.phonePlaced, PlaceWords.position(position).text)
        case .located(let position):
            return line(
                DeviceStrings.phonePlaced,
                (position.map { PlaceWords.position($0) } ?? DeviceStrings.phoneNothingHeard).text)
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
        case .offline(let keptAt, let reason):
            return line(
                DeviceStrings.phoneServer,
                DeviceStrings.phoneOffline(reason: reason, time: String(keptAt.rfc3339.prefix(16)) + "Z").text)
        case .online: return line(DeviceStrings.phoneServer, DeviceStrings.phoneOnline.text)
        case .sessionRenewed: return line(DeviceStrings.phoneServer, DeviceStrings.phoneSessionRenewed.text)
        case .venueChanged(let name):
            return line(DeviceStrings.phoneServer, DeviceStrings.phoneVenueChanged(venue: name).text)
        case .venueGone(let name):
            return line(DeviceStrings.phoneServer, DeviceStrings.phoneVenueGone(venue: name).text)
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
        let shown = beacon.shown(parts: 100)
        return .object(
            members(of: beacon.identity) + [
                .init("rssi", rounded(beacon.rssi)), .init("distance", shown.distance.map(rounded) ?? .null),
                .init("proximity", .string(shown.proximity.rawValue)),
            ])
    }
}
