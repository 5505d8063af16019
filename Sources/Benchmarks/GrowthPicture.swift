import Foundation

/// The costs of requests against the scale of the database, both in logarithms, as an SVG for light and dark pages.
struct GrowthPicture {
    /// The processor's microseconds of one request at some scales, the least scale first.
    struct Line {
        let name: String
        let points: [(scale: Double, cost: Double)]
    }

    private static let (width, height) = (760.0, 420.0)
    private static let (left, right, top, bottom) = (64.0, 548.0, 44.0, 372.0)
    /// Of a middle lightness, so that they are read on white and on black.
    private static let colours = ["#8b5cf6", "#0e9f8e", "#d97706", "#3b82f6", "#db2777", "#6b8e23"]

    let lines: [Line]

    /// The picture's text.
    var svg: String {
        let scales = Set(lines.flatMap { $0.points.map(\.scale) }).sorted()
        let costs = lines.flatMap { $0.points.map(\.cost) }
        guard let first = scales.first, let last = scales.last, let least = costs.min(), let most = costs.max() else {
            return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>\n"
        }
        let decades =
            Int(
                log10(least).rounded(.down))...max(
                Int(log10(most).rounded(.up)), Int(log10(least).rounded(.down)) + 1)
        func x(_ scale: Double) -> Double {
            first == last ? Self.left : Self.left + (Self.right - Self.left) * log(scale / first) / log(last / first)
        }
        func y(_ cost: Double) -> Double {
            let span = Double(decades.upperBound - decades.lowerBound)
            return Self.bottom - (Self.bottom - Self.top) * (log10(cost) - Double(decades.lowerBound)) / span
        }
        var parts = [Self.head]
        for decade in decades {
            let cost = pow(10, Double(decade))
            parts.append(Self.rule(Self.left, y(cost), Self.right, y(cost)))
            parts.append(Self.text(Self.left - 8, y(cost) + 4, "end", Self.number(cost)))
        }
        for scale in scales {
            parts.append(Self.rule(x(scale), Self.top, x(scale), Self.bottom))
            parts.append(Self.text(x(scale), Self.bottom + 20, "middle", Self.number(scale)))
        }
        parts.append(
            Self.text(
                (Self.left + Self.right) / 2, Self.bottom + 40, "middle",
                "times 10,000 accounts, 100 beacons, 1,000 live orders, 100,000 visits and fills"))
        parts.append(
            Self.text(Self.left, 24, "start", "microseconds of processor for one request, load generator included"))
        // Names beside the last points, from above, none over another.
        var free = Self.top
        let ordered = lines.enumerated().sorted {
            ($0.element.points.last?.cost ?? 0) > ($1.element.points.last?.cost ?? 0)
        }
        for (index, line) in ordered {
            let colour = Self.colours[index % Self.colours.count]
            let places = line.points.map { "\(Self.short(x($0.scale))),\(Self.short(y($0.cost)))" }
            parts.append(
                "<polyline points=\"\(places.joined(separator: " "))\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2.5\"/>"
            )
            for point in line.points {
                parts.append(
                    "<circle cx=\"\(Self.short(x(point.scale)))\" cy=\"\(Self.short(y(point.cost)))\" r=\"4\" fill=\"\(colour)\"/>"
                )
            }
            guard let end = line.points.last else { continue }
            let place = max(y(end.cost) + 4, free)
            free = place + 16
            parts.append(
                Self.text(
                    x(end.scale) + 12, place, "start", "\(line.name): \(Self.number(end.cost.rounded()))",
                    colour: colour))
        }
        return parts.joined(separator: "\n") + "\n</svg>\n"
    }

    private static let head = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(height))" role="img" \
        aria-label="Cost of requests against the size of the database">
        <style>
        text { font: 13px system-ui, sans-serif; fill: #3f3f46; }
        line { stroke: #a1a1aa; stroke-opacity: 0.4; }
        @media (prefers-color-scheme: dark) { text { fill: #d4d4d8; } }
        </style>
        """

    private static func rule(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
        "<line x1=\"\(short(x1))\" y1=\"\(short(y1))\" x2=\"\(short(x2))\" y2=\"\(short(y2))\"/>"
    }

    private static func text(
        _ x: Double, _ y: Double, _ anchor: String, _ words: String, colour: String? = nil
    ) -> String {
        let style = colour.map { " style=\"fill: \($0)\"" } ?? ""
        return "<text x=\"\(short(x))\" y=\"\(short(y))\" text-anchor=\"\(anchor)\"\(style)>\(words)</text>"
    }

    private static func short(_ value: Double) -> String { String((value * 10).rounded() / 10) }

    private static func number(_ value: Double) -> String {
        value >= 1000
            ? "\(Int(value) / 1000),\(String(Int(value) % 1000 + 1000).dropFirst())" : String(format: "%g", value)
    }
}
