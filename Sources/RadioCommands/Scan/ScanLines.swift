import API
import Beacons
import CommandOutput
import Encodings
import Proximity
import Radio
import Strings
import Time

/// What a scan hears, one line each.
enum ScanLines {
    /// The event as a JSON object; nil when there is nothing to say.
    static func json(_ event: ControllerEvent, at now: Timestamp, ranged: RangedBeacon? = nil) -> String? {
        switch event {
        case .heard(let heard):
            var members = [
                JSONValue.Member("event", .string("advertisement")),
                JSONValue.Member("time", .string(heard.time.rfc3339)),
                JSONValue.Member("address", .string(heard.address.description)),
                JSONValue.Member("rssi", heard.rssi.map { .count($0) } ?? .null),
            ]
            members += PacketDecoder.fields(ofAdvertisement: heard.data)
            if let ranged {
                members.append(JSONValue.Member("distance", .number((ranged.distance * 100).rounded() / 100)))
                members.append(JSONValue.Member("proximity", .string(ranged.proximity.rawValue)))
            }
            return JSONValue.object(members).compactText
        case .lost(let reason):
            return JSONValue.object([
                JSONValue.Member("event", .string("radio.lost")), JSONValue.Member("time", .string(now.rfc3339)),
                JSONValue.Member("reason", .string(reason)),
            ]).compactText
        case .back:
            return JSONValue.object([
                JSONValue.Member("event", .string("radio.back")), JSONValue.Member("time", .string(now.rfc3339)),
            ]).compactText
        case .ready:
            return nil
        }
    }

    /// The event in words; nil when there is nothing to say.
    static func words(_ event: ControllerEvent, at now: Timestamp, ranged: RangedBeacon? = nil) -> String? {
        switch event {
        case .heard(let heard):
            "\(clock(heard.time))  \(heard.address)  \(strength(heard.rssi))  \(distance(ranged))  \(content(heard))"
        case .lost(let reason): "\(clock(now))  \(DeviceStrings.radioLost(reason: reason).text)"
        case .back: "\(clock(now))  \(DeviceStrings.radioBack.text)"
        case .ready: nil
        }
    }

    /// Hours, minutes and seconds of UTC.
    static func clock(_ time: Timestamp) -> String {
        String(time.rfc3339.dropFirst(11).prefix(8))
    }

    /// Eight columns: the strength in dBm, right-aligned.
    static func strength(_ rssi: Int8?) -> String {
        let digits = rssi.map { "\($0)" } ?? "?"
        return String(repeating: " ", count: max(0, 4 - digits.count)) + digits + " dBm"
    }

    /// A column for how far away a beacon is, blank where nothing is known of it.
    static func distance(_ ranged: RangedBeacon?) -> String {
        let words = ranged.flatMap { ranged -> String? in
            let proximity: Phrase
            switch ranged.proximity {
            case .immediate: proximity = DeviceStrings.scanImmediate
            case .near: proximity = DeviceStrings.scanNear
            case .far: proximity = DeviceStrings.scanFar
            case .unknown: return nil
            }
            return
                "\(DeviceStrings.scanDistance(metres: DecimalNumber(tenths: ranged.distance)).text) \(proximity.text)"
        }
        return padded(words ?? "", to: 17)
    }

    /// The kind of frame in a column of its own, and what it says.
    static func content(_ heard: HeardAdvertisement) -> String {
        guard let frame = heard.firstFrame else { return padded("other") + heard.data.hexadecimal }
        let fields = FrameFields.fields(of: frame).dropFirst()
        // What the beacons of a place share stands last, where a narrow terminal cuts it off.
        let ordered = fields.filter { $0.name != "uuid" } + fields.filter { $0.name == "uuid" }
        let said = ordered.map { "\($0.name) \(plain($0.value))" }
        return padded(frame.kind.name) + said.joined(separator: "  ")
    }

    private static func padded(_ text: String, to columns: Int = 24) -> String {
        text + String(repeating: " ", count: max(1, columns - TerminalText.width(of: text)))
    }

    /// Text from the air is anybody's: what could steer a terminal is left out.
    private static func plain(_ value: JSONValue) -> String {
        guard case .string(let text) = value else { return value.compactText }
        return String(text.map { $0.isASCII && !($0.asciiValue.map { $0 < 0x20 || $0 == 0x7F } ?? true) ? $0 : "?" })
    }
}
