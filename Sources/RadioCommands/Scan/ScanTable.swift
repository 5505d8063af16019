import Beacons
import CommandOutput
import Proximity
import Radio
import Strings
import Time

/// The live table of a scan on a terminal: one row for each sender and kind of frame.
///
/// What is known to be nearest comes first, and after those whose distance is known the strongest.
struct ScanTable {
    /// The shortest time between two drawings, in milliseconds.
    private static let refresh: Int64 = 250
    /// A sender not heard for so long leaves the table, in milliseconds.
    private static let patience: Int64 = 30_000

    private struct Key: Hashable {
        let address: DeviceAddress
        let kind: String
    }

    private struct Row {
        var latest: HeardAdvertisement
        /// The strength smoothed, so that the order does not dance.
        var strength: Double
        var count: Int
    }

    /// The columns and rows that there are to draw on; what has no room is left out, the farthest first.
    var size = (columns: 160, rows: 42)

    private var rows: [Key: Row] = [:]
    private var drawn = Timestamp(milliseconds: .min)
    private var state = DeviceStrings.scanListening
    private var ranging: ScanRanging

    /// A table of the beacons of these UUIDs, or of whatever there is.
    init(uuids: Set<UUID128> = []) {
        ranging = ScanRanging(uuids: uuids)
    }

    /// Takes an event; the screen to draw now, if it is time.
    mutating func show(_ event: ControllerEvent, at now: Timestamp) -> String? {
        switch event {
        case .heard(let heard):
            take(heard)
            guard now.milliseconds(since: drawn) >= Self.refresh else { return nil }
        case .lost(let reason): state = DeviceStrings.radioLost(reason: reason)
        case .ready(let capabilities):
            state = DeviceStrings.scanListeningWith(commands: capabilities.commandFamily.rawValue)
        case .back: state = DeviceStrings.scanListeningAgain
        }
        return draw(at: now)
    }

    /// The screen to draw now although nothing has happened, if the last one is old enough.
    mutating func redraw(at now: Timestamp) -> String? {
        now.milliseconds(since: drawn) >= Self.refresh ? draw(at: now) : nil
    }

    private mutating func draw(at now: Timestamp) -> String {
        drawn = now
        rows = rows.filter { now.milliseconds(since: $0.value.latest.time) < Self.patience }
        return screen(at: now)
    }

    private mutating func take(_ heard: HeardAdvertisement) {
        guard ranging.isWanted(heard) else { return }
        ranging.hear(heard)
        let key = Key(address: heard.address, kind: heard.firstFrame?.kind.name ?? "other")
        let strength = heard.rssi.map(Double.init) ?? -127
        if var row = rows[key] {
            row.latest = heard
            row.strength += (strength - row.strength) / 8
            row.count += 1
            rows[key] = row
        } else {
            rows[key] = Row(latest: heard, strength: strength, count: 1)
        }
    }

    private mutating func screen(at now: Timestamp) -> String {
        let senders = DeviceStrings.scanSenders(state: state, count: Set(rows.keys.map(\.address)).count).text
        let found = (rows.isEmpty ? DeviceStrings.scanMissing : DeviceStrings.scanFound).text
        var lines = ["\(ScanLines.clock(now))  \(senders)" + (ranging.uuids.isEmpty ? "" : "; \(found)")]
        let ranged = ranging.range(at: now)
        func distance(_ row: Row) -> RangedBeacon? {
            ScanRanging.identity(of: row.latest).flatMap { ranged[$0] }
        }
        let sorted = rows.sorted { left, right in
            let metres = [left, right].map { row -> Double in
                guard let beacon = distance(row.value), beacon.proximity != .unknown else { return .infinity }
                return beacon.distance
            }
            if metres[0] != metres[1] { return metres[0] < metres[1] }
            return (-left.value.strength, left.key.address.value, left.key.kind)
                < (-right.value.strength, right.key.address.value, right.key.kind)
        }
        // The heading has a line, and so has the cursor.
        for (key, row) in sorted.prefix(max(1, size.rows - 2)) {
            let count = "\(row.count)"
            let strength = ScanLines.strength(Int8(clamping: Int(row.strength.rounded())))
            lines.append(
                "\(key.address)  \(strength)  \(String(repeating: " ", count: max(0, 6 - count.count)))\(count)x  "
                    + "\(ScanLines.distance(distance(row)))  " + ScanLines.content(row.latest))
        }
        // To the upper left corner, and clear from there.
        return "\u{1B}[H\u{1B}[J"
            + lines.map { TerminalText.truncated($0, to: size.columns) }.joined(separator: "\n")
    }
}
