import Basics
import Beacons
import Proximity
import Radio
import Strings

/// The live table of a scan on a terminal: one row for each beacon, and for each sender of something else.
///
/// What is known to be nearest comes first, and after those whose distance is known the strongest.
struct ScanTable {
    /// The shortest time between two drawings, in milliseconds.
    private static let refresh: Int64 = 250
    /// A sender not heard for so long leaves the table, in milliseconds.
    private static let patience: Int64 = 30_000

    private struct Row {
        /// Which row it is, counted from the first that was ever there; equals are shown in this order.
        let number: Int
        var frame: Frame?
        var latest: HeardAdvertisement
        /// The strength smoothed, so that the order does not dance.
        var strength: Double
        var count: Int
    }

    /// The columns and rows that there are to draw on; what has no room is left out, the farthest first.
    var size = (columns: 160, rows: 42)

    private var rows: [ScannedBeacon: Row] = [:]
    private var rowsBegun = 0
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
        ranging.hear(heard)
        var hasFrame = false
        for frame in heard.frames {
            hasFrame = true
            take(frame, heard)
        }
        if !hasFrame { take(nil, heard) }
    }

    private mutating func take(_ frame: Frame?, _ heard: HeardAdvertisement) {
        guard ranging.isWanted(frame) else { return }
        let key = ScannedBeacon(frame, from: heard.address)
        let strength = heard.rssi.map(Double.init) ?? -127
        var row = rows[key] ?? Row(number: rowsBegun, latest: heard, strength: strength, count: 0)
        row.frame = frame
        row.latest = heard
        row.strength += (strength - row.strength) / 8
        row.count += 1
        if row.count == 1 { rowsBegun += 1 }
        rows[key] = row
    }

    private mutating func screen(at now: Timestamp) -> String {
        let senders = DeviceStrings.scanSenders(state: state, count: Set(rows.values.map(\.latest.address)).count).text
        let found = (rows.isEmpty ? DeviceStrings.scanMissing : DeviceStrings.scanFound).text
        var lines = ["\(ScanLines.clock(now))  \(senders)" + (ranging.uuids.isEmpty ? "" : "; \(found)")]
        let ranged = ranging.range(at: now)
        let sorted = rows.map { key, row in
            let beacon = row.frame.flatMap { ranged($0, row.latest.address) }
            let isKnown = beacon.map { $0.proximity != .unknown } ?? false
            let metres = isKnown ? beacon?.distance ?? .infinity : .infinity
            return (row: row, beacon: beacon, metres: metres, isDevice: key.isDevice)
        }.sorted { left, right in
            if left.metres != right.metres { return left.metres < right.metres }
            return (-left.row.strength, left.row.number) < (-right.row.strength, right.row.number)
        }
        for (place, entry) in sorted.enumerated() {
            let strength = ScanLines.strength(Int8(clamping: Int(entry.row.strength.rounded())))
            let row = content(entry.row, isDevice: entry.isDevice)
            let first = "\(strength) \(ScanLines.distance(entry.beacon, columns: Self.leading - 9))\(row.first)"
            let added = [first] + (row.second.map { [$0] } ?? [])
            // The last line is the cursor's; the nearest beacon is shown on the smallest terminal.
            guard lines.count + added.count < size.rows || place == 0 else { break }
            lines += added
        }
        // To the upper left corner, and clear from there.
        return "\u{1B}[H\u{1B}[J"
            + lines.map { TerminalText.truncated($0, to: size.columns) }.joined(separator: "\n")
    }

    /// The columns behind strength and distance: first which beacon or device it is, last what a narrow terminal cuts off.
    ///
    /// A UUID that has no room there is the second line.
    private func content(_ row: Row, isDevice: Bool) -> (first: String, second: String?) {
        let digits = "\(row.count)"
        let count = String(repeating: " ", count: max(0, 6 - digits.count)) + digits + "x"
        let address = row.latest.address.description
        guard let frame = row.frame else {
            return ([address, count, ScanLines.other, row.latest.data.hexadecimal].joined(separator: "  "), nil)
        }
        let kind = frame.kind.name
        guard case .iBeacon(let beacon) = frame else {
            let said = ScanLines.said(by: frame)
            return (
                (isDevice ? [address, kind, said, count] : [kind, said, count, address]).joined(separator: "  "), nil
            )
        }
        let identity = "major \(beacon.identity.major)  minor \(beacon.identity.minor)"
        let uuid = beacon.identity.uuid.description
        let rest = [count, address, kind, ScanLines.said(by: frame, except: ["uuid", "major", "minor"])]
        // One column more, for the mark of what is cut off.
        let fits = Self.leading + identity.count + 2 + uuid.count + 1 <= size.columns
        return (
            ([identity] + (fits ? [uuid] : []) + rest).joined(separator: "  "),
            fits ? nil : String(repeating: " ", count: Self.indentation(of: uuid, in: size.columns)) + uuid
        )
    }

    /// The columns of strength and distance with the blanks behind them.
    private static let leading = 23

    /// The columns before a text on a line of its own: those of strength and distance where there is room for them.
    private static func indentation(of text: String, in columns: Int) -> Int {
        min(leading, max(0, columns - text.count))
    }
}
