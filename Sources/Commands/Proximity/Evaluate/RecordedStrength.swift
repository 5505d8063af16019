/// What one field says of a beacon's strength.
enum RecordedStrength: Equatable {
    /// Heard with so many dBm.
    case heard(Double)
    /// Nothing was heard.
    case unheard
    /// No strength and no mark.
    case impossible

    /// The strengths of a receiver in dBm.
    static let range = -127.0...20
    /// Numbers that stand for unheard: −200, −199 and −198 in UCI's data set, 100 in UJIIndoorLoc and its family, 127 in
    /// Bluetooth (Core 5.4, volume 4, part E, section 7.7.65.2), 0 in loggers that begin with empty rows.
    private static let marks: Set<Double> = [-200, -199, -198, 0, 100, 110, 127, 200, 255, 999, -999, 1000, -1000]

    /// What a field says; `mark` is one more number that stands for unheard in its file.
    init(_ text: String, mark: Double?) {
        if RecordedNumber.isMissing(text) {
            self = .unheard
        } else if let value = RecordedNumber.value(text) {
            self =
                Self.marks.contains(value) || value == mark
                ? .unheard : Self.range.contains(value) ? .heard(value) : .impossible
        } else {
            self = .impossible
        }
    }
}
