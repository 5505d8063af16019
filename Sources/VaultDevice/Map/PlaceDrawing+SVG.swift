import Basics

extension PlaceDrawing {
    /// Where an SVG picture will stand.
    package enum Surroundings: Sendable {
        /// In a page, which gives the classes their colours; until it does, everything has the colour of the text.
        case page
        /// In a file of its own, with colours for light and dark.
        case file
    }

    /// The side of the map in the picture's units; the scale and north stand below it.
    private static let side = 320.0

    /// The picture as SVG 1.1, 320 wide and 352 high.
    ///
    /// Its classes are `place-map`, `place-ground`, `place-accuracy`, `place-cell`, `place-fix`, `place-north` and
    /// `place-scale`. There is no script, no style attribute and no address in it, so that the strictest policy of a
    /// page lets it through.
    ///
    /// - Parameters:
    ///   - title: what a screen reader says of the picture, in the reader's language.
    ///   - north: the letter for north in that language.
    package func svg(title: String, north: String = "N", for surroundings: Surroundings = .page) -> String {
        let name = Self.escaped(title)
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" class="place-map" viewBox="0 0 320 352" role="img""#
                + #" aria-label="\#(name)" fill="none" stroke="currentColor" stroke-width="2">"#,
            "<title>\(name)</title>",
        ]
        if surroundings == .file { lines.append(Self.style) }
        lines.append(#"<rect class="place-ground" x="0" y="0" width="320" height="352" stroke="none"/>"#)
        // A picture in the picture cuts off what goes beyond its edge, without a name that a page might have already.
        lines.append(#"<svg x="0" y="0" width="320" height="320">"#)
        if let accuracy {
            lines.append(
                #"<circle class="place-accuracy" cx="160" cy="160" r="\#(Self.number(accuracy * scale))""#
                    + #" fill="currentColor" fill-opacity="0.12" stroke-opacity="0.6"/>"#)
        }
        if !corners.isEmpty {
            let points = corners.map(onPaper).joined(separator: " ")
            lines.append(#"<polygon class="place-cell" points="\#(points)" stroke-dasharray="6 4"/>"#)
        }
        lines.append(#"<circle class="place-fix" cx="160" cy="160" r="5" fill="currentColor" stroke="none"/>"#)
        lines.append("</svg>")
        lines += scaleLines + northArrow(Self.escaped(north))
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Units of the picture for each metre.
    private var scale: Double { Self.side / (2 * reach) }

    private func onPaper(_ point: LocalPlane.Point) -> String {
        "\(Self.number(Self.side / 2 + point.east * scale)),\(Self.number(Self.side / 2 - point.north * scale))"
    }

    private var scaleLines: [String] {
        let bar = scaleBar
        let length = bar.length * scale
        return [
            #"<g class="place-scale" aria-hidden="true">"#,
            #"<path d="M16 330v8h\#(Self.number(length))v-8"/>"#,
            Self.label(bar.label, x: 24 + length, anchor: "start"),
            "</g>",
        ]
    }

    private func northArrow(_ letter: String) -> [String] {
        [
            #"<g class="place-north" aria-hidden="true">"#,
            #"<path d="M284 341v-16M278 332l6-7 6 7"/>"#,
            Self.label(letter, x: 304, anchor: "end"),
            "</g>",
        ]
    }

    /// A few words on the line below the map.
    private static func label(_ text: String, x: Double, anchor: String) -> String {
        #"<text x="\#(number(x))" y="339" text-anchor="\#(anchor)" font-family="system-ui, sans-serif""#
            + #" font-size="13" fill="currentColor" stroke="none">\#(text)</text>"#
    }

    /// Violet as the rest of Cerca, at least 4.5 to 1 against its ground.
    private static let style = """
        <style>
        .place-map { color: #4a4458; }
        .place-ground { fill: #ffffff; }
        .place-accuracy, .place-fix { color: #6d28d9; }
        .place-cell { color: #1f1b2e; }
        @media (prefers-color-scheme: dark) {
        .place-map { color: #cbc4dc; }
        .place-ground { fill: #16131f; }
        .place-accuracy, .place-fix { color: #b794f6; }
        .place-cell { color: #f1edf8; }
        }
        </style>
        """

    /// At most two decimals, without an exponent, within what a picture can use.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let hundredths = Int((min(max(value, -1e6), 1e6) * 100).rounded())
        let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
        let sign = hundredths < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        let decimals = rest < 10 ? "0\(rest)" : rest % 10 == 0 ? "\(rest / 10)" : "\(rest)"
        return "\(sign)\(whole).\(decimals)"
    }

    private static func escaped(_ text: String) -> String {
        var sayable = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": sayable += " "
            default: sayable.unicodeScalars.append(scalar)
            }
        }
        return MarkupText.escaped(sayable)
    }
}
