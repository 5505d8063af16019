/// A whole number with its thousands apart, as in `65,536` or `65.536`.
package struct GroupedNumber: Speakable {
    private let number: Int

    /// The number as each language writes it.
    package init(_ number: Int) {
        self.number = number
    }

    package func said(in language: Language) -> String {
        let digits = String(number.magnitude)
        // In Spanish a number of four figures is written in one piece (Ortografía de la lengua española, 2010).
        let shortest = language == .spanish ? 5 : 4
        guard digits.count >= shortest else { return number.description }
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += language == .english ? "," : "." }
            text.append(digit)
        }
        return text
    }
}

/// A number with a fraction, as in `26.5` or `26,5`.
package struct DecimalNumber: Speakable {
    private let number: Double

    /// The number as each language writes it, with one place behind the point.
    package init(tenths number: Double) {
        self.number = (number * 10).rounded() / 10
    }

    /// The number as each language writes it, with at most two places behind the point.
    package init(hundredths number: Double) {
        self.number = (number * 100).rounded() / 100
    }

    package func said(in language: Language) -> String {
        language == .english ? number.description : String(number.description.map { $0 == "." ? "," : $0 })
    }
}
