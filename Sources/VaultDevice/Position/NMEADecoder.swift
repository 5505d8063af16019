import Basics
import Vault

/// Makes positions of the sentences that a receiver sends: GGA or GNS for where, RMC for the day, GST or GSA for how
/// accurate.
///
/// The sentences of one epoch carry one time of day and come one after another; a position is complete when the next
/// epoch begins. What is malformed is skipped and counted. Sources: NMEA 0183 4.11; gpsd, "NMEA Revealed".
struct NMEADecoder {
    /// Metres of the 95 % radius for each unit of horizontal dilution, where the receiver gives no error statistics.
    ///
    /// It is twice the dilution times range errors of 2.5 m, about what receivers of one frequency have in the open.
    static let metresPerDilution = 5.0
    /// From the deviation along one axis to the radius that holds 95 % of a circular normal distribution.
    static let radiusOf95 = 2.4477
    /// Three satellites give no height, and a position without height is off by more than it says.
    static let fewestSatellites = 4.0

    /// How many sentences and lines were malformed.
    private(set) var malformed = 0
    /// How many epochs had a position without height.
    private(set) var flat = 0
    /// How many epochs had a position without any word of its accuracy.
    private(set) var withoutAccuracy = 0

    private var splitter = LineSplitter(limit: NMEASentence.longest)
    private var epoch = Epoch()

    /// What one epoch has said so far.
    private struct Epoch {
        var timeOfDay: Int?
        var place: (latitude: Double, longitude: Double)?
        var dilution: Double?
        var deviation: Double?
        var midnight: Timestamp?
        /// The dilution of GSA, for receivers that leave it out where the place is.
        var otherDilution: Double?
        var isFlat = false
        /// GGA and GNS say more than RMC, and stand whichever comes first.
        var hasFix = false
    }

    /// The positions that are complete with these bytes.
    mutating func append(_ bytes: some Sequence<UInt8>) -> [Fix] {
        var fixes: [Fix] = []
        for line in splitter.append(bytes) {
            if let fix = take(line) { fixes.append(fix) }
        }
        return fixes
    }

    /// What is left when no more bytes will come.
    mutating func finish() -> [Fix] {
        let before = splitter.finish().flatMap { take($0) }
        return [before, endEpoch()].compactMap(\.self)
    }

    /// Counts what was too long for a line too.
    var skipped: Int { malformed + splitter.overlong }

    private mutating func take(_ line: [UInt8]) -> Fix? {
        guard !line.isEmpty else { return nil }
        guard let sentence = NMEASentence(line) else {
            malformed += 1
            return nil
        }
        switch sentence.kind {
        case "GGA", "GNS", "RMC", "GST": break
        case "GSA":
            takeGSA(sentence)
            return nil
        default: return nil
        }
        // A receiver without satellites says nothing in these fields.
        guard let time = sentence.timeOfDay(0) else {
            if sentence.field(0) != nil { malformed += 1 }
            return nil
        }
        let complete = time == epoch.timeOfDay ? nil : endEpoch()
        epoch.timeOfDay = time
        let isSound =
            switch sentence.kind {
            case "GGA": takeGGA(sentence)
            case "GNS": takeGNS(sentence)
            case "RMC": takeRMC(sentence)
            default: takeGST(sentence)
            }
        if !isSound { malformed += 1 }
        return complete
    }

    /// Time, latitude, N or S, longitude, E or W, quality, satellites, dilution and more.
    private mutating func takeGGA(_ sentence: NMEASentence) -> Bool {
        guard let quality = sentence.letter(5) else { return false }
        // 0 is no fix, 6 dead reckoning, 7 typed in, 8 a simulator; the others were measured.
        guard "123459".contains(quality) else { return "0678".contains(quality) }
        return takePlace(sentence)
    }

    /// Time, latitude, N or S, longitude, E or W, a mode for each system of satellites, satellites, dilution and more.
    ///
    /// Receivers of several systems send it in place of GGA.
    private mutating func takeGNS(_ sentence: NMEASentence) -> Bool {
        guard let modes = sentence.field(5).map({ String(decoding: $0, as: UTF8.self) }),
            modes.allSatisfy({ "NADPRFEMS".contains($0) })
        else { return false }
        // N is no fix; E, M and S are estimated, typed in and simulated; the others were measured.
        guard modes.contains(where: { "ADPRF".contains($0) }) else { return true }
        return takePlace(sentence)
    }

    /// What GGA and GNS have in the same fields.
    private mutating func takePlace(_ sentence: NMEASentence) -> Bool {
        guard let latitude = sentence.latitude(1), let longitude = sentence.longitude(3) else { return false }
        epoch.hasFix = true
        epoch.place = (latitude, longitude)
        epoch.dilution = Self.dilution(sentence.number(7)) ?? epoch.dilution
        epoch.isFlat = sentence.number(6).map { $0 < Self.fewestSatellites } ?? false
        return true
    }

    /// Way of choosing, dimensions of the fix, twelve satellites, dilutions of position, horizontal and vertical.
    ///
    /// It has no time, and belongs to the epoch in which it stands.
    private mutating func takeGSA(_ sentence: NMEASentence) {
        guard epoch.timeOfDay != nil, sentence.letter(1) == "3" else { return }
        epoch.otherDilution = Self.dilution(sentence.number(15)) ?? epoch.otherDilution
    }

    /// A dilution that says something: receivers write 0 or 99.99 when they don't know.
    private static func dilution(_ number: Double?) -> Double? {
        number.flatMap { $0 > 0 && $0 < 99 ? $0 : nil }
    }

    /// Time, status, latitude, N or S, longitude, E or W, speed, course, day, variation, E or W, mode.
    private mutating func takeRMC(_ sentence: NMEASentence) -> Bool {
        guard let status = sentence.letter(1), "AV".contains(status) else { return false }
        guard status == "A" else { return true }
        guard let latitude = sentence.latitude(2), let longitude = sentence.longitude(4),
            let midnight = sentence.date(8)
        else { return false }
        epoch.midnight = midnight
        // Estimated, typed in, simulated, not valid.
        if let mode = sentence.letter(11), "EMSN".contains(mode) { return true }
        if !epoch.hasFix { epoch.place = (latitude, longitude) }
        return true
    }

    /// Time, range errors, error ellipse (three fields), deviation of latitude, of longitude, of height in metres.
    private mutating func takeGST(_ sentence: NMEASentence) -> Bool {
        guard let north = sentence.number(5), let east = sentence.number(6) else {
            // Without a fix the fields are empty.
            return sentence.field(5) == nil && sentence.field(6) == nil
        }
        guard north >= 0, east >= 0 else { return false }
        let deviation = ((north * north + east * east) / 2).squareRoot()
        // Some receivers say zero when they do not know.
        epoch.deviation = deviation > 0 ? deviation : nil
        return true
    }

    private mutating func endEpoch() -> Fix? {
        let ended = epoch
        epoch = Epoch()
        guard let place = ended.place, let timeOfDay = ended.timeOfDay else { return nil }
        guard !ended.isFlat else {
            flat += 1
            return nil
        }
        guard
            let accuracy = ended.deviation.map({ $0 * Self.radiusOf95 })
                ?? (ended.dilution ?? ended.otherDilution).map({ $0 * Self.metresPerDilution })
        else {
            withoutAccuracy += 1
            return nil
        }
        return Fix(
            latitude: place.latitude, longitude: place.longitude, accuracy: accuracy,
            time: ended.midnight?.advanced(byMilliseconds: Int64(timeOfDay)))
    }
}
