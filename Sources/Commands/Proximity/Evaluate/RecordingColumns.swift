import Strings

/// Which columns of a recording are beacons, and how its file writes dates and silence: worked out from all rows, before
/// any of them is used.
struct RecordingColumns {
    /// What an operator says about columns, by name; a `*` at the end stands for any ending.
    struct Choice {
        /// The columns that are beacons; empty when the columns' content decides.
        var beacons: [String] = []
        /// Columns that are not used.
        var ignored: [String] = []

        /// Whether a name is one of these.
        static func names(_ wanted: [String], _ name: String) -> Bool {
            let name = name.lowercased()
            return wanted.contains { wanted in
                let wanted = wanted.lowercased()
                return wanted.hasSuffix("*") ? name.hasPrefix(wanted.dropLast()) : name == wanted
            }
        }
    }

    let cell: Int?
    let x: Int?
    let y: Int?
    let instant: Int?
    /// The columns of the form with a row for each reading.
    let beacon: Int?
    let strength: Int?
    /// The columns of beacons in the form with a row for each scan.
    private(set) var beacons: [Int] = []
    private(set) var instants: RecordedInstant
    /// A strength that stands for unheard in this file alone.
    private(set) var mark: Double?

    /// Whether a row is one reading.
    var isOfReadings: Bool { beacon != nil && strength != nil }
    private var hasPlace: Bool { cell != nil || (x != nil && y != nil) }

    /// The columns of a table, whose rows are read to the end.
    init(_ table: NamedTable, _ choice: Choice, _ leftOut: inout LeftOut) throws(CommandFailure) {
        cell = table.column("location", "cell")
        instant = table.column(
            "instant", "date", "timestamp", "time", "datetime", "date_time", "ts", "epoch", "time_ms", "timestamp_ms",
            "ts_ms", "epoch_ms", "unix", "unix_time")
        beacon = table.column("beacon", "beacon_id", "beaconid", "mac", "address", "bssid", "device_address")
        strength = table.column("strength", "rssi", "rss", "dbm")
        let name = instant.map { table.names[$0].lowercased() } ?? ""
        instants = RecordedInstant(
            isDayFirst: nil, isInMilliseconds: name.hasSuffix("ms") || name.contains("milli"),
            hasSemicolons: table.separator == ";")
        var columns = table.names.map { _ in ColumnContent() }
        var (dayFirst, monthFirst) = (0, 0)
        var rows = table
        var passed = LeftOut()
        while let (_, fields) = try rows.row(&passed) {
            for (index, field) in fields.enumerated() { columns[index].add(field) }
            guard let instant else { continue }
            switch RecordedInstant.dayFirst(fields[instant]) {
            case true?: dayFirst += 1
            case false?: monthFirst += 1
            case nil: break
            }
        }
        if dayFirst + monthFirst > 0 { instants.isDayFirst = dayFirst > monthFirst }
        // UJIIndoorLoc's longitude and latitude are metres; degrees are no coordinates on a plan.
        func metres(_ names: String..., degrees: String) -> Int? {
            let known = names.lazy.compactMap { table.column($0) }.first
            return known ?? table.column(degrees).flatMap { columns[$0].most > 180 ? $0 : nil }
        }
        x = metres("x", "pos_x", "coord_x", "x_m", degrees: "longitude")
        y = metres("y", "pos_y", "coord_y", "y_m", degrees: "latitude")
        guard instant != nil, hasPlace else { throw table.fault(ProximityStrings.reasonHeader, row: 1, column: 0) }
        let used = Set(
            [cell, x, y, instant].compactMap(\.self) + (isOfReadings ? [beacon, strength].compactMap(\.self) : []))
        for index in table.names.indices where !used.contains(index) {
            if !isOfReadings, isBeacon(table.names[index], columns[index], choice) {
                beacons.append(index)
            } else {
                leftOut.ignore(column: index, of: table)
            }
        }
        guard isOfReadings || !beacons.isEmpty else {
            throw table.fault(ProximityStrings.reasonHeader, row: 1, column: 0)
        }
        mark = Self.mark(of: beacons.map { columns[$0] })
        if let mark { leftOut.mark(mark) }
    }

    private func isBeacon(_ name: String, _ content: ColumnContent, _ choice: Choice) -> Bool {
        if name.isEmpty || Choice.names(choice.ignored, name) { return false }
        if !choice.beacons.isEmpty { return Choice.names(choice.beacons, name) }
        return content.looksLikeStrengths && !Self.isOtherwiseKnown(name)
    }

    /// Names of what loggers write beside strengths, as words of a name.
    private static let otherwise: Set<String> = [
        "accuracy", "altitude", "angle", "azimuth", "battery", "bearing", "building", "buildingid", "compass", "course",
        "device", "elevation", "floor", "floorid", "heading", "height", "humidity", "id", "index", "label", "lat",
        "latitude", "level", "lon", "longitude", "orientation", "phone", "phoneid", "pitch", "pressure",
        "relativeposition", "roll", "room", "row", "run", "session", "spaceid", "speed", "step", "temperature", "theta",
        "trial", "user", "userid", "x", "y", "yaw", "z",
    ]

    private static func isOtherwiseKnown(_ name: String) -> Bool {
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        // `beacon_id_3` is a beacon, `user_id` is not.
        if words.contains(where: { $0.hasPrefix("rss") || $0.hasPrefix("beacon") || $0.hasPrefix("wap") }) {
            return false
        }
        return words.contains { otherwise.contains($0) }
    }

    /// The weakest strength of all beacons, where it is too frequent to have been heard.
    private static func mark(of beacons: [ColumnContent]) -> Double? {
        guard let least = beacons.map(\.least).min(), least <= -100, least.rounded() == least else { return nil }
        let count = beacons.reduce(0) { $0 + ($1.least == least ? $1.leastCount : 0) }
        let all = beacons.reduce(0) { $0 + $1.heard }
        return count >= 20 && count * 4 >= all ? least : nil
    }
}

/// What the fields of a column are, counted.
private struct ColumnContent {
    /// A strength above this is rare enough for a column of such numbers to be something else.
    private static let usual = -127.0 ... -15

    /// Fields that may be strengths.
    private(set) var heard = 0
    /// Numbers and words that may not.
    private(set) var others = 0
    /// The weakest strength and how often it is there.
    private(set) var least = Double.infinity
    private(set) var leastCount = 0
    /// The largest magnitude of a number.
    private(set) var most = 0.0

    mutating func add(_ field: String) {
        if let value = RecordedNumber.value(field) { most = max(most, abs(value)) }
        switch RecordedStrength(field, mark: nil) {
        case .unheard: break
        case .heard(let value) where Self.usual.contains(value):
            heard += 1
            if value < least { (least, leastCount) = (value, 0) }
            if value == least { leastCount += 1 }
        case .heard, .impossible: others += 1
        }
    }

    /// Whether most of what is there is a strength; a column in which nothing was heard is a beacon that was out of range.
    var looksLikeStrengths: Bool { heard >= others && (heard > 0 || others == 0) }
}
