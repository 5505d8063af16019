import Foundation

extension Double {
    /// The natural logarithm.
    var logarithm: Double { log(self) }
}

extension Array where Element: BinaryInteger {
    /// The middle of the sorted elements, the lower one of two; nil of none.
    package var median: Element? { isEmpty ? nil : sorted()[(count - 1) / 2] }
}
