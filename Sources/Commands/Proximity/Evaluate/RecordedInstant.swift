import Basics

/// Reads the instants of a recording: RFC 3339 and what spreadsheets, data frames and loggers write instead of it.
///
/// Without a zone the time of the place is meant, which is reckoned as UTC. Numbers are time since 1970 in seconds,
/// milliseconds, microseconds or nanoseconds by their size; below 100,000,000 they count from the start of the recording.
struct RecordedInstant {
    /// Whether `02-03-2016` is 2 March: known from other dates of the file, or else from the separators.
    var isDayFirst: Bool?
    /// Whether small numbers are milliseconds, as a column's name may say.
    let isInMilliseconds: Bool
    /// Whether the file has the separators of spreadsheets in which the day comes first.
    let hasSemicolons: Bool

    /// The years in which a recording can have been made.
    private static let years = 1970...2100

    /// The instant that a text names, or nil.
    func timestamp(_ text: String) -> Timestamp? {
        if let time = Timestamp(rfc3339: text) { return Self.isPlausible(time) ? time : nil }
        if let number = RecordedNumber.value(text) { return number >= 0 ? since(number, text) : nil }
        let (dateText, clockText) = Self.halves(text)
        guard let (first, second, third, mark) = Self.numbers(dateText) else { return nil }
        let date: CivilDate?
        if dateText.utf8.prefix(4).allSatisfy(Self.isDigit), dateText.utf8.count > 4 {
            date = CivilDate(year: first, month: second, day: third)
        } else {
            let year = third < 100 ? 2000 + third : third
            let isDayFirst = isDayFirst ?? (mark == "." || (mark == "/" && hasSemicolons))
            date = CivilDate(
                year: year, month: isDayFirst ? second : first, day: isDayFirst ? first : second)
        }
        guard let date, Self.years.contains(date.year), let inDay = Self.clock(clockText) else { return nil }
        return Timestamp(milliseconds: date.daysSinceEpoch * 86_400_000 + inDay)
    }

    /// What a date says of the order in all of them: true when its first number can only be a day.
    static func dayFirst(_ text: String) -> Bool? {
        let dateText = halves(text).0
        guard let (first, second, _, _) = numbers(dateText), first <= 31, second <= 31 else { return nil }
        return first > 12 ? (second <= 12 ? true : nil) : second > 12 ? false : nil
    }

    private static func isPlausible(_ time: Timestamp) -> Bool {
        years.contains(CivilDate(daysSinceEpoch: time.milliseconds.flooredQuotient(by: 86_400_000)).year)
    }

    private func since(_ number: Double, _ text: String) -> Timestamp? {
        if text.utf8.count == 14, text.utf8.allSatisfy(Self.isDigit), let time = Self.compact(text) { return time }
        let milliseconds =
            switch number {
            case 1e17...: number / 1e6
            case 1e14...: number / 1e3
            case 1e11...: number
            case 1e8...: number * 1000
            default: isInMilliseconds ? number : number * 1000
            }
        guard milliseconds < 4e15 else { return nil }
        let time = Timestamp(milliseconds: Int64(milliseconds.rounded()))
        return Self.isPlausible(time) ? time : nil
    }

    /// `20161018111521`.
    private static func compact(_ text: String) -> Timestamp? {
        let digits = text.utf8.map { Int($0 - 48) }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        let (hour, minute, second) = (number(8..<10), number(10..<12), number(12..<14))
        guard hour < 24, minute < 60, second < 60, years.contains(number(0..<4)),
            let date = CivilDate(year: number(0..<4), month: number(4..<6), day: number(6..<8))
        else { return nil }
        return Timestamp(seconds: date.daysSinceEpoch * 86_400 + Int64(hour * 3600 + minute * 60 + second))
    }

    // MARK: Pieces

    /// The date, and the time of day if there is one.
    private static func halves(_ text: String) -> (Substring, Substring) {
        guard let end = text.firstIndex(where: { $0 == " " || $0 == "T" || $0 == "t" || $0 == "_" }) else {
            return (text[...], "")
        }
        return (text[..<end], text[text.index(after: end)...])
    }

    /// Three numbers with the same mark between them.
    private static func numbers(_ text: Substring) -> (Int, Int, Int, Character)? {
        guard let mark = text.first(where: { "-/.".contains($0) }) else { return nil }
        let parts = text.split(separator: mark, omittingEmptySubsequences: false).map(number)
        guard parts.count == 3, let first = parts[0], let second = parts[1], let third = parts[2] else { return nil }
        return (first, second, third, mark)
    }

    /// The milliseconds in the day, with the zone taken off.
    private static func clock(_ text: Substring) -> Int64? {
        var text = text.lowercased()
        text.removeAll { $0 == " " }
        guard !text.isEmpty else { return 0 }
        guard let zone = takeZone(&text) else { return nil }
        var noon: Bool?
        for (word, isAfternoon) in [("am", false), ("a.m.", false), ("pm", true), ("p.m.", true)]
        where text.hasSuffix(word) {
            text.removeLast(word.count)
            noon = isAfternoon
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, var hour = number(parts[0]), let minute = number(parts[1]),
            minute < 60
        else { return nil }
        if let noon {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (noon ? 12 : 0)
        }
        var seconds = 0.0
        if parts.count == 3 {
            guard let value = RecordedNumber.value(String(parts[2])), value >= 0, value < 60 else { return nil }
            seconds = value
        }
        guard hour < 24 else { return nil }
        return Int64(hour * 60 + minute - zone) * 60_000 + Int64((seconds * 1000).rounded(.down))
    }

    /// The minutes of the zone at the end, which is taken away; nil when it is not one.
    private static func takeZone(_ text: inout String) -> Int? {
        for word in ["utc", "gmt", "z"] where text.hasSuffix(word) {
            text.removeLast(word.count)
            return 0
        }
        guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return 0 }
        let digits = text[text.index(after: sign)...].filter { $0 != ":" }
        guard digits.count == 2 || digits.count == 4, let value = number(digits[...]) else { return nil }
        let minutes = digits.count == 2 ? value * 60 : value / 100 * 60 + value % 100
        let isWest = text[sign] == "-"
        guard minutes < 24 * 60 else { return nil }
        text.removeSubrange(sign...)
        return isWest ? -minutes : minutes
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func number(_ text: Substring) -> Int? {
        (1...4).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit) ? Int(text) : nil
    }
}
