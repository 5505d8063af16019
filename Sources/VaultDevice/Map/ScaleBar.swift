/// A round length that fits beside a map: 1, 2 or 5 times a power of ten metres.
struct ScaleBar: Equatable {
    /// Metres.
    let length: Double

    /// The longest one that is at most `longest` metres, and at least 1 m.
    init(upTo longest: Double) {
        var power: Double = 1
        while power * 10 <= longest, power < 1e7 { power *= 10 }
        length = [5, 2].map { $0 * power }.first { $0 <= longest } ?? power
    }

    /// Its length in words, such as `50 m` or `2 km`.
    var label: String {
        length < 1000 ? "\(Int(length)) m" : "\(Int(length / 1000)) km"
    }
}
