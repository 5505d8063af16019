import Basics

extension NMEASentence {
    /// Degrees of the latitude in the field at `index` (`ddmm.mmmm`) and the letter after it.
    func latitude(_ index: Int) -> Double? {
        angle(index, degreeDigits: 2, limit: 90, positive: "N", negative: "S")
    }

    /// Degrees of the longitude in the field at `index` (`dddmm.mmmm`) and the letter after it.
    func longitude(_ index: Int) -> Double? {
        angle(index, degreeDigits: 3, limit: 180, positive: "E", negative: "W")
    }

    private func angle(
        _ index: Int, degreeDigits: Int, limit: Double, positive: Character, negative: Character
    ) -> Double? {
        guard let text = field(index), let side = letter(index + 1), side == positive || side == negative,
            let degrees = DecimalNumber.count(text.prefix(degreeDigits)),
            let minutes = DecimalNumber.value(text.dropFirst(degreeDigits)),
            // Two digits before the point: a lost digit would else be another place.
            text.dropFirst(degreeDigits).prefix(while: { $0 != UInt8(ascii: ".") }).count == 2,
            (0..<60).contains(minutes)
        else { return nil }
        let angle = Double(degrees) + minutes / 60
        guard angle <= limit else { return nil }
        return side == positive ? angle : -angle
    }

    /// Milliseconds since midnight that the field at `index` says (`hhmmss` or `hhmmss.sss`).
    func timeOfDay(_ index: Int) -> Int? {
        guard let text = field(index), text.count >= 6,
            let clock = DecimalNumber.count(text.prefix(6)), let seconds = DecimalNumber.value(text.dropFirst(4))
        else { return nil }
        let (hour, minute) = (clock / 10_000, clock / 100 % 100)
        // A leap second is the 60th.
        guard hour < 24, minute < 60, (0..<61).contains(seconds) else { return nil }
        return (hour * 60 + minute) * 60_000 + Int((seconds * 1000).rounded())
    }

    /// Midnight of the day that the field at `index` says (`ddmmyy`); years from 80 on are of the last century.
    func date(_ index: Int) -> Timestamp? {
        guard let text = field(index), text.count == 6, let digits = DecimalNumber.count(text) else { return nil }
        let (day, month, year) = (digits / 10_000, digits / 100 % 100, digits % 100)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return Timestamp(rfc3339: "\(year < 80 ? 2000 + year : 1900 + year)-\(two(month))-\(two(day))T00:00:00Z")
    }
}
