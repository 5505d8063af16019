import API
import Basics
import Beacons
import Proximity
import Radio
import Strings

/// What a scan hears as lines: one JSON object for each advertisement, or one line of words for each frame.
enum ScanLines {
    /// The event as a JSON object; nil when there is nothing to say.
    static func json(
        _ event: ControllerEvent, at now: Timestamp, ranged: (Frame) -> RangedBeacon? = { _ in nil }
    ) -> String? {
        switch event {
        case .heard(let heard):
            var members = [
                JSONValue.Member("event", .string("advertisement")),
                JSONValue.Member("time", .string(heard.time.rfc3339)),
                JSONValue.Member("address", .string(heard.address.description)),
                JSONValue.Member("rssi", heard.rssi.map { .count($0) } ?? .null),
            ]
            members += PacketDecoder.fields(ofAdvertisement: heard.data) { frame in
                guard let shown = ranged(frame)?.shown(parts: 100) else { return [] }
                return [
                    JSONValue.Member("distance", shown.distance.map { .number($0) } ?? .null),
                    JSONValue.Member("proximity", .string(shown.proximity.rawValue)),
                ]
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

    /// That a UUID was looked for and not found, as a JSON object.
    static func json(missing uuid: UUID128, at now: Timestamp) -> String {
        JSONValue.object([
            JSONValue.Member("event", "scan.not_found"), JSONValue.Member("time", .string(now.rfc3339)),
            JSONValue.Member("uuid", .string(uuid.description)),
        ]).compactText
    }

    /// The event in words; nil when there is nothing to say.
    static func words(
        _ event: ControllerEvent, at now: Timestamp, ranged: (Frame) -> RangedBeacon? = { _ in nil }
    ) -> String? {
        switch event {
        case .heard(let heard):
            lines(heard, ranged).map { "\(clock(heard.time))  \(heard.address)  \(strength(heard.rssi))  \($0)" }
                .joined(separator: "\n")
        case .lost(let reason): "\(clock(now))  \(DeviceStrings.radioLost(reason: reason).text)"
        case .back: "\(clock(now))  \(DeviceStrings.radioBack.text)"
        case .ready: nil
        }
    }

    /// The distance and content of each frame; where there is none, the bytes.
    private static func lines(_ heard: HeardAdvertisement, _ ranged: (Frame) -> RangedBeacon?) -> [String] {
        let lines = heard.frames.map { "\(distance(ranged($0)))  \(padded($0.kind.name))\(said(by: $0))" }
        return lines.isEmpty ? ["\(distance(nil))  \(padded(other))\(heard.data.hexadecimal)"] : lines
    }

    /// What an advertisement without a frame is called.
    static let other = "other"

    /// That a UUID was looked for and not found, in words.
    static func words(missing uuid: UUID128, at now: Timestamp) -> String {
        "\(clock(now))  \(uuid): \(DeviceStrings.scanMissing.text)"
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

    /// A column for how far away a beacon is: blank where nothing can be known, a dash where there is no distance.
    static func distance(_ ranged: RangedBeacon?, columns: Int = 17) -> String {
        let words = ranged.map { ranged -> String in
            let shown = ranged.shown(parts: 10)
            guard let metres = shown.distance, let proximity = proximity(shown.proximity) else { return "—" }
            return "\(DeviceStrings.scanDistance(metres: DecimalNumber(tenths: metres)).text) \(proximity.text)"
        }
        return padded(words ?? "", to: columns)
    }

    private static func proximity(_ proximity: ProximityClass) -> Phrase? {
        switch proximity {
        case .immediate: DeviceStrings.scanImmediate
        case .near: DeviceStrings.scanNear
        case .far: DeviceStrings.scanFar
        case .unknown: nil
        }
    }

    /// What a frame says, except those fields that are `left` out.
    static func said(by frame: Frame, except left: Set<String> = []) -> String {
        let fields = FrameFields.fields(of: frame).dropFirst().filter { !left.contains($0.name) }
        // What the beacons of a place share stands last.
        let ordered = fields.filter { $0.name != "uuid" } + fields.filter { $0.name == "uuid" }
        return ordered.map { "\($0.name) \(plain($0.value))" }.joined(separator: "  ")
    }

    /// `text` in a column, with at least one blank behind it.
    static func padded(_ text: String, to columns: Int = 24) -> String {
        text + String(repeating: " ", count: max(1, columns - TerminalText.width(of: text)))
    }

    /// Text from the air is anybody's: what could steer a terminal is left out.
    private static func plain(_ value: JSONValue) -> String {
        guard case .string(let text) = value else { return value.compactText }
        return String(text.map { $0.isASCII && !($0.asciiValue.map { $0 < 0x20 || $0 == 0x7F } ?? true) ? $0 : "?" })
    }
}
